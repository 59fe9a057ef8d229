import { isWebAddress } from '#contract/atoms.ts'
import type { CensorRating } from '#contract/films.ts'
import { fromFormDay, isDay, type Day } from '#contract/time.ts'

/** Rules of movies that both faces obey (core 4, 5, 9). */

/** What an untouched form sends for the three fixed fields (core 9). */
export const FIXED = { feature: false, tags: '', censorship_rating: 'TBC' } as const

export const CAST_DISPLAYED = 8
export const CAST_MOST = 40
export const REVIEWS_PAGE = 50
export const COMING_SOON_PAGE = 10

export const messages = {
  title: 'Title is empty',
  overview: 'Description is empty',
  trailer: 'URL is empty',
  trailerAddress: 'URL is not a web address',
  releaseYear: 'Release year is empty',
  yearZero: 'Release year cannot be 0',
  yearDigits: 'Release year is a whole number below 10000',
  runtime: 'Runtime is empty',
  runtimeDigits: 'Runtime is a whole number of minutes',
  field: 'Field is empty',
  firstName: 'Firstname is empty',
  lastName: 'Lastname is empty',
  character: 'Character is empty',
  imageUrl: 'Invalid URL (*must end with jpg|jpeg|png|gif)',
  openingDate: 'Opening date is empty',
  openingDateForm: 'Opening date is not a date (MM-DD-YYYY or YYYY-MM-DD)',
  updated: 'Movie updated successfully',
  approved: 'Movie Approved for display',
  notApproved: 'Movie not Approved for display',
} as const

/** What the form holds (core 3, Movie form). Numbers are text while they are typed. */
export type MovieDraft = {
  title: string
  overview: string
  genres: string[]
  trailerURL: string
  posterImage: string
  posterImageSmall: string
  backdropImage: string
  backdropImageSmall: string
  casts: CastMember[]
  releaseYear: string
  featureLength: string
  upcoming: 'true' | 'false'
  /** MM-DD-YYYY; empty unless upcoming. */
  openingDate: string
  censorRating: CensorRating
  isApproved: boolean
  /** What was taken from movies of the external database since the last save, oldest first. */
  imported: Imported[]
}
/** A field counts as taken as long as it still has the taken value. */
export type Imported = { id: string; values: Partial<Omit<MovieDraft, 'imported'>>; attribution: string | null }
export type CastMember = {
  id?: string | undefined
  name: string
  character: string
  profileImage: string
  order: number
}

/** Characters that a release year or runtime may hold while it is typed. */
export const isYearTyping = (value: string) => /^\d{0,4}$/.test(value)
export const isRuntimeTyping = (value: string) => /^\d{0,4}$/.test(value)

const yearError = (value: string) => {
  if (value.trim() === '') return messages.releaseYear
  if (!/^\d+$/.test(value) || Number(value) >= 10_000) return messages.yearDigits
  if (Number(value) === 0) return messages.yearZero
}
const runtimeError = (value: string) => {
  if (value.trim() === '') return messages.runtime
  if (!/^\d+$/.test(value)) return messages.runtimeDigits
}
export const trailerError = (value: string) => {
  if (value.trim() === '') return messages.trailer
  if (!isWebAddress(value)) return messages.trailerAddress
}

/** What keeps the form from being submitted, by field; empty when it is submittable (core 5). */
export const draftErrors = (draft: MovieDraft): Partial<Record<keyof MovieDraft, string>> => {
  const found: Record<string, string | undefined> = {
    title: draft.title.trim() ? undefined : messages.title,
    overview: draft.overview.trim() ? undefined : messages.overview,
    genres: draft.genres.some(Boolean) ? undefined : messages.field,
    trailerURL: trailerError(draft.trailerURL),
    posterImage: draft.posterImage ? undefined : messages.field,
    posterImageSmall: draft.posterImageSmall ? undefined : messages.field,
    backdropImage: draft.backdropImage ? undefined : messages.field,
    backdropImageSmall: draft.backdropImageSmall ? undefined : messages.field,
    releaseYear: yearError(draft.releaseYear),
    featureLength: runtimeError(draft.featureLength),
    openingDate: draft.upcoming === 'true' && !draft.openingDate ? messages.field : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message))
}

