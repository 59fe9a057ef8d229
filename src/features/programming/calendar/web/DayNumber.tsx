import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import styles from './Entry.module.css'
import { countText } from './format.ts'
import { holidayOf } from './HolidayNote.tsx'

/** A day as a group of a grid is called. */
export const dayLabel = (day: Day, today: Day, count: number | undefined): string =>
  [dates.full(day), day === today && 'today', holidayOf(day), count !== undefined && countText(count)]
    .filter(Boolean)
    .join(', ')

type Props = { day: Day; today: Day; count: number | undefined; onList: (day: Day) => void }

/** A day's number, with the month where one begins; opens the day's list, where more can be added to it. */
export function DayNumber({ day, today, count, onList }: Props) {
  const date = Number(day.slice(8))
  const text = date === 1 ? `1 ${dates.monthShort(day)}` : String(date)
  const props = { className: styles.number, 'data-today': day === today || undefined }
  return count !== undefined ? (
    <button type="button" {...props} aria-haspopup="dialog" onClick={() => onList(day)}>
      <span aria-hidden>{text}</span>
      <span className={styles.hidden}>
        {count ? 'List of' : 'Add on'} {dates.brief(day)}
      </span>
    </button>
  ) : (
    <span {...props} aria-hidden>
      {text}
    </span>
  )
}
