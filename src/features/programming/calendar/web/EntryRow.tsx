import { Link } from '@tanstack/react-router'
import type { Day } from '#contract/time.ts'
import { showDay } from '#web/ui/format.ts'
import styles from './Entry.module.css'
import { clockOn, isLong, type CalendarEntry } from './format.ts'

/** An entry in a list of a day: when, what, and how it stands. */
export function EntryRow({ entry, day }: { entry: CalendarEntry; day: Day }) {
  const { kind, id, title, place, state, is_off, first, last } = entry
  const KindIcon = kind.icon
  const days = isLong(entry) && (day < last ? `until ${showDay(last)}` : `since ${showDay(first)}`)
  return (
    <li>
      <Link to={kind.path(id)} className={styles.row} data-color={kind.color} data-off={is_off || undefined}>
        <span className={styles.when}>{clockOn(entry, day) || 'all day'}</span>
        <span className={styles.badge}>
          <KindIcon size={15} aria-hidden />
        </span>
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>
          <span className={styles.about}>{[kind.one, place, state, days].filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
    </li>
  )
}
