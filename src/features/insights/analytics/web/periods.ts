import { addDays, addMonths, type Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import type { Period, Range } from '../compared-rules.ts'

/** A day of the period so many before or after the one that has these days. */
export function stepped(period: Period, { start }: Range, by: number): Day {
  if (period === 'day') return addDays(start, by)
  if (period === 'month') return addMonths(start, by)
  if (period === 'year') return addMonths(start, 12 * by)
  return addDays(start, 7 * by)
}

/** "Sunday 22 November 2026", "20 – 26 November 2026", "November 2026", "2026" */
export function named(period: Period, { start, end }: Range): string {
  if (period === 'day') return dates.full(start)
  if (period === 'month') return dates.month(start)
  return period === 'year' ? start.slice(0, 4) : dates.span(start, end)
}
