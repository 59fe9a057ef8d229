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

export interface PointOfSale {
  readonly kind: 'embedded' | 'vista' | 'veezi'
  /** @throws IntegrationError, as all of these */
  cinemas(): Promise<PosCinema[]>
  films(): Promise<PosFilm[]>
  /** All sessions of a cinema that start from now on, or those of them that start before `until`. */
  sessions(cinemaId: string, until?: Date): Promise<PosSession[]>
  /** A harmless real call. @returns what it found, in words for staff */
  test(): Promise<string>
}
