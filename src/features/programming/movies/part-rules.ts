import type { MovieDraft } from './rules.ts'

/** What the website shows of a movie, in parts, with the fields of the form that each is made of; the address `at` names one. */
export const PARTS = {
  title: ['title'],
  text: ['overview', 'genres'],
  artwork: ['posterImage', 'posterImageSmall', 'backdropImage', 'backdropImageSmall'],
  trailer: ['trailerURL'],
  facts: ['releaseYear', 'featureLength'],
  rating: ['censorRating'],
  cast: ['casts'],
} as const satisfies Record<string, readonly (keyof MovieDraft)[]>
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]]
