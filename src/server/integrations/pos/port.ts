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

/** Why the point of sale gave no answer, in words for staff. */
export class PointOfSaleError extends Error {}

export interface PointOfSale {
  readonly kind: 'embedded' | 'vista' | 'veezi'
  /** @throws PointOfSaleError, as all of these */
  cinemas(): Promise<PosCinema[]>
  films(): Promise<PosFilm[]>
  /** Sessions of a cinema from now on. */
  sessions(cinemaId: string): Promise<PosSession[]>
}
