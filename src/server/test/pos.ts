import { IntegrationError } from '../integrations/error.ts'
import type { PointOfSale, PosCinema, PosFilm, PosProduct, PosSession } from '../integrations/pos/port.ts'

/** A point of sale whose answers a test writes: what stands in its lists is what it says. */
export type ScriptedPos = PointOfSale & {
  has: { cinemas: PosCinema[]; films: PosFilm[]; sessions: PosSession[]; products?: Record<string, PosProduct[]> }
  /** Why a call fails; a cinema's id makes that cinema's sessions and products alone fail. */
  fault: { reason: string; cinemaId?: string } | undefined
}

export function scriptedPos(): ScriptedPos {
  const fail = (cinemaId?: string) => {
    if (pos.fault && (!pos.fault.cinemaId || pos.fault.cinemaId === cinemaId))
      throw new IntegrationError(pos.fault.reason, { isPassing: true })
  }
  const pos: ScriptedPos = {
    kind: 'vista',
    has: { cinemas: [], films: [], sessions: [] },
    fault: undefined,
    cinemas: async () => (fail(), pos.has.cinemas),
    films: async () => (fail(), pos.has.films),
    sessions: async (id, until) => {
      fail(id)
      return pos.has.sessions.filter(({ cinemaId, startsAt }) => cinemaId === id && (!until || startsAt < until))
    },
    products: async (cinemaId) => (fail(cinemaId), pos.has.products?.[cinemaId] ?? []),
    test: async () => (fail(), 'Answers'),
  }
  return pos
}

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

/** @param naira what it costs */
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
