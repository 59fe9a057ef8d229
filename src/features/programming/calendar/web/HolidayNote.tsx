import type { Day } from '#contract/time.ts'
import { config } from '#web/config.ts'
import { holidayOn, holidayLabel } from '../holidays.ts'
import styles from './Entry.module.css'

/** Those of Nigeria, in a chain that is there. */
export const holidayOf = (day: Day): string | undefined => {
  const holiday = config.zone === 'Africa/Lagos' ? holidayOn(day) : undefined
  return holiday && holidayLabel(holiday)
}

/** Which public holiday a day is, in one line. Of a day's group it is heard with its name. */
export function HolidayNote({ day, isSpoken: isAnnounced = false }: { day: Day; isSpoken?: boolean }) {
  const text = holidayOf(day)
  return (
    text && (
      <span className={styles.holiday} title={text} aria-hidden={!isAnnounced || undefined}>
        {text}
      </span>
    )
  )
}
