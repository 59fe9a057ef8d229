import type { Day } from '#contract/time.ts'

/** Where things stand in the grids: bars in lanes over the days of a week, blocks in columns over the hours of a day. */

type OnDays = { first: Day; last: Day }
/** From day `at` of the week (0 to 6) over `span` days, in a lane from the top. */
export type Bar<E> = { entry: E; at: number; span: number; lane: number; isFromBefore: boolean; goesOn: boolean }

/**
 * The entries of a week in so many lanes at most. On a day with more, the last lane is left to say so; what cannot be
 * shown on all of its days of the week is hidden on all. `hidden` has for each day how many, `lanes` is how many are
 * used.
 */
export function inLanes<E extends OnDays>(entries: readonly E[], week: readonly Day[], most: number) {
  const monday = week[0]!
  const sunday = week.at(-1)!
  const bars: Bar<E>[] = []
  const occupied = week.map(() => new Set<number>())
  const long = ({ first, last }: E) => Number(first < last)
  const ofWeek = entries
    .filter(({ first, last }) => first <= sunday && last >= monday)
    .toSorted(
      (one, other) => long(other) - long(one) || (one.first < other.first ? -1 : one.first > other.first ? 1 : 0),
    )
  for (const entry of ofWeek) {
    const at = Math.max(0, week.indexOf(entry.first))
    const until = entry.last > sunday ? week.length - 1 : week.indexOf(entry.last)
    const days = occupied.slice(at, until + 1)
    let lane = 0
    while (days.some((lanes) => lanes.has(lane))) lane++
    for (const lanes of days) lanes.add(lane)
    bars.push({ entry, at, span: days.length, lane, isFromBefore: entry.first < monday, goesOn: entry.last > sunday })
  }
  const isFull = occupied.map((lanes) => Math.max(-1, ...lanes) >= most)
  const daysOf = ({ at, span }: Bar<E>) => isFull.slice(at, at + span)
  const isVisible = (bar: Bar<E>) => bar.lane < most - 1 || (bar.lane === most - 1 && !daysOf(bar).includes(true))
  const hidden = week.map(
    (_, day) => bars.filter((bar) => !isVisible(bar) && bar.at <= day && day < bar.at + bar.span).length,
  )
  const visible = bars.filter(isVisible)
  const lanes = hidden.some(Boolean) ? most : Math.max(0, ...visible.map(({ lane }) => lane + 1))
  return { bars: visible, hidden, lanes }
}

/** From minute `from` to minute `until` of a day, in one of `columns`. */
type Block<E> = { entry: E; from: number; until: number; column: number; columns: number }
/** So many that have no room, from a minute on. */
type Fold = { from: number; count: number }

export const DAY_MINUTES = 1440
/** Before this hour nobody goes to the cinema: a week begins with it unless something is earlier. */
const FIRST_HOUR = 8
/** What takes less time than this is shown as long, so that it can be read. */
export const SHORTEST = 45
const MOST_COLUMNS = 3

/** The hour that a week's days begin with. @param minutes at which something begins */
export const firstHour = (minutes: readonly number[]): number =>
  Math.min(FIRST_HOUR, ...minutes.map((minute) => Math.floor(minute / 60)))

/** Entries of one day, beside each other where they are at the same time; of more than three columns the last is folded. */
export function inColumns<E>(timed: readonly { entry: E; from: number; until: number }[]) {
  const blocks: Block<E>[] = []
  const folds: Fold[] = []
  let cluster: Block<E>[] = []
  let end = 0
  const close = () => {
    const columns = Math.max(0, ...cluster.map(({ column }) => column + 1))
    const isFolded = columns > MOST_COLUMNS
    const fits = (block: Block<E>) => !isFolded || block.column < MOST_COLUMNS - 1
    blocks.push(...cluster.filter(fits).map((block) => ({ ...block, columns: Math.min(columns, MOST_COLUMNS) })))
    const folded = cluster.filter((block) => !fits(block))
    if (folded.length) folds.push({ from: folded[0]!.from, count: folded.length })
    cluster = []
  }
  const readable = timed.map(({ entry, from, until }) => {
    const start = Math.min(from, DAY_MINUTES - SHORTEST)
    return { entry, from: start, until: Math.max(until, start + SHORTEST) }
  })
  for (const one of readable.toSorted((a, b) => a.from - b.from)) {
    if (one.from >= end) close()
    let column = 0
    while (cluster.some((block) => block.column === column && block.until > one.from)) column++
    cluster.push({ ...one, column, columns: 1 })
    end = Math.max(end, one.until)
  }
  close()
  return { blocks, folds }
}
