import { addDays, WEEKDAYS, weekdayOf, type Day, type Weekday } from './time.ts'

/** The week by which a chain changes its programme: seven days from the weekday of its setting CINEMA_WEEK_BEGINS. */

const numberOf = (begins: Weekday): number => WEEKDAYS.indexOf(begins)

/** Which of its cinema week's days one is, from 0. */
const nthOf = (day: Day, begins: Weekday): number => (weekdayOf(day) - numberOf(begins) + 7) % 7

/** The cinema week that a day is in. */
export function cinemaWeek(day: Day, begins: Weekday): { from: Day; until: Day } {
  const from = addDays(day, -nthOf(day, begins))
  return { from, until: addDays(from, 6) }
}

/** Weekdays as a cinema week goes, 0 is Sunday. */
export const weekdaysFrom = (begins: Weekday): number[] =>
  WEEKDAYS.map((_, nth) => (numberOf(begins) + nth) % WEEKDAYS.length)

/** "Friday to Thursday" */
export function cinemaWeekDays(begins: Weekday): string {
  const days = weekdaysFrom(begins).map((weekday) => WEEKDAYS[weekday]!)
  return [days[0]!, days[6]!].map((name) => name[0]!.toUpperCase() + name.slice(1)).join(' to ')
}
