import { showCount } from '#contract/counted.ts'
import { addDays, addMonths, showDay, type Day } from '#contract/time.ts'
import { dates } from '#web/date-words.ts'
import type { Change } from '#web/charts/Metric.tsx'
import type { Point } from '#web/charts/types.ts'
import type { MonthRow, SalesRow, Step } from '../contract.ts'
import { isWithinReach, LONGEST_RANGE, messages } from '../rules.ts'

/** Days of the chain's zone, both included. */
export type Range = { start: Day; end: Day }
export const asked = ({ start, end }: Range) => ({ start_date: start, end_date: end })

const DAY_MS = 86_400_000
/** 21/11 */
const short = (day: Day) => showDay(day).slice(0, 5)
const daysOf = ({ start, end }: Range) => (Date.parse(end) - Date.parse(start)) / DAY_MS + 1

/** What of a range is compared, with what, and the words that say so. */
export type Comparison = { now: Range; before: Range; words: string }

const WEEK = 7
const LONGEST_MONTH = 31
const endOfMonth = (day: Day): Day => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)

/** From the first of a month or year on, longer than a week and within it: as many months before it are compared. */
function monthsBack({ start, end }: Range): number {
  const days = daysOf({ start, end })
  if (days > LONGEST_MONTH) return start.endsWith('-01-01') && end.slice(0, 4) === start.slice(0, 4) ? 12 : 0
  return days > WEEK && start.endsWith('-01') && end.slice(0, 7) === start.slice(0, 7) ? 1 : 0
}

/** What whole days are compared with. */
function daysBefore(now: Range): Range {
  const months = monthsBack(now)
  const back = Math.max(WEEK, daysOf(now))
  if (!months) return { start: addDays(now.start, -back), end: addDays(now.end, -back) }
  const end = addMonths(now.end, -months)
  return { start: addMonths(now.start, -months), end: now.end === endOfMonth(now.end) ? endOfMonth(end) : end }
}

/**
 * Like with like: the whole days of a range, as a day that still runs would always lose; up to a week with the same days
 * of the week before, as a Saturday is no Friday; a month or a year, or what is over of it, with the same days of the one
 * before; more with as many days before. A day that runs, alone, is compared with nothing.
 */
export function comparisonOf({ start, end }: Range, today: Day): Comparison | undefined {
  const now = { start, end: end < today ? end : addDays(today, -1) }
  if (now.end < now.start) return
  const before = daysBefore(now)
  const until = now.end < end ? `to ${short(now.end)} ` : ''
  const isFar = before.start.slice(0, 4) !== today.slice(0, 4)
  const show = isFar ? showDay : short
  const against =
    before.start === before.end
      ? `${dates().weekday(before.start)} ${show(before.start)}`
      : `${show(before.start)} – ${show(before.end)}`
  return { now, before, words: `${until}vs ${against}` }
}

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

/** The mean of those that are known; null where none is. */
export const average = (values: readonly (number | null)[] | undefined): number | null => {
  const known = (values ?? []).filter((value) => value !== null)
  return known.length ? sum(known) / known.length : null
}

/** Beside a figure that only the chain has, while cinemas are chosen. */
export const FOR_ALL = 'For all cinemas'

export const WHOLE_DAYS = 'Compared through yesterday. Today is still in progress.'

/** More bars than a screen shows apart: a longer range is drawn by month. */
const MOST_DAYS = 92
export const stepOf = (range: Range): Step => (daysOf(range) > MOST_DAYS ? 'month' : 'day')

/** Points of an axis of days, or of months, each by its first day. */
export const onDays = <R extends { date: Day }>(
  rows: readonly R[] | undefined,
  values: (row: R) => Point['values'],
  step: Step = 'day',
): Point[] | undefined =>
  rows?.map((row) => ({
    id: row.date,
    label: step === 'day' ? showDay(row.date) : dates().month(row.date),
    short: step === 'day' ? short(row.date) : dates().monthShort(row.date),
    values: values(row),
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
): Point[] | undefined =>
  rows?.map((row) => ({
    id: `${year}-${row.month}`,
    label: dates().month(firstDay({ year, month: row.month })),
    short: dates().monthShort(firstDay({ year, month: row.month })),
    values: [value(row)],
  }))

/** A month, counted from 1. */
export type Month = { year: number; month: number }
export const monthBefore = ({ year, month }: Month): Month =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
export const monthAsked = ({ year, month }: Month) => ({ year, monthIndex: month - 1 })
export const firstDay = ({ year, month }: Month): Day => `${year}-${String(month).padStart(2, '0')}-01`

export const isRunning = (month: Month, today: Day) => firstDay(month).slice(0, 7) === today.slice(0, 7)

/** Until when a month is compared, and its counterpart: of one that runs its whole days, of one that is over all. */
export const comparedDays = (month: Month, today: Day): { now: Day; before: Day } =>
  isRunning(month, today)
    ? { now: addDays(today, -1), before: addMonths(addDays(today, -1), -1) }
    : { now: addDays(addMonths(firstDay(month), 1), -1), before: addDays(firstDay(month), -1) }

/** Day by day until a day, together. */
export const sumUntil = <R extends { date: Day }>(rows: readonly R[], until: Day, value: (row: R) => number): number =>
  sum(rows.filter(({ date }) => date <= until).map(value))

export const CHANNELS = ['all', 'web', 'mobile'] as const
export type Channel = (typeof CHANNELS)[number]
export const KINDS = ['tickets', 'concessions', 'subscriptions'] as const

/** A day's figures of a channel, in the order of KINDS. */
export const byKind = (channel: Channel, of: 'number' | 'revenue') => (row: SalesRow) =>
  KINDS.map((kind) => (of === 'revenue' ? row[`${channel}_${kind}_revenue`] : row[`${channel}_${kind}`]))
