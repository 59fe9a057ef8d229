import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import type { CalendarKind } from '#web/feature.ts'
import { stepped, type View } from '../rules.ts'
import styles from './Calendar.module.css'

type Props = {
  view: View
  day: Day
  range: { from: Day; until: Day }
  kinds: readonly CalendarKind[]
  /** The kinds that are shown; none chooses all. */
  wanted: readonly string[]
  /** Nothing is today. */
  onDay: (day: Day | undefined) => void
  onKinds: (kinds: readonly string[]) => void
  isEmpty: boolean
}

/** Which days are shown, with the way to others, and which kinds. */
export function Toolbar({ view, day, range, kinds, wanted, onDay, onKinds, isEmpty }: Props) {
  const text = view === 'week' ? dates.span(range.from, range.until) : dates.month(day)
  const turn = (kind: string) => {
    const next = wanted.includes(kind) ? wanted.filter((one) => one !== kind) : [...wanted, kind]
    onKinds(next.length === kinds.length ? [] : next)
  }
  return (
    <div className={styles.toolbar}>
      <div className={styles.steps}>
        <Step label={`Previous ${view}`} onClick={() => onDay(stepped(view, day, -1))}>
          <IconChevronLeft size={17} />
        </Step>
        <Step label={`Next ${view}`} onClick={() => onDay(stepped(view, day, 1))}>
          <IconChevronRight size={17} />
        </Step>
        <Button variant="default" size="compact-sm" className={styles.todayButton} onClick={() => onDay(undefined)}>
          Today
        </Button>
      </div>
      <h2 className={styles.period} aria-live="polite">
        {text}
      </h2>
      {isEmpty && <p className={styles.nothing}>Nothing is scheduled</p>}
      {kinds.length > 1 && (
        <div className={styles.chips} role="group" aria-label="Kinds">
          <button type="button" className={styles.chip} aria-pressed={!wanted.length} onClick={() => onKinds([])}>
            All
          </button>
          {kinds.map(({ kind, label, color, icon: Icon }) => (
            <button
              key={kind}
              type="button"
              className={styles.chip}
              data-color={color}
              aria-pressed={wanted.includes(kind)}
              onClick={() => turn(kind)}
            >
              <Icon size={14} className={styles.icon} aria-hidden />
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const Step = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <ActionIcon variant="subtle" color="gray" size={30} className={styles.step} aria-label={label} onClick={onClick}>
    {children}
  </ActionIcon>
)
