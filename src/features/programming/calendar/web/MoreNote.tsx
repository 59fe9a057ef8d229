import { Link } from '@tanstack/react-router'
import type { Day } from '#contract/time.ts'
import type { CalendarKind } from '#web/feature.ts'
import { DAY_MOST } from '../rules.ts'
import styles from './Entry.module.css'

/** A kind of which a day has more than the calendar holds; where that runs on, later days may. */
export type More = { kind: CalendarKind; day: Day; until: Day }

/** What a day has more of, or may have. */
export const moreOn = (more: readonly More[], day: Day): More[] =>
  more.filter((one) => one.day <= day && day <= one.until)

/** Says of which kinds there is more on a day, and where they are. */
export const MoreNote = ({ day, more }: { day: Day; more: readonly More[] }) => {
  const kinds = new Map(moreOn(more, day).map((one) => [one.kind, one.day === day]))
  return [...kinds].map(([kind, isOfDay]) => (
    <p key={kind.kind} className={styles.moreNote}>
      {isOfDay ? `There are more than ${DAY_MOST}` : 'There may be more'} {kind.label.toLowerCase()}.{' '}
      <Link to={kind.all}>See all</Link>
    </p>
  ))
}
