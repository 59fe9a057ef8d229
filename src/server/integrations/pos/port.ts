import type { Listed } from '../records.ts'

/**
 * Cinema in the point of sale, the source of cinemas, films and sessions. IDs are those of the point of sale, as text.
 */
export type PosCinema = {
  id: string
  name: string
  state: string
  screens: { id: string; name: string; seats: number }[]
}
export type PosFilm = {
  id: string
  title: string
  /** Comma-separated. */
  genre: string
  rating: string | null
  /** Minutes. */
  runtime: number | null
  /** YYYY-MM-DD */
  openingDate: string | null
}
export type PosSession = {
  id: string
  cinemaId: string
  screenId: string
  filmId: string
  startsAt: Date
  endsAt: Date
  seatsAvailable: number
}

/** Kind of a product: food and drink, or merchandise. */
export type ProductKind = 'edible' | 'merchandise'
/** Product at the counter of a cinema. */
export type PosProduct = {
  /** ID of the chain: the same for a product at every cinema. */
  id: string
  /** Key of the head office, if any. */
  hopk: string | null
  name: string
  category: string
  kind: ProductKind
  /** Food, Drinks or Glasses, for edibles. */
  type: string
  flavour: string
  size: string
  kobo: number
}

/** Ticket type sold for a session. */
export type PosTicketType = { id: string; name: string; kobo: number }

export interface PointOfSale {
  readonly kind: 'embedded' | 'vista' | 'veezi'
  /** @throws IntegrationError, like all of these */
  cinemas(): Promise<Listed<PosCinema>>
  films(): Promise<Listed<PosFilm>>
  /** Returns the sessions of a cinema that start from now on, up to `until` (exclusive) if given. */
  sessions(cinemaId: string, until?: Date): Promise<Listed<PosSession>>
  /** Returns all products at the counter of a cinema. Absent: the point of sale has no products. */
  products?(cinemaId: string): Promise<Listed<PosProduct>>
  /** Returns the tickets of a session, none for an unknown session. Absent: the point of sale has no tickets. */
  ticketTypes?(cinemaId: string, sessionId: string): Promise<Listed<PosTicketType>>
  /** Tests the connection with a harmless call. @returns the result, worded for staff */
  test(): Promise<string>
}
