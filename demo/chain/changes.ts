import { hash } from '#demo/random.ts'
import { addDays, clockOf, dayOf, type Day } from '#contract/time.ts'
import type { PosSession } from '#server/integrations/pos/port.ts'
import { sessionOf, showsBetween } from './programme.ts'

/**
 * The programme changes before it is played, as everywhere: an early show is planned and called off when nobody wants it, and
 * some shows come late or are moved. Nothing of it concerns a show that a ticket is sold for: that is three days ahead at most.
 */
const EARLY_SHOW_ONE_IN = 2
const CHANGED_ONE_IN = 20
/** So many days before a show it is added or moved, at least and at most. */
const CHANGED_AHEAD = [4, 10] as const
const MOVED_MINUTES = 20
const BETWEEN_MINUTES = 25
const DOORS_OPEN = '10:00'
const MINUTE_MS = 60_000

/** A cinema's sessions on the days from one to another, which is not included, as they are planned on a day. */
export const plannedOn = (seen: Day, cinemaId: string, from: Day, until: Day, zone: string): PosSession[] => {
  const shows = showsBetween(cinemaId, from, until, zone).map(sessionOf)
  const byDay = Map.groupBy(shows, ({ startsAt }) => dayOf(startsAt, zone))
  return [...byDay].flatMap(([day, those]) => [
    ...earlyShow(those, day, seen, zone),
    ...those.flatMap((show) => asPlanned(show, those, day, seen)),
  ])
}

/** A show is not moved to when another of its film begins that day. */
function asPlanned(show: PosSession, those: readonly PosSession[], day: Day, seen: Day): PosSession[] {
  const luck = hash(`change ${show.cinemaId} ${show.id}`)
  if (luck % CHANGED_ONE_IN > 1) return [show]
  const [least, most] = CHANGED_AHEAD
  const isChanged = seen >= addDays(day, -(least + ((luck >>> 8) % (most - least + 1))))
  if (isChanged) return [show]
  if (luck % CHANGED_ONE_IN === 0) return []
  const rescheduled = earlier(show, MOVED_MINUTES)
  const isOccupied = those.some(
    ({ filmId, startsAt }) => filmId === show.filmId && startsAt.getTime() === rescheduled.startsAt.getTime(),
  )
  return [isOccupied ? show : rescheduled]
}

const earlier = (show: PosSession, minutes: number): PosSession => ({
  ...show,
  startsAt: new Date(show.startsAt.getTime() - minutes * MINUTE_MS),
  endsAt: new Date(show.endsAt.getTime() - minutes * MINUTE_MS),
})

/** Before the first show of the day another of its film, which is called off on that day or the one before. */
function earlyShow(shows: readonly PosSession[], day: Day, seen: Day, zone: string): PosSession[] {
  const first = shows.reduce((one, other) => (other.startsAt < one.startsAt ? other : one))
  const luck = hash(`early show ${first.cinemaId} ${day}`)
  if (luck % EARLY_SHOW_ONE_IN > 0 || seen >= addDays(day, -((luck >>> 8) % 2))) return []
  const lasts = (first.endsAt.getTime() - first.startsAt.getTime()) / MINUTE_MS
  const minutes = Math.ceil((lasts + BETWEEN_MINUTES) / 5) * 5
  const early = { ...earlier(first, minutes), id: `${first.id.slice(0, -2)}99` }
  return clockOf(early.startsAt, zone) < DOORS_OPEN ? [] : [early]
}