/** The labels of the fields that approval needs, for the list of what is still missing. */
export const REQUIRED_LABELS = {
  title: 'Title',
  overview: 'Description',
  genres: 'Genres',
  trailerURL: 'Trailer URL',
  posterImage: 'Poster',
  posterImageSmall: 'Small poster',
  backdropImage: 'Background',
  backdropImageSmall: 'Small background',
  releaseYear: 'Release year',
  featureLength: 'Runtime',
} as const satisfies Partial<Record<keyof MovieDraft, string>>

/** The fields of a save that can be taken from the external movie database, with their place in the form. */
export const IMPORT_TARGETS = {
  movie_title: 'title',
  description: 'overview',
  genre: 'genres',
  big_poster: 'posterImage',
  small_poster: 'posterImageSmall',
  big_background: 'backdropImage',
  small_background: 'backdropImageSmall',
  cast: 'casts',
  release_year: 'releaseYear',
  movie_run_time: 'featureLength',
  youtube_trailer_link: 'trailerURL',
} as const satisfies Record<string, keyof MovieDraft>
export type ImportField = keyof typeof IMPORT_TARGETS
export const IMPORT_FIELDS = Object.keys(IMPORT_TARGETS) as [ImportField, ...ImportField[]]

/** Approval needs everything that can be taken but the cast. */
export const isNeeded = (field: ImportField): boolean => IMPORT_TARGETS[field] in REQUIRED_LABELS
export const importLabel = (field: ImportField): string =>
  ({ ...REQUIRED_LABELS, casts: 'Cast' })[IMPORT_TARGETS[field]]

/** A source's data may be kept for six months: it is asked for anew in time, and emptied when it could not be had. */
export const REFRESH_AFTER_DAYS = 150
export const DROP_AFTER_DAYS = 175

/** The cast member's dialog (core 5). */
export const castErrors = (member: { firstName: string; lastName: string; character: string; image: string }) => ({
  ...(!member.firstName.trim() && { firstName: messages.firstName }),
  ...(!member.lastName.trim() && { lastName: messages.lastName }),
  ...(!member.character.trim() && { character: messages.character }),
  ...(!isCastImage(member.image) && { image: messages.imageUrl }),
})
export const isCastImage = (value: string): boolean =>
  isWebAddress(value) && /\.(jpg|jpeg|png|gif)$/i.test(value.split(/[?#]/)[0]!)

/** Highest existing order + 1, or 0 (core 4). */
export const nextCastOrder = (casts: readonly { order: number }[]): number =>
  casts.length ? Math.max(...casts.map((member) => member.order)) + 1 : 0

/** Words with commas between them as a list, each once: the way genres and tags travel (core 3). */
export const splitTerms = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

/** The coming-soon date as a day: YYYY-MM-DD or the form's MM-DD-YYYY; needed when coming soon, nothing when not. */
export const comingSoonDay = (
  isComingSoon: boolean,
  text: string | null | undefined,
): { day: Day | null } | { error: string } => {
  const given = text?.trim()
  const day = given ? (isDay(given) ? given : fromFormDay(given)) : undefined
  if (given && !day) return { error: messages.openingDateForm }
  if (!isComingSoon) return { day: null }
  return day ? { day } : { error: messages.openingDate }
}

/** A fixed field that earlier programs send as a word: yes or no (core 9). */
export const saysYes = (value: unknown): boolean =>
  value === true ||
  value === 1 ||
  (typeof value === 'string' && ['yes', 'true', '1'].includes(value.trim().toLowerCase()))

/** What a point of sale writes behind a title: the print, the sound or the language, in brackets or bare. */
const PRINT_MARK =
  /(?:[([](?:2D|3D|4DX|IMAX|SCREENX|ATMOS|HFR|SUB(?:BED|TITLED)?|DUB(?:BED)?|OV|VIP)[)\]]|\b(?:2D|3D|4DX|IMAX|HFR))$/i
/** An article that was moved behind the title, so that it sorts without it. */
const MOVED_ARTICLE = /^(.{1,200}), (The|A|An)$/i

/**
 * A title as the movie database would write it, of one that the point of sale has: "Jaws (2D)", "Woman King, The".
 * The same title when there is nothing to take away.
 */
export function titleWithoutMarks(title: string): string {
  let bare = title.trim()
  const shorter = () => bare.replace(PRINT_MARK, '').trimEnd()
  for (let next = shorter(); next && next !== bare; next = shorter()) bare = next
  return bare.replace(MOVED_ARTICLE, '$2 $1')
}
