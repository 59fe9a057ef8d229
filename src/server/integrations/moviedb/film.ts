import type { CensorRating, Genre } from '#contract/films.ts'

/** One film of the embedded catalogue: facts and words. Its pictures are drawn from its id when asked for. */
export type CatalogueFilm = {
  /** Number within the catalogue, from 1001. A film keeps its number for good. */
  id: number
  title: string
  /** First day in cinemas or on a service in its home country, YYYY-MM-DD. */
  releaseDate: string
  /** Whole minutes. */
  runtime: number
  /** The genre that describes the film best comes first. */
  genres: Genre[]
  /** A rating in the scale of Nigeria's National Film and Video Censors Board. */
  certification: CensorRating
  /** ISO 3166-1 alpha-2 code of the country of production. */
  country: string
  /** ISO 639-1 code of the main spoken language. */
  language: string
  /** Two to four sentences on what the film is about. */
  overview: string
  /** In billing order. */
  cast: { name: string; character: string; gender: 'female' | 'male' }[]
}
