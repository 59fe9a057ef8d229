import type { CensorRating, Genre } from '#contract/films.ts'

/** Film of the embedded catalogue. Its pictures are drawn from its ID on request. */
export type CatalogueFilm = {
  /** Permanent number in the catalogue, from 1001. */
  id: number
  title: string
  /** First day in cinemas or on a service in its home country, YYYY-MM-DD. */
  releaseDate: string
  /** Minutes. */
  runtime: number
  /** The most fitting genre comes first. */
  genres: Genre[]
  /** Rating of Nigeria's National Film and Video Censors Board. */
  certification: CensorRating
  /** ISO 3166-1 alpha-2 code of the country of production. */
  country: string
  /** ISO 639-1 code of the main spoken language. */
  language: string
  /** Summary of the film in two to four sentences. */
  overview: string
  /** Cast in billing order. */
  cast: { name: string; character: string; gender: 'female' | 'male' }[]
}
