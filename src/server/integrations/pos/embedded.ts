import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { readSetting } from '../../settings.ts'
import { IntegrationError } from '../error.ts'
import { allRead } from '../records.ts'
import type { PointOfSale, PosCinema, PosFilm, PosProduct, PosSession, PosTicketType } from './port.ts'

const DAYS_AHEAD = 14

/** Setting in the database that makes the embedded point of sale fail; see below. */
export const FAULT_SETTING = 'pos:embedded-fault'
export type Fault = 'timeout' | 'refused' | 'cut-off'

const reasons: Record<Fault, string> = {
  timeout: 'The point of sale did not answer within 15 seconds',
  refused: 'The point of sale rejected our access key',
  'cut-off': 'The point of sale closed the connection early',
}

/** Data of the embedded point of sale. Everything depends on the day alone, so a day always has the same data. */
export type Chain = {
  cinemas: readonly PosCinema[]
  films: (day: Day) => PosFilm[]
  /** Returns the planned sessions of a cinema from today until another day (exclusive), before any sales. */
  sessions: (cinemaId: string, today: Day, until: Day, zone: string) => PosSession[]
  products: (cinemaId: string) => PosProduct[]
  ticketTypes: (cinemaId: string, startsAt: Date, zone: string) => PosTicketType[]
}

/** Show of a ticket, and its sold seats. */
export type SoldSeats = { cinema_id: string; movie_id: string; show_at: string; seats: number }
/** Returns the sold seats of shows that start in [from, until), of one cinema or of all. */
export type SeatsSold = (db: Db, from: Date, until: Date, cinemaId?: string) => Promise<SoldSeats[]>

/**
 * Simulates the point of sale of a chain, with the seats of sold tickets taken.
 * Test trigger: the row `pos:embedded-fault` of the settings is read at every call and makes it fail until deleted:
 * `insert into settings values ('pos:embedded-fault', '"timeout"')`. `timeout` and `refused` fail every call; with
 * `cut-off` cinemas, films and the first cinema still succeed.
 */
export function embeddedPointOfSale(
  db: Db,
  { zone, hasSentinels }: Pick<Env, 'zone' | 'hasSentinels'>,
  clock: Clock,
  chain: Chain,
  seatsSold: SeatsSold,
): PointOfSale {
  const today = () => dayOf(clock.now(), zone)
  const coming = (cinemaId: string) => chain.sessions(cinemaId, today(), addDays(today(), DAYS_AHEAD), zone)
  const failIf = async (isReached: (fault: Fault) => boolean) => {
    const fault = hasSentinels && (await readSetting<Fault>(db, FAULT_SETTING))
    if (fault && fault in reasons && isReached(fault))
      throw new IntegrationError(reasons[fault], { isPassing: fault !== 'refused' })
  }
  const isReachedAt = (cinemaId: string) => (fault: Fault) => fault !== 'cut-off' || cinemaId !== chain.cinemas[0]!.id
  return {
    kind: 'embedded',
    cinemas: async () => {
      await failIf((fault) => fault !== 'cut-off')
      return allRead(structuredClone([...chain.cinemas]))
    },
    films: async () => {
      await failIf((fault) => fault !== 'cut-off')
      return allRead(chain.films(today()))
    },
    sessions: async (cinemaId, until) => {
      await failIf(isReachedAt(cinemaId))
      const now = clock.now()
      const end = until ?? startOfDay(addDays(today(), DAYS_AHEAD), zone)
      const shows = coming(cinemaId).filter(({ startsAt }) => startsAt >= now && startsAt < end)
      const sold = new Map(
        (await seatsSold(db, now, end, cinemaId)).map((show) => [
          `${show.movie_id} ${Date.parse(show.show_at)}`,
          show.seats,
        ]),
      )
      const left = shows.map((show) => {
        const seats = sold.get(`${show.filmId} ${show.startsAt.getTime()}`) ?? 0
        return { ...show, seatsAvailable: Math.max(0, show.seatsAvailable - seats) }
      })
      return { ...allRead(left), isPart: until !== undefined }
    },
    products: async (cinemaId) => {
      await failIf(isReachedAt(cinemaId))
      return allRead(chain.products(cinemaId))
    },
    ticketTypes: async (cinemaId, sessionId) => {
      await failIf(isReachedAt(cinemaId))
      const show = coming(cinemaId).find(({ id }) => id === sessionId)
      return allRead(show ? chain.ticketTypes(cinemaId, show.startsAt, zone) : [])
    },
    test: async () => {
      await failIf((fault) => fault !== 'cut-off')
      return `Found ${chain.cinemas.length} cinemas`
    },
  }
}
