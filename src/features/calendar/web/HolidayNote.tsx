import type { Day } from '#contract/time.ts'
import { config } from '#web/config.ts'
import { holidayOn, holidayWords } from '../holidays.ts'
import styles from './Entry.module.css'

/** Those of Nigeria, in a chain that is there. */
export const holidayOf = (day: Day): string | undefined => {
  const holiday = config.zone === 'Africa/Lagos' ? holidayOn(day) : undefined
  return holiday && holidayWords(holiday)
}

/** Which public holiday a day is, in one line. Of a day's group it is heard with its name. */
export function HolidayNote({ day, isHeard = false }: { day: Day; isHeard?: boolean }) {
  const words = holidayOf(day)
  return (
    words && (
      <span className={styles.holiday} title={words} aria-hidden={!isHeard || undefined}>
        {words}
      </span>
    )
  )
}
