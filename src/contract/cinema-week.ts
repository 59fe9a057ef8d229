import { addDays, WEEKDAYS, weekdayOf, type Day, type Weekday } from './time.ts'

/** The week of a chain's programme: seven days from the weekday of the setting CINEMA_WEEK_BEGINS. */

const numberOf = (begins: Weekday): number => WEEKDAYS.indexOf(begins)

/** Returns the index of a day in its cinema week, 0–6. */
const nthOf = (day: Day, begins: Weekday): number => (weekdayOf(day) - numberOf(begins) + 7) % 7

/** Returns the cinema week of a day. */
export function cinemaWeek(day: Day, begins: Weekday): { from: Day; until: Day } {
  const from = addDays(day, -nthOf(day, begins))
  return { from, until: addDays(from, 6) }
}

/** Returns the weekdays in the order of a cinema week; 0 is Sunday. */
export const weekdaysFrom = (begins: Weekday): number[] =>
  WEEKDAYS.map((_, nth) => (numberOf(begins) + nth) % WEEKDAYS.length)

/** Formats a cinema week as “Friday to Thursday”. */
export function cinemaWeekDays(begins: Weekday): string {
  const days = weekdaysFrom(begins).map((weekday) => WEEKDAYS[weekday]!)
  return [days[0]!, days[6]!].map((name) => name[0]!.toUpperCase() + name.slice(1)).join(' to ')
}
