import { counted, showCount } from '#contract/counted.ts'
import { dates } from '#web/date-names.ts'
import { config } from '#web/config.ts'
import { showClock } from '#web/ui/format.ts'
import type { CinemaProgramme, Showing } from '../contract.ts'
import { CHANGE_LABELS } from '../rules.ts'

/** A cinema on a day: its screens with their showings, each in order of time. */
export type ProgrammeGroup = {
  id: string
  title: string
  /** How much of it is sold. */
  summary: string
  screens: CinemaProgramme['screens']
  showings: readonly Showing[]
}

/** Each cinema on its day; of one cinema each of its days. */
export const programmeGroupsOf = (cinemas: readonly CinemaProgramme[], byDay: boolean): ProgrammeGroup[] =>
  cinemas.flatMap(({ cinema_id, cinema_name, screens, showings }) => {
    if (!byDay) return [{ id: cinema_id, title: cinema_name, summary: summaryOf(screens, showings), screens, showings }]
    return [...Map.groupBy(showings, ({ day }) => day)].map(([day, those]) => ({
      id: `${cinema_id} ${day}`,
      title: dates.brief(day),
      summary: summaryOf(screens, those),
      screens,
      showings: those,
    }))
  })

function summaryOf(screens: CinemaProgramme['screens'], showings: readonly Showing[]): string {
  const stands = showings.filter(({ change }) => change !== 'cancelled')
  const seatsOf = new Map(screens.map(({ id, seats }) => [id, seats]))
  const seats = stands.reduce((sum, { screen_id: id }) => sum + (seatsOf.get(id) ?? 0), 0)
  const sold = stands.reduce((sum, showing) => sum + (showing.sold ?? 0), 0)
  return `${counted(stands.length, 'showing')} · ${showCount(sold)} of ${showCount(seats)} seats sold`
}

const HOUR_MS = 3_600_000

/** The full hours between which everything plays, in hours since its day began; a late show ends after 24. */
export function hoursOf(groups: readonly ProgrammeGroup[]): { first: number; last: number } {
  const all = groups.flatMap(({ showings }) => showings)
  const begins = all.map((showing) => hourOf(showing.starts_at))
  const ends = all.map((showing) => hourOf(showing.starts_at) + lengthOf(showing))
  return { first: Math.floor(Math.min(...begins)), last: Math.ceil(Math.max(...ends)) }
}

/** By the clock on the cinema's wall; what is after midnight of the business day, after 24. */
export function hourOf(at: string): number {
  const clock = showClock(at)
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours + minutes / 60 + (clock < config.dayEnds ? 24 : 0)
}

export const lengthOf = ({ starts_at, ends_at }: Pick<Showing, 'starts_at' | 'ends_at'>): number =>
  Math.max(0.25, (Date.parse(ends_at) - Date.parse(starts_at)) / HOUR_MS)

/** "34 sold, 54 free" */
export const seatsLabel = ({ sold, free }: Showing): string =>
  sold === null ? `${showCount(free)} free` : `${showCount(sold)} sold, ${showCount(free)} free`

/** "Moved from 17:30, Screen 2"; only what is another one is named. */
export function changeLabel(showing: Showing, screenName: string): string | undefined {
  const { change, was } = showing
  if (!change) return
  if (!was) return CHANGE_LABELS[change]
  const parts = [
    was.starts_at !== showing.starts_at && showClock(was.starts_at),
    was.screen_name !== screenName && was.screen_name,
    was.movie_title !== showing.movie_title && was.movie_title,
  ].filter(Boolean)
  return `Moved from ${parts.join(', ')}`
}
