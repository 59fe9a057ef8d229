import type { Listed } from '../records.ts'

/** The chain's point of sale: the source of cinemas, films and sessions. Ids are its own, as text. */
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

/** What a product is: eaten and drunk, or taken home. */
export type ProductKind = 'edible' | 'merchandise'
/** What a cinema sells at its counter. */
export type PosProduct = {
  /** The chain's: the same product has the same one at every cinema. */
  id: string
  /** The head office's own key of it, where there is one. */
  hopk: string | null
  name: string
  category: string
  kind: ProductKind
  /** Of edibles Food, Drinks or Glasses. */
  type: string
  flavour: string
  size: string
  kobo: number
}

/** A kind of ticket that is sold for a session. */
export type PosTicketType = { id: string; name: string; kobo: number }

export interface PointOfSale {
  readonly kind: 'embedded' | 'vista' | 'veezi'
  /** @throws IntegrationError, as all of these */
  cinemas(): Promise<Listed<PosCinema>>
  films(): Promise<Listed<PosFilm>>
  /** All sessions of a cinema that start from now on, or those of them that start before `until`. */
  sessions(cinemaId: string, until?: Date): Promise<Listed<PosSession>>
  /** Everything that a cinema sells at its counter. Absent where the point of sale tells no products. */
  products?(cinemaId: string): Promise<Listed<PosProduct>>
  /** The tickets of a session; none of one that it does not have. Absent where the point of sale tells no tickets. */
  ticketTypes?(cinemaId: string, sessionId: string): Promise<Listed<PosTicketType>>
  /** A harmless real call. @returns what it found, in words for staff */
  test(): Promise<string>
}
