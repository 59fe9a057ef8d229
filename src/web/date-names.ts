import type { Day } from '#contract/time.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const at = (day: Day) => {
  const date = new Date(`${day}T00:00:00Z`)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate(), weekday: date.getUTCDay() }
}
const brief = (day: Day) => `${WEEKDAYS[at(day).weekday]} ${at(day).date} ${MONTHS[at(day).month]}`
const month = (day: Day) => `${MONTHS[at(day).month]} ${at(day).year}`

/** Dates with names of days and months. */
export const dates = {
  /** Such as "November", "Nov", "Mon". */
  months: MONTHS,
  monthShort: (day: Day) => MONTHS[at(day).month]!.slice(0, 3),
  weekday: (day: Day) => WEEKDAYS[at(day).weekday]!.slice(0, 3),
  /** Such as "Monday 30 November", and with its year. */
  brief,
  full: (day: Day) => `${brief(day)} ${at(day).year}`,
  /** Such as "November 2026". */
  month,
  /** Such as "16 – 22 November 2026", "30 November – 6 December 2026", "28 December 2026 – 3 January 2027". */
  span: (from: Day, until: Day) => {
    const [a, b] = [at(from), at(until)]
    const end = `${b.date} ${month(until)}`
    if (a.year !== b.year) return `${a.date} ${month(from)} – ${end}`
    return a.month === b.month ? `${a.date} – ${end}` : `${a.date} ${MONTHS[a.month]} – ${end}`
  },
}
