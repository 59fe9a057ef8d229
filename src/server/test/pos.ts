import { IntegrationError } from '../integrations/error.ts'
import type { Listed, Unread } from '../integrations/records.ts'
import type { PointOfSale, PosCinema, PosFilm, PosProduct, PosSession } from '../integrations/pos/port.ts'

/** A point of sale whose answers a test defines in its lists. */
export type ScriptedPos = PointOfSale & {
  has: { cinemas: PosCinema[]; films: PosFilm[]; sessions: PosSession[]; products?: Record<string, PosProduct[]> }
  /** Unreadable records of its lists. */
  unread: Partial<Record<'cinemas' | 'films' | 'sessions' | 'products', Unread[]>>
  /** The error of calls. `cinemaId`: only for the sessions and products of this cinema. */
  fault: { reason: string; cinemaId?: string } | undefined
}

export function scriptedPos(): ScriptedPos {
  const fail = (cinemaId?: string) => {
    if (pos.fault && (!pos.fault.cinemaId || pos.fault.cinemaId === cinemaId))
      throw new IntegrationError(pos.fault.reason, { isPassing: true })
  }
  const listed = <T>(list: keyof ScriptedPos['unread'], records: T[]): Listed<T> => ({
    records,
    unread: pos.unread[list] ?? [],
  })
  const pos: ScriptedPos = {
    kind: 'vista',
    has: { cinemas: [], films: [], sessions: [] },
    unread: {},
    fault: undefined,
    cinemas: async () => (fail(), listed('cinemas', pos.has.cinemas)),
    films: async () => (fail(), listed('films', pos.has.films)),
    sessions: async (id, until) => {
      fail(id)
      return listed(
        'sessions',
        pos.has.sessions.filter(({ cinemaId, startsAt }) => cinemaId === id && (!until || startsAt < until)),
      )
    },
    products: async (cinemaId) => (fail(cinemaId), listed('products', pos.has.products?.[cinemaId] ?? [])),
    test: async () => (fail(), 'Answers'),
  }
  return pos
}

/** Returns the calls of a point of sale with only the records of their answers. */
export const recordsOf = (pos: PointOfSale) => ({
  cinemas: async () => (await pos.cinemas()).records,
  films: async () => (await pos.films()).records,
  sessions: async (cinemaId: string, until?: Date) => (await pos.sessions(cinemaId, until)).records,
  products: pos.products && (async (cinemaId: string) => (await pos.products!(cinemaId)).records),
  ticketTypes:
    pos.ticketTypes &&
    (async (cinemaId: string, sessionId: string) => (await pos.ticketTypes!(cinemaId, sessionId)).records),
  kind: pos.kind,
  test: () => pos.test(),
})
export type Records = ReturnType<typeof recordsOf>

export const posCinema = (id: string, name: string, state: string): PosCinema => ({
  id,
  name,
  state,
  screens: [{ id: '01', name: 'Screen 1', seats: 100 }],
})

export const posFilm = (id: string, title: string, more: Partial<PosFilm> = {}): PosFilm => ({
  id,
  title,
  genre: 'Drama',
  rating: 'PG',
  runtime: 100,
  openingDate: '2026-11-20',
  ...more,
})

/** @param startsAt ISO instant */
export const posSession = (id: string, cinemaId: string, filmId: string, startsAt: string): PosSession => ({
  id,
  cinemaId,
  filmId,
  screenId: '01',
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + 2 * 3_600_000),
  seatsAvailable: 80,
})

/** @param naira the price */
export const posProduct = (id: string, name: string, naira: number, more: Partial<PosProduct> = {}): PosProduct => ({
  id,
  hopk: null,
  name,
  category: 'Snacks',
  kind: 'edible',
  type: 'Food',
  flavour: '',
  size: '',
  kobo: naira * 100,
  ...more,
})
