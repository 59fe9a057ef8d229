import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import styles from './Entry.module.css'

type Props = {
  day: Day
  count: number
  /** There is more than that, too. */
  isTruncated?: boolean
  /** There is room for the number alone. */
  isNarrow?: boolean
  onList: (day: Day) => void
}

/** Where there is no room: how many more there are. Opens the day's list. */
export const MoreButton = ({ day, count, isTruncated, isNarrow, onList }: Props) => (
  <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => onList(day)}>
    +{count}
    <span className={isNarrow ? styles.hidden : undefined}> {isTruncated ? 'or more' : 'more'}</span>
    <span className={styles.hidden}> on {dates.brief(day)}</span>
  </button>
)
