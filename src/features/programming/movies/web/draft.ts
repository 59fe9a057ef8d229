import { fromFormDay, toFormDay } from '#contract/time.ts'
import type { Input } from '#contract/endpoint.ts'
import type { ExternalMovie, movies, MovieRecord } from '../contract.ts'
import { FIXED, REQUIRED_LABELS, IMPORT_FIELDS, IMPORT_TARGETS, type MovieDraft } from '../rules.ts'

/** What the form starts from: what staff saved, or, before the first save, what the point of sale says. */
export function toDraft(record: MovieRecord): MovieDraft {
  const details = record.movie_details_from_db
  return {
    title: details?.movie_title ?? record.movie_name,
    overview: details?.description ?? '',
    genres: toGenres(details?.genre ?? record.genre),
    trailerURL: details?.youtube_trailer ?? '',
    posterImage: details?.big_poster ?? '',
    posterImageSmall: details?.small_poster ?? '',
    backdropImage: details?.big_backround ?? '',
    backdropImageSmall: details?.small_background ?? '',
    casts: (details?.movie_cast_list ?? []).map((member, order) => ({
      name: member.original_name,
      character: member.character_name,
      profileImage: member.image,
      order,
    })),
    releaseYear: String(details?.release_year ?? record.opening_date?.slice(0, 4) ?? ''),
    featureLength: String(details?.movie_run_time ?? record.movie_run_time ?? ''),
    upcoming: details?.is_coming_soon ? 'true' : 'false',
    openingDate: details?.is_coming_soon_date ? toFormDay(details.is_coming_soon_date) : '',
    censorRating: details?.censorship_rating ?? FIXED.censorship_rating,
    isApproved: details?.is_available_for_display ?? false,
    imported: [],
  }
}

const toGenres = (text: string) =>
  text
    .split(',')
    .map((genre) => genre.trim())
    .filter(Boolean)

/** The body of the save. Must only be called with a submittable draft. */
export function toSave(record: MovieRecord, draft: MovieDraft, version: number | null): Input<typeof movies.save.body> {
  const stored = record.movie_details_from_db
  return {
    rosetta_movie_id: record.movie_id,
    movie_title: draft.title,
    description: draft.overview,
    genre: draft.genres.join(', '),
    big_poster: draft.posterImage,
    small_poster: draft.posterImageSmall,
    big_background: draft.backdropImage,
    small_background: draft.backdropImageSmall,
    youtube_trailer_link: draft.trailerURL,
    release_year: Number(draft.releaseYear),
    movie_run_time: Number(draft.featureLength),
    feature: stored?.feature ?? FIXED.feature,
    tags: stored?.tags ?? FIXED.tags,
    censorship_rating: draft.censorRating,
    is_available_for_display: draft.isApproved,
    is_coming_soon: draft.upcoming === 'true',
    is_coming_soon_date: draft.upcoming === 'true' ? (fromFormDay(draft.openingDate) ?? '') : '',
    cast: draft.casts
      .toSorted((one, other) => one.order - other.order)
      .map(({ name, character, profileImage }) => ({
        original_name: name,
        character_name: character,
        image: profileImage,
      })),
    imported: importedOf(draft),
    ...(version !== null && { version }),
  }
}

/** What was taken and still stands: what was typed over it since is staff's own. */
const importedOf = (draft: MovieDraft) =>
  draft.imported.map(({ id, values }) => ({
    external_id: id,
    fields: IMPORT_FIELDS.filter((field) => {
      const value = values[IMPORT_TARGETS[field]]
      return value !== undefined && JSON.stringify(value) === JSON.stringify(draft[IMPORT_TARGETS[field]])
    }),
  }))

export const LABELS: Record<Exclude<keyof MovieDraft, 'imported'>, string> = {
  ...REQUIRED_LABELS,
  casts: 'Cast',
  upcoming: 'Upcoming',
  openingDate: 'Opening date',
  censorRating: 'Censor rating',
  isApproved: 'Approved for display',
}

/** The fields that a movie of the external database can overwrite, in the dialog's order (core 2), and the trailer. */
export const OVERWRITABLE = [
  'title',
  'overview',
  'genres',
  'backdropImage',
  'backdropImageSmall',
  'posterImage',
  'posterImageSmall',
  'casts',
  'releaseYear',
  'featureLength',
  'trailerURL',
] as const satisfies (keyof MovieDraft)[]
export type Overwritable = (typeof OVERWRITABLE)[number]

/** What the external database offers for each field; undefined where it has nothing. */
export function offers(external: ExternalMovie): { [K in Overwritable]?: MovieDraft[K] | undefined } {
  const cast = external['cast-data'].cast
  return {
    title: external.title || undefined,
    overview: external.overview || undefined,
    genres: external.genres.length ? external.genres : undefined,
    backdropImage: external.backdrop_path ?? undefined,
    backdropImageSmall: external.backdrop_path ?? undefined,
    posterImage: external.poster_path ?? undefined,
    posterImageSmall: external.poster_path ?? undefined,
    casts: cast.length
      ? cast.map(({ name, character, profile_path, order }) => ({
          name,
          character,
          profileImage: profile_path ?? '',
          order,
        }))
      : undefined,
    releaseYear: external.release_date?.slice(0, 4) || undefined,
    featureLength: external.runtime ? String(external.runtime) : undefined,
    trailerURL: external.trailer ?? undefined,
  }
}

/** Fields as they were taken from a movie of the external database. */
export type Standing = { id: string; values: Partial<Omit<MovieDraft, 'imported'>> }

/** What was taken before and what was taken in this form, of a form that started from a record. */
export const databaseStateOf = (record: MovieRecord, base: MovieDraft, { imported }: MovieDraft): Standing[] => [
  ...record.sources.map(({ field, external_id: id }) => ({
    id,
    values: { [IMPORT_TARGETS[field]]: base[IMPORT_TARGETS[field]] },
  })),
  ...imported,
]

/**
 * Whether a field has what is offered for it. Pictures are kept as copies: they are the same where they were taken from this
 * movie and stand as they were.
 */
export function isOffered(
  field: Overwritable,
  values: MovieDraft,
  offered: ReturnType<typeof offers>,
  standing: readonly Standing[],
): boolean {
  const value = JSON.stringify(values[field])
  return (
    value === JSON.stringify(offered[field]) ||
    standing.some((imported) => value === JSON.stringify(imported.values[field]))
  )
}
