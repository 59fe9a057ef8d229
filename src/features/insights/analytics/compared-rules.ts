import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, addMonths, daysBetween, type Day, type Weekday } from '#contract/time.ts'
import { isInRange } from '#contract/range.ts'

/** What is compared with what, for every card, badge, chart and file. Pure. */

/** Days of the chain's zone, both included. */
export type Range = { start: Day; end: Day }

/** The period before, or the same one of the year before. */
export const COMPARE = ['before', 'year'] as const
export type CompareTo = (typeof COMPARE)[number]

/** What a range is a part of, so that a month is compared with a month. */
type Unit = 'days' | 'month' | 'year'

/** Periods that have a name. */
export const PERIODS = ['day', 'week', 'weekend', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Days compared; `until` is the time of day (HH:mm) up to which the last day of both counts, where today is not over. */
export type Compared = { now: Range; before: Range; until: string | undefined }

const WEEK = 7
/** So many days keep their weekdays. */
const YEAR_OF_WEEKS = 364
const LONGEST_MONTH = 31

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
const endOfMonth = (day: Day): Day => addDays(addMonths(firstOfMonth(day), 1), -1)
export const daysOf = ({ start, end }: Range): number => daysBetween(start, end) + 1

/** From the first of a month or year on, longer than a week and within it, a range is a part of that. */
function unitOf({ start, end }: Range): Unit {
  const days = daysBetween(start, end) + 1
  if (days > LONGEST_MONTH) return start.endsWith('-01-01') && end.slice(0, 4) === start.slice(0, 4) ? 'year' : 'days'
  return days > WEEK && start.endsWith('-01') && end.slice(0, 7) === start.slice(0, 7) ? 'month' : 'days'
}

/** The days of a period that has a day; of the weekend, which is Friday to Sunday, of the latest by then. */
export function periodOf(period: Period, day: Day, weekBegins: Weekday): Range {
  if (period === 'day') return { start: day, end: day }
  if (period === 'month') return { start: firstOfMonth(day), end: endOfMonth(day) }
  if (period === 'year') return { start: `${day.slice(0, 4)}-01-01`, end: `${day.slice(0, 4)}-12-31` }
  const { from, until } = cinemaWeek(day, period === 'week' ? weekBegins : 'friday')
  return { start: from, end: period === 'week' ? until : addDays(from, 2) }
}
export const unitOfPeriod = (period: Period): Unit => (period === 'month' || period === 'year' ? period : 'days')

type How = {
  today: Day
  /** The time of day, HH:mm, of figures that are known up to it; the others count days that are over. */
  clock?: string | undefined
  to?: CompareTo
  unit?: Unit
}

/**
 * Like with like. Of days the same weekdays: up to a week those of the week before, more with as many days before, and of the
 * year before those 52 weeks earlier. Of a month or year the same days of the one before, a whole one with a whole one. What
 * still runs is compared with the same part of the one before: up to this time of day, or without today.
 * @returns undefined where nothing of the range is over that could be compared
 */
export function comparedOf(
  range: Range,
  { today, clock, to = 'before', unit = unitOf(range) }: How,
): Compared | undefined {
  const last = clock === undefined ? addDays(today, -1) : today
  const now = { start: range.start, end: range.end < last ? range.end : last }
  if (now.end < now.start) return
  const until = now.end === today ? clock : undefined
  if (unit === 'days') {
    const days = daysOf(now)
    const back = to === 'before' ? Math.max(WEEK, days) : Math.ceil(days / YEAR_OF_WEEKS) * YEAR_OF_WEEKS
    return { now, before: { start: addDays(now.start, -back), end: addDays(now.end, -back) }, until }
  }
  const months = unit === 'year' || to === 'year' ? 12 : 1
  const end = addMonths(now.end, -months)
  const isComplete = now.end === endOfMonth(now.end) && until === undefined
  // A day that the other month does not have: it is over there.
  const isMissing = end.slice(8) !== now.end.slice(8)
  return {
    now,
    before: { start: addMonths(now.start, -months), end: isComplete ? endOfMonth(end) : end },
    until: isMissing ? undefined : until,
  }
}

/** Whether a base lies partly before the first sale: then it is none. */
export const isBeforeSales = ({ before }: Compared, firstSale: Day | null): boolean =>
  firstSale === null || before.start < firstSale

/**
 * Whether a screen has something to compare with: not before the first sale is known (undefined), nor where the days before
 * begin before it or are out of reach (`isEarly`).
 */
export function baseOf(compared: Compared | undefined, firstSale: Day | null | undefined) {
  if (!compared || firstSale === undefined) return { hasBase: false, isEarly: false } as const
  const isEarly = isBeforeSales(compared, firstSale) || !isInRange(compared.before.start)
  return { hasBase: !isEarly, isEarly }
}
