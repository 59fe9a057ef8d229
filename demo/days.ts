import { addDays, weekdayOf, type Day } from '#contract/time.ts'

/** Days that the texts of the demo name: whatever day it is loaded on, what is of a day is on that day. */

const inYears = (today: Day, date: string, years: readonly number[]): Day[] =>
  years.map((more) => `${Number(today.slice(0, 4)) + more}-${date}`)

/** A date (MM-DD) the next time that it comes: today at the earliest. */
export const nextDate = (today: Day, date: string): Day => inYears(today, date, [0, 1]).find((day) => day >= today)!

/** A date (MM-DD) the last time that it was: yesterday at the latest. */
export const lastDate = (today: Day, date: string): Day => inYears(today, date, [0, -1]).find((day) => day < today)!

/** The first day from this one on that is a weekday, 0 for Sunday. */
export const nextWeekday = (from: Day, weekday: number): Day => addDays(from, (weekday - weekdayOf(from) + 7) % 7)

/** The last day up to this one that is a weekday, 0 for Sunday. */
export const lastWeekday = (to: Day, weekday: number): Day => addDays(to, -((weekdayOf(to) - weekday + 7) % 7))

/** The day of what was sent so many days ago, or on the weekday before. */
export const sentOn = ({ daysAgo, weekday }: { daysAgo: number; weekday?: number }, today: Day): Day => {
  const day = addDays(today, -daysAgo)
  return weekday === undefined ? day : lastWeekday(day, weekday)
}

/** The first and the last date (MM-DD) of the long school holidays. */
const SCHOOL_HOLIDAYS: [first: string, last: string][] = [
  ['07-22', '09-08'],
  ['12-16', '01-06'],
]

/** The long school holidays that begin next, after today. */
export const nextSchoolHolidays = (today: Day): [first: Day, last: Day] =>
  SCHOOL_HOLIDAYS.map(([from, to]): [Day, Day] => {
    const first = nextDate(addDays(today, 1), from)
    return [first, nextDate(first, to)]
  }).sort(([a], [b]) => (a < b ? -1 : 1))[0]!

/** Whether a day is in the long school holidays. */
export const isInSchoolHolidays = (day: Day): boolean => {
  const date = day.slice(5)
  return SCHOOL_HOLIDAYS.some(([from, to]) => (from < to ? from <= date && date <= to : date >= from || date <= to))
}
