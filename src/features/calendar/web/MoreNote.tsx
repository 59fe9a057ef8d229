import { Link } from '@tanstack/react-router'
import type { Day } from '#contract/time.ts'
import type { CalendarKind } from '#web/feature.ts'
import { DAY_MOST } from '../rules.ts'
import styles from './Entry.module.css'

/** A kind of which a day has more than the calendar holds. */
export type More = { kind: CalendarKind; day: Day }

/** Says of which kinds a day has more, and where they are. */
export const MoreNote = ({ day, more }: { day: Day; more: readonly More[] }) =>
  more
    .filter((one) => one.day === day)
    .map(({ kind }) => (
      <p key={kind.kind} className={styles.moreNote}>
        There are more than {DAY_MOST} {kind.label.toLowerCase()}. <Link to={kind.all}>See all of them</Link>
      </p>
    ))
