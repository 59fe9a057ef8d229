import { addMonths, type Day } from '#contract/time.ts'
import type { Preset } from './DateRange.tsx'

/** Days until today that are chosen at once. */
export const pastDays = (today: Day) =>
  ({
    lastMonth: { label: 'Last month to today', start: addMonths(today, -1), end: today },
    last3Months: { label: 'Last 3 months', start: addMonths(today, -3), end: today },
    thisYear: { label: 'This year', start: `${today.slice(0, 4)}-01-01`, end: today },
    today: { label: 'Today', start: today, end: today },
  }) satisfies Record<string, Preset>
