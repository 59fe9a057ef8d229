import { addDays, addMonths, weekStart, type Day } from '#contract/time.ts'
import type { Step } from '../contract.ts'
import type { Duration } from '../rules.ts'

/** Days, months and longer periods as the figures count them. Pure. */

/** Each day of a range that has come. */
export function daysUntil(start: Day, end: Day, today: Day): Day[] {
  const last = end < today ? end : today
  const days: Day[] = []
  for (let day = start; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The first day of each step of a range that has come. */
export const stepsUntil = (start: Day, end: Day, today: Day, step: Step): Day[] => {
  const days = daysUntil(start, end, today)
  return step === 'day' ? days : days.filter((day, index) => index === 0 || day.endsWith('-01'))
}

/** A month of a year: `last` is today in the running one. */
export type Month = { month: number; first: Day; last: Day }

/** The months of a year that have begun. */
export const monthsUntil = (year: number, today: Day): Month[] =>
  Array.from({ length: 12 }, (_, index) => monthOf(`${year}-01-01`, index, today)).filter(({ first }) => first <= today)

function monthOf(newYear: Day, index: number, today: Day): Month {
  const first = addMonths(newYear, index)
  const last = addDays(addMonths(first, 1), -1)
  return { month: index + 1, first, last: last < today ? last : today }
}

/** The first and the last day of the month of a day. */
export const fullMonth = (day: Day): [Day, Day] => {
  const first = `${day.slice(0, 7)}-01`
  return [first, addDays(addMonths(first, 1), -1)]
}

/** The first day of the week (ISO: from Monday), month or year of a day. */
export function periodStart(day: Day, duration: Duration): Day {
  if (duration === 'YEARLY') return `${day.slice(0, 4)}-01-01`
  if (duration === 'MONTHLY') return `${day.slice(0, 7)}-01`
  return weekStart(day)
}

/** The first day of the week, month or year after that of a day. */
function nextPeriod(day: Day, duration: Duration): Day {
  const start = periodStart(day, duration)
  if (duration === 'WEEKLY') return addDays(start, 7)
  return addMonths(start, duration === 'MONTHLY' ? 1 : 12)
}

/** The whole weeks, months or years within days, as one range; undefined where none is. */
export function fullPeriods(from: Day, until: Day, duration: Duration): { start: Day; end: Day } | undefined {
  const start = periodStart(from, duration) === from ? from : nextPeriod(from, duration)
  const end = addDays(periodStart(addDays(until, 1), duration), -1)
  return start < end ? { start, end } : undefined
}

/** How many periods from the one of a day to the one of a later day, both counted. */
export function periodsBetween(from: Day, until: Day, duration: Duration): number {
  const [one, other] = [periodStart(from, duration), periodStart(until, duration)]
  const years = Number(other.slice(0, 4)) - Number(one.slice(0, 4))
  if (duration === 'YEARLY') return years + 1
  if (duration === 'MONTHLY') return years * 12 + Number(other.slice(5, 7)) - Number(one.slice(5, 7)) + 1
  return (Date.parse(other) - Date.parse(one)) / (7 * 86_400_000) + 1
}
