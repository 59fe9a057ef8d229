import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { today } from '#web/ui/format.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { alerts } from '../contract.ts'
import styles from './Bell.module.css'

const Panel = lazyDialog(() => import('./BellPanel.tsx').then((module) => module.BellPanel))

const REFRESH_MS = 60_000
const MOST_COUNTED = 99

/** How many alerts are unread, and behind it the newest of them. Whoever must first have a second factor reads none. */
export function Bell() {
  const { twoFactorFrom } = useMe()
  return twoFactorFrom !== undefined && twoFactorFrom <= today() ? null : <Ringing />
}

function Ringing() {
  const [isOpen, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const { data } = useRead(alerts.unread, {}, { refetchInterval: () => REFRESH_MS })
  const unread = data?.unread ?? 0
  return (
    <div className={styles.place}>
      <button
        ref={setButton}
        type="button"
        className={styles.bell}
        aria-label={unread ? `Alerts: ${unread} unread` : 'Alerts'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void Panel.load().catch(() => undefined)}
        onClick={() => setOpen(!isOpen)}
      >
        <IconBell size={19} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={styles.count} data-count={unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread} />
        )}
      </button>
      <Panel
        opened={isOpen}
        button={button}
        onClose={({ refocus }) => {
          setOpen(false)
          if (refocus) button?.focus()
        }}
      />
    </div>
  )
}
