import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useRead, useSave } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { alerts, type Alert } from '../contract.ts'
import styles from './Alerts.module.css'
import { AlertLink } from './AlertLink.tsx'
import { paths } from './paths.ts'
import { endOf, timesOf } from './labels.ts'

const LISTED = 8

type Props = { opened: boolean; button: HTMLElement | null; onClose: (how: { refocus: boolean }) => void }

/** The newest alerts, each a link to what it is about. Escape leaves, and so does whatever is done elsewhere. */
export function BellPanel(props: Props) {
  return props.opened ? <Opened {...props} /> : null
}

function Opened({ button, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const title = useId()
  const reading = useRead(alerts.list, { query: { page: 1, perPage: LISTED } }, { refetchOnMount: 'always' })
  const readAll = useSave(alerts.readAll, { says: false })
  const all = reading.data?.alerts

  useEffect(() => {
    panel.current?.focus()
    const elsewhere = ({ target }: Event) => {
      const isInside = panel.current?.contains(target as Node) || button?.contains(target as Node)
      if (!isInside) onClose({ refocus: false })
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose({ refocus: true })
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', elsewhere)
    addEventListener('focusin', elsewhere)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', elsewhere)
      removeEventListener('focusin', elsewhere)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const leave = () => onClose({ refocus: false })

  return (
    <div ref={panel} role="dialog" aria-labelledby={title} tabIndex={-1} className={styles.panel}>
      <div className={styles.head}>
        <h2 id={title}>Alerts</h2>
        {all?.some(({ isRead }) => !isRead) && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => {
              // The button goes with what is unread.
              panel.current?.focus()
              readAll.mutate({})
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {!all && reading.error && <ErrorState compact error={reading.error} onRetry={reading.refetch} />}
      {!all && !reading.error && (
        <div className={styles.muted}>
          <Skeleton height={52} />
        </div>
      )}
      {all?.length === 0 && (
        <EmptyState title="No alerts" text="When something needs your attention, it appears here" />
      )}
      {all && all.length > 0 && (
        <ul className={styles.list}>
          {all.map((alert) => (
            <li key={alert.id}>
              <AlertLink of={alert} className={styles.link} onFollow={leave}>
                <AlertText of={alert} />
              </AlertLink>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Link to={paths.all} onClick={leave}>
          All alerts
        </Link>
        <Link to={paths.choices} onClick={leave}>
          Alert settings
        </Link>
      </div>
    </div>
  )
}

const AlertText = ({ of }: { of: Alert }) => (
  <>
    <span className={styles.dot} {...(!of.isRead && { 'data-unread': true, role: 'img', 'aria-label': 'Unread' })} />
    <span className={styles.title}>{of.title}</span>
    {of.detail && <span className={`${styles.more} ${styles.detail}`}>{of.detail}</span>}
    <span className={styles.more}>{[timesOf(of), endOf(of)].filter(Boolean).join(' · ')}</span>
  </>
)
