import { showDay, type Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { short } from '#web/charts/compared.ts'
import type { Point } from '#web/charts/types.ts'
import { daysOf, type Range } from '../compared-rules.ts'
import type { MonthRow, SalesRow, Step } from '../contract.ts'
import { isInRange, LONGEST_RANGE, messages } from '#contract/range.ts'

export { daysOf, type Range } from '../compared-rules.ts'
export const rangeQuery = ({ start, end }: Range) => ({ start_date: start, end_date: end })

/** Why a range cannot be asked for, as the server would say it. */
export function problemOf(range: Range): string | undefined {
  if (range.end < range.start) return messages.backwards
  if (!isInRange(range.start)) return messages.tooEarly
  if (daysOf(range) > LONGEST_RANGE) return messages.tooLong
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Beside a figure that only the chain has, while cinemas are chosen. */
export const FOR_ALL = 'For all cinemas'

/** More bars than a screen shows apart: a longer range is drawn by month. */
const MOST_DAYS = 92
export const stepOf = (range: Range): Step => (daysOf(range) > MOST_DAYS ? 'month' : 'day')

/** Points of an axis of days, or of months, each by its first day. What today belongs to is still running. */
export const onDays = <R extends { date: Day }>(
  rows: readonly R[] | undefined,
  values: (row: R) => Point['values'],
  today: Day,
  step: Step = 'day',
): Point[] | undefined => {
  const isOfYears = step === 'month' && new Set(rows?.map(({ date }) => date.slice(0, 4))).size > 1
  const month = (day: Day) => dates.monthShort(day) + (isOfYears ? ` ${day.slice(0, 4)}` : '')
  return rows?.map((row) => ({
    id: row.date,
    label: step === 'day' ? showDay(row.date) : dates.month(row.date),
    short: step === 'day' ? short(row.date) : month(row.date),
    values: values(row),
    ...((step === 'day' ? row.date === today : row.date.slice(0, 7) === today.slice(0, 7)) && { isRunning: true }),
  }))
}

/** What was asked for, and not what was asked for before: its months would be taken for those of another year. */
export const fresh = <D>({ data, isPlaceholderData }: { data: D | undefined; isPlaceholderData: boolean }) =>
  isPlaceholderData ? undefined : data

/** The months of a year that have begun. */
export const begun = (rows: readonly MonthRow[] | undefined, year: number, today: Day): MonthRow[] | undefined =>
  rows?.filter(({ month }) => `${year}-${String(month).padStart(2, '0')}` <= today.slice(0, 7))

/** Points of an axis of months. */
export const onMonths = (
  rows: readonly MonthRow[] | undefined,
  year: number,
  value: (row: MonthRow) => number | null,
  today: Day,
): Point[] | undefined =>
  onDays(
    rows?.map((row) => ({ ...row, date: firstDay({ year, month: row.month }) })),
    (row) => [value(row)],
    today,
    'month',
  )

/** A month, counted from 1. */
export type Month = { year: number; month: number }
export const monthQuery = ({ year, month }: Month) => ({ year, monthIndex: month - 1 })
export const firstDay = ({ year, month }: Month): Day => `${year}-${String(month).padStart(2, '0')}-01`

export const CHANNELS = ['all', 'web', 'mobile'] as const
export type Channel = (typeof CHANNELS)[number]
export const KINDS = ['tickets', 'concessions', 'subscriptions'] as const

/** A day's figures of a channel, in the order of KINDS. */
export const byKind = (channel: Channel, of: 'number' | 'revenue') => (row: SalesRow) =>
  KINDS.map((kind) => (of === 'revenue' ? row[`${channel}_${kind}_revenue`] : row[`${channel}_${kind}`]))
