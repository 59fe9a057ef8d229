import { addDays, dayOf, startOfDay } from '#contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { readSetting } from '../../settings.ts'
import { embeddedCinemas } from './embedded-cinemas.ts'
import { menuOf } from './embedded-menu.ts'
import { posFilm, programmeOn, showsBetween, type Show } from './embedded-programme.ts'
import { seatsTaken } from './embedded-seats.ts'
import { ticketTypesOf } from './embedded-tickets.ts'
import { IntegrationError } from '../error.ts'
import type { PointOfSale, PosSession } from './port.ts'

const DAYS_AHEAD = 14

/** The settings row that makes the embedded point of sale fail; see below. */
export const FAULT_SETTING = 'pos:embedded-fault'
export type Fault = 'timeout' | 'refused' | 'cut-off'

const reasons: Record<Fault, string> = {
  timeout: 'The point of sale did not answer within 15 seconds',
  refused: 'The point of sale refused our access key',
  'cut-off': 'The point of sale broke off in the middle of its answer',
}

/**
 * A believable chain whose schedule follows from the day alone: the same day always has the same answer. Of a show's seats
 * those are taken whose tickets are sold. Sentinel: the settings row `pos:embedded-fault`, read at every call, makes it fail
 * until it is gone: `insert into settings values ('pos:embedded-fault', '"timeout"')`. `timeout` and `refused` fail every
 * call; with `cut-off` cinemas, films and the first cinema's sessions, products and tickets still come through.
 */
export function embeddedPointOfSale(
  db: Db,
  { zone, hasSentinels }: Pick<Env, 'zone' | 'hasSentinels'>,
  clock: Clock,
): PointOfSale {
  const today = () => dayOf(clock.now(), zone)
  const coming = (cinemaId: string) => showsBetween(cinemaId, today(), addDays(today(), DAYS_AHEAD), zone)
  const mayFail = async (isReached: (fault: Fault) => boolean) => {
    const fault = hasSentinels && (await readSetting<Fault>(db, FAULT_SETTING))
    if (fault && fault in reasons && isReached(fault))
      throw new IntegrationError(reasons[fault], { isPassing: fault !== 'refused' })
  }
  const isReachedAt = (cinemaId: string) => (fault: Fault) => fault !== 'cut-off' || cinemaId !== embeddedCinemas[0]!.id
  return {
    kind: 'embedded',
    cinemas: async () => {
      await mayFail((fault) => fault !== 'cut-off')
      return structuredClone([...embeddedCinemas])
    },
    films: async () => {
      await mayFail((fault) => fault !== 'cut-off')
      return programmeOn(today()).map(posFilm)
    },
    sessions: async (cinemaId, until) => {
      await mayFail(isReachedAt(cinemaId))
      const now = clock.now()
      const end = until ?? startOfDay(addDays(today(), DAYS_AHEAD), zone)
      const shows = coming(cinemaId).filter(({ startsAt }) => startsAt >= now && startsAt < end)
      const sold = await seatsTaken(db, now, end, cinemaId)
      const taken = new Map(sold.map((show) => [`${show.movie_id} ${Date.parse(show.show_at)}`, show.seats]))
      return shows.map((show) => {
        const seats = taken.get(`${show.filmId} ${show.startsAt.getTime()}`) ?? 0
        return { ...sessionOf(show), seatsAvailable: Math.max(0, show.seatsAvailable - seats) }
      })
    },
    products: async (cinemaId) => {
      await mayFail(isReachedAt(cinemaId))
      return menuOf(cinemaId)
    },
    ticketTypes: async (cinemaId, sessionId) => {
      await mayFail(isReachedAt(cinemaId))
      const show = coming(cinemaId).find(({ id }) => id === sessionId)
      return show ? ticketTypesOf(cinemaId, show.startsAt, zone) : []
    },
    test: async () => {
      await mayFail((fault) => fault !== 'cut-off')
      return `Answers with ${embeddedCinemas.length} cinemas`
    },
  }
}

const sessionOf = ({ draw: _, ...session }: Show): PosSession => session

/** The sessions that were, which a point of sale no longer tells, before anything was sold: for the demo's past alone. */
export function embeddedHistory(cinemaId: string, days: number, now: Date, zone: string): PosSession[] {
  const today = dayOf(now, zone)
  const shows = showsBetween(cinemaId, addDays(today, -days), addDays(today, 1), zone)
  return shows.filter(({ startsAt }) => startsAt < now).map(sessionOf)
}
