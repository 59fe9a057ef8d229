import { addDays, addMonths, clockOf, dayOf, weekStart, type Day } from '#contract/time.ts'

/** Rules of the calendar that both faces obey. Days are those of the chain's zone; weeks begin on Monday. */

/** Two months, or one with the weeks that it begins and ends in. */
export const LONGEST = 62
/** So much of each kind is answered for a day; of what began before the first day, as much as belongs to that day. */
export const DAY_MOST = 25

export const messages = {
  backwards: 'The end date is before the start date',
  tooLong: `Choose at most ${LONGEST} days`,
} as const

type Timed = { starts_at: string | null; ends_at: string | null; all_day: boolean }
type Sorted = Timed & { title: string }

/** What has no end is at its start, and what has no start at its end. */
const anchorOf = ({ starts_at, ends_at }: Timed): string => (starts_at ?? ends_at)!

/** The first and the last day that it is on. What ends at midnight is not on the day that begins then. */
export function daysOf(entry: Timed, zone: string): { first: Day; last: Day } {
  const first = dayOf(anchorOf(entry), zone)
  if (entry.starts_at === null || entry.ends_at === null) return { first, last: first }
  const last = dayOf(Date.parse(entry.ends_at) - 1, zone)
  return { first, last: last < first ? first : last }
}

/** By their time; what is on the whole day comes first on it. */
export const inOrder = (one: Sorted, other: Sorted): number =>
  Date.parse(anchorOf(one)) - Date.parse(anchorOf(other)) ||
  Number(other.all_day) - Number(one.all_day) ||
  one.title.localeCompare(other.title)

/**
 * The entries that an answer for some days has, and of what there is more: on its day, and of a kind that runs on over
 * days maybe until the last, as nobody knows how long those run that are left out.
 */
export function fitting<E extends Timed & { kind: string }>(
  found: readonly E[],
  { from, until }: { from: Day; until: Day },
  zone: string,
) {
  const counts = new Map<string, number>()
  const more = new Map<string, { kind: string; day: Day; until: Day }>()
  const runsOn = new Set(found.filter((entry) => entry.starts_at && entry.ends_at).map(({ kind }) => kind))
  const entries = found.filter((entry) => {
    const { kind } = entry
    const { first } = daysOf(entry, zone)
    const day = first < from ? from : first
    const key = `${day} ${kind}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > DAY_MOST) more.set(key, { kind, day, until: runsOn.has(kind) ? until : day })
    return count <= DAY_MOST
  })
  return { entries, more: [...more.values()] }
}

/** How an entry stands on one of its days, in words; nothing where it is on the whole day. */
export function whenOn(entry: Timed, day: Day, zone: string): string {
  const { starts_at, ends_at, all_day } = entry
  if (all_day) return ''
  if (ends_at === null) return clockOf(starts_at!, zone)
  if (starts_at === null) return `ends ${clockOf(ends_at, zone)}`
  const { first, last } = daysOf(entry, zone)
  if (first === last) return `${clockOf(starts_at, zone)} – ${endClock(ends_at, zone)}`
  if (day === first) return clockOf(starts_at, zone)
  return day === last ? `ends ${endClock(ends_at, zone)}` : ''
}

/** Midnight as the end of the day that it ends. */
const endClock = (at: string, zone: string) => {
  const clock = clockOf(at, zone)
  return clock === '00:00' ? '24:00' : clock
}

export const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`
export const monthEnd = (day: Day): Day => addDays(addMonths(monthStart(day), 1), -1)

export const VIEWS = ['month', 'week'] as const
export type View = (typeof VIEWS)[number]

/** The weeks that a view of a day shows, each of seven days. */
export function weeksOf(view: View, day: Day): Day[][] {
  const from = weekStart(view === 'week' ? day : monthStart(day))
  const until = view === 'week' ? from : monthEnd(day)
  const weeks: Day[][] = []
  for (let monday = from; monday <= until; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
  return weeks
}

/** The day that the view before or after this one is of. */
export const stepped = (view: View, day: Day, by: 1 | -1): Day =>
  view === 'week' ? addDays(weekStart(day), 7 * by) : addMonths(monthStart(day), by)
