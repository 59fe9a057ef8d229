/** A cast member of an external movie. `profile` is a path for `image`. */
type ExternalCast = {
  id: number | string
  name: string
  character: string
  order: number
  profile: string | null
}

/** A movie as the external database has it. Paths are given to `image` or `imageUrl`. */
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
  /** An address to watch it at. */
  trailer: string | null
  certification: string | null
  cast: ExternalCast[]
}

export type PictureKind = 'poster' | 'backdrop' | 'profile'

/** Words that must stand where the data of a source is shown. */
export const ATTRIBUTIONS = {
  embedded: "Texts and artwork are from Marquee's demo catalogue",
  tmdb: 'This product uses the TMDB API but is not endorsed or certified by TMDB.',
} as const

export interface MovieDatabase {
  readonly kind: keyof typeof ATTRIBUTIONS
  /** Words that must stand where its data is shown. */
  readonly attribution: string | null
  /** Best matches first, at most 20; without cast, runtime, trailer and certification where only `movie` has them. @throws IntegrationError */
  search(query: string): Promise<ExternalMovieData[]>
  /** With everything. @throws IntegrationError */
  movie(id: string): Promise<ExternalMovieData | undefined>
  /** The bytes of an image at its largest useful size. @throws IntegrationError */
  image(path: string, kind: PictureKind): Promise<Buffer | undefined>
  /** Where a browser fetches a path at a size that fits: small for a list, large for a card. */
  imageUrl(path: string, kind: PictureKind, size: 'small' | 'large'): string
  /** A picture for browsers, where this server sends them itself (`imageUrl`). None for what there is not. */
  picture?(size: string, file: string): Promise<Buffer | undefined>
  /** A harmless real call. @returns what it found, in words for staff @throws IntegrationError */
  test(): Promise<string>
}
