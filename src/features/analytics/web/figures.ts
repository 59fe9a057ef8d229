import { showCount } from '#contract/counted.ts'
import { showDay, type Day } from '#contract/time.ts'
import { dates } from '#web/date-words.ts'
import type { Change } from '#web/charts/Metric.tsx'
import type { Point } from '#web/charts/types.ts'
import { daysOf, type Compared, type Range } from '../compared-rules.ts'
import type { MonthRow, SalesRow, Step } from '../contract.ts'
import { isWithinReach, LONGEST_RANGE, messages } from '../rules.ts'

export { daysOf, type Range } from '../compared-rules.ts'
export const asked = ({ start, end }: Range) => ({ start_date: start, end_date: end })

/** 21/11 */
const short = (day: Day) => showDay(day).slice(0, 5)

/** What is compared with what: short beside a figure, and in full. */
export function wordsOf({ now, before, until }: Compared, range: Range, today: Day) {
  const show = before.start.slice(0, 4) === today.slice(0, 4) ? short : showDay
  const against =
    before.start === before.end
      ? `${dates().weekday(before.start)} ${show(before.start)}`
      : `${show(before.start)} – ${show(before.end)}`
  const isCut = now.end < range.end && now.end < today && until === undefined
  const clock = until === undefined ? '' : ` to ${until}`
  const full = ({ start, end }: Range) =>
    (start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`) + clock
  return {
    note: `${isCut ? `to ${short(now.end)} ` : ''}vs ${against}${clock}`,
    days: `${full(now)}, compared with ${full(before)}`,
  }
}

/** Why there is nothing to compare with. */
export const beforeSales = (firstSale: Day | null): string =>
  firstSale === null ? 'Nothing was sold yet' : `Not compared: sales begin on ${showDay(firstSale)}`

/** Why a range cannot be asked for, as the server would say it. */
export function problemOf(range: Range): string | undefined {
  if (range.end < range.start) return messages.backwards
  if (!isWithinReach(range.start)) return messages.tooEarly
  if (daysOf(range) > LONGEST_RANGE) return messages.tooLong
}

/** Which way is good news. */
type Good = 'up' | 'down' | 'neither'
const tell = (by: number, unit: string, good: Good): Change => {
  const size = Number(Math.abs(by).toFixed(1))
  const sign = size === 0 ? '' : by > 0 ? '+' : '−'
  const isGood = by > 0 === (good === 'up')
  return {
    words: `${sign}${showCount(size)}${unit}`,
    tone: size === 0 || good === 'neither' ? 'neutral' : isGood ? 'good' : 'bad',
  }
}

type Figure = number | null | undefined

/** How a figure moved, in percent; null where there is nothing to compare with. */
export const changeOf = (now: Figure, before: Figure, good: Good = 'up'): Change | null =>
  now == null || before == null || before <= 0 ? null : tell(((now - before) / before) * 100, '%', good)

/** How a rate moved, in points. */
export const pointsOf = (now: Figure, before: Figure, good: Good = 'up'): Change | null =>
  now == null || before == null ? null : tell(now - before, ' points', good)

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
): Point[] | undefined =>
  rows?.map((row) => ({
    id: row.date,
    label: step === 'day' ? showDay(row.date) : dates().month(row.date),
    short: step === 'day' ? short(row.date) : dates().monthShort(row.date),
    values: values(row),
    ...((step === 'day' ? row.date === today : row.date.slice(0, 7) === today.slice(0, 7)) && { isRunning: true }),
  }))

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
export const monthAsked = ({ year, month }: Month) => ({ year, monthIndex: month - 1 })
export const firstDay = ({ year, month }: Month): Day => `${year}-${String(month).padStart(2, '0')}-01`

export const CHANNELS = ['all', 'web', 'mobile'] as const
export type Channel = (typeof CHANNELS)[number]
export const KINDS = ['tickets', 'concessions', 'subscriptions'] as const

/** A day's figures of a channel, in the order of KINDS. */
export const byKind = (channel: Channel, of: 'number' | 'revenue') => (row: SalesRow) =>
  KINDS.map((kind) => (of === 'revenue' ? row[`${channel}_${kind}_revenue`] : row[`${channel}_${kind}`]))
