import { showCount } from '#contract/counted.ts'
import { showDay, type Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import type { Change, ChangeOrNote } from './Metric.tsx'

/** Texts for the change of a figure and for the compared days. */

/** Both dates are included. */
type Days = { start: Day; end: Day }
/** `until`: time of day at which the last day of both periods ends. */
type Compared = { now: Days; before: Days; until?: string | undefined }

/** Such as 21/11. */
export const short = (day: Day) => showDay(day).slice(0, 5)

/** Describes a comparison: short, for next to a figure, and in full. */
export function comparisonText({ now, before, until }: Compared, range: Days, today: Day) {
  const show = before.start.slice(0, 4) === today.slice(0, 4) ? short : showDay
  const against =
    before.start === before.end
      ? `${dates.weekday(before.start)} ${show(before.start)}`
      : `${show(before.start)} – ${show(before.end)}`
  const isPartial = now.end < range.end && now.end < today && until === undefined
  const clock = until === undefined ? '' : ` to ${until}`
  const full = ({ start, end }: Days) =>
    (start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`) + clock
  return {
    note: `${isPartial ? `to ${short(now.end)} ` : ''}vs ${against}${clock}`,
    days: `${full(now)}, compared with ${full(before)}`,
  }
}

/** Describes the ends of both periods, for figures at a point in time. */
export const endsOf = ({ now, before }: Compared) =>
  `on ${short(now.end)}, vs ${before.end.slice(0, 4) === now.end.slice(0, 4) ? short(before.end) : showDay(before.end)}`

/** Returns why there is no earlier period to compare with. */
export const beforeSales = (firstSale: Day | null): string =>
  firstSale === null ? 'No sales yet' : `No comparison: first sale was ${showDay(firstSale)}`

/** Direction of good news. */
type Good = 'up' | 'down' | 'neither'
const change = (by: number, unit: string, good: Good): Change => {
  const size = Number(Math.abs(by).toFixed(1))
  const sign = size === 0 ? '' : by > 0 ? '+' : '−'
  const isGood = by > 0 === (good === 'up')
  return {
    text: `${sign}${showCount(size)}${unit}`,
    tone: size === 0 || good === 'neither' ? 'neutral' : isGood ? 'good' : 'bad',
  }
}

type Figure = number | null | undefined

/** A rate without a base. The texts follow the days: “vs Sat 21/11: none”. */
const NONE_THEN = 'none'
const NONE_NOW = 'not compared yet'

/** Returns the change of a figure in percent, or a note where the base is zero or below. */
export function changeOf(now: Figure, before: Figure, good: Good = 'up'): ChangeOrNote {
  if (before == null || before === 0) return NONE_THEN
  if (now == null) return NONE_NOW
  if (before < 0) return 'below zero'
  return change(((now - before) / before) * 100, '%', good)
}

/** Returns the change of a rate in points. */
export const pointsOf = (now: Figure, before: Figure, good: Good = 'up'): ChangeOrNote =>
  before == null ? NONE_THEN : now == null ? NONE_NOW : change(now - before, ' points', good)

/** Returns a change for a table cell, which has no room for a note. */
export const moveOf = (changed: ChangeOrNote): Change | undefined => (typeof changed === 'string' ? undefined : changed)
