/** Cast member of an external movie. `profile` is a path for `image`. */
type ExternalCast = {
  id: number | string
  name: string
  character: string
  order: number
  profile: string | null
}

/** Movie of the external database. Its paths are arguments of `image` and `imageUrl`. */
export type ExternalMovieData = {
  id: number | string
  title: string
  overview: string
  genres: string[]
  poster: string | null
  backdrop: string | null
  /** YYYY-MM-DD */
  releaseDate: string | null
  /** Minutes. */
  runtime: number | null
  /** Web address of the trailer. */
  trailer: string | null
  certification: string | null
  cast: ExternalCast[]
}

export type PictureKind = 'poster' | 'backdrop' | 'profile'

/** Attributions that must be shown next to the data. */
export const ATTRIBUTIONS = {
  embedded: "Texts and artwork are from Marquee's demo catalogue",
  tmdb: 'This product uses the TMDB API but is not endorsed or certified by TMDB.',
} as const

export interface MovieDatabase {
  readonly kind: keyof typeof ATTRIBUTIONS
  /** Attribution that must be shown next to the data. */
  readonly attribution: string | null
  /**
   * Finds at most 20 movies, the best match first. Cast, runtime, trailer and certification may come only from `movie`.
   * @throws IntegrationError
   */
  search(query: string): Promise<ExternalMovieData[]>
  /** Reads a movie with all its fields. @throws IntegrationError */
  movie(id: string): Promise<ExternalMovieData | undefined>
  /** Reads an image at its largest useful size. @throws IntegrationError */
  image(path: string, kind: PictureKind): Promise<Buffer | undefined>
  /** Returns the address of an image for browsers: small for a list, large for a card. */
  imageUrl(path: string, kind: PictureKind, size: 'small' | 'large'): string
  /** Reads an image for browsers, if this server sends images itself (`imageUrl`); undefined for an unknown image. */
  picture?(size: string, file: string): Promise<Buffer | undefined>
  /** Tests the connection with a harmless call. @returns the result, worded for staff @throws IntegrationError */
  test(): Promise<string>
}
