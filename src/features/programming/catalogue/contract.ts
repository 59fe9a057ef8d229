import { CENSOR_RATINGS } from '#contract/films.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Day, optionalText, paging, PosId, SearchTerm, text, Version } from '#contract/atoms.ts'
import { CAST_MOST } from '#features/programming/movies/rules.ts'

/** Categories of a film's words: genres are category 8, tags category 9 (core 9). */
export const GENRE_CATEGORY = 8
export const TAG_CATEGORY = 9
export const CATEGORIES = [
  { id: GENRE_CATEGORY, name: 'Genre' },
  { id: TAG_CATEGORY, name: 'Tag' },
] as const

const Cast = z.object({
  id: z.int(),
  name: z.string(),
  character: z.string(),
  profileImage: z.string(),
  /** Absent when it is not known. */
  gender: z.optional(z.string()),
  order: z.int(),
})

/** The catalogue's face of a movie (core 3, Film). The film_… parts come when `$include` names them. */
export const Film = z.object({
  id: z.string(),
  title: z.string(),
  overview: z.string(),
  backdropImage: z.string(),
  backdropImageSmall: z.string(),
  posterImage: z.string(),
  posterImageSmall: z.string(),
  trailerURL: z.string(),
  releaseYear: z.nullable(z.int()),
  featureLength: z.nullable(z.int()),
  censorRating: z.enum(CENSOR_RATINGS),
  isApproved: z.boolean(),
  upcoming: z.boolean(),
  openingDate: z.nullable(Day),
  featured: z.boolean(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  casts: z.array(Cast),
  images: z.array(z.object({ url: z.string() })),
  film_casts: z.optional(z.array(Cast)),
  film_images: z.optional(z.array(z.object({ url: z.string() }))),
  film_categories: z.optional(
    z.array(
      z.object({
        categoryId: z.int(),
        field: z.string(),
        category: z.optional(z.object({ id: z.int(), name: z.string() })),
      }),
    ),
  ),
  film_public_contents: z.optional(z.array(z.object({ type: z.string(), url: z.string() }))),
  film_vod_contents: z.optional(z.array(z.object({ type: z.string(), url: z.string() }))),
  version: z.int(),
})
export type Film = z.infer<typeof Film>

const fields = {
  title: text(300, 'Title is empty'),
  overview: optionalText(5000),
  backdropImage: optionalText(2000),
  backdropImageSmall: optionalText(2000),
  posterImage: optionalText(2000),
  posterImageSmall: optionalText(2000),
  trailerURL: optionalText(2000),
  releaseYear: z.nullable(
    z.int().check(z.minimum(1, 'Release year cannot be 0'), z.maximum(9999, 'Release year is below 10000')),
  ),
  featureLength: z.nullable(
    z.int().check(z.minimum(0, 'Runtime is a whole number of minutes'), z.maximum(9999, 'Runtime is below 10000')),
  ),
  censorRating: z.enum(CENSOR_RATINGS),
  isApproved: z.boolean(),
  upcoming: z.boolean(),
  /** Needed while upcoming; forgotten when not. */
  openingDate: z.nullable(Day),
  featured: z.boolean(),
  genres: z.array(text(60)),
  tags: z.array(text(60)),
  casts: z
    .array(
      z.object({
        name: text(200),
        character: optionalText(200),
        profileImage: optionalText(2000),
        gender: z.optional(optionalText(20)),
        order: z.int(),
      }),
    )
    .check(z.maxLength(CAST_MOST, `Add up to ${CAST_MOST} cast members`)),
  film_public_contents: z.array(z.object({ type: text(40), url: text(2000) })),
  film_vod_contents: z.array(z.object({ type: text(40), url: text(2000) })),
}

/** Everything but the title may be left out; what is left out keeps its value, or its default on a new film. */
export const FilmCreate = z.extend(z.partial(z.omit(z.object(fields), { title: true })), { title: fields.title })
export const FilmChange = z.extend(z.partial(z.object(fields)), { version: Version })

const id = z.object({ id: PosId })
const include = z.object({ $include: z.optional(z.string()) })

/** Core 7: films and the lists that describe them. The same movies as /movie: one store, two faces. */
export const catalogue = endpoints('catalogue', {
  filmCasts: {
    method: 'GET',
    path: '/film-casts',
    permission: 'catalogue:read',
    summary: 'Search cast members by part of their name',
    query: z.object({
      $q: SearchTerm,
      $searchFields: z.optional(z.literal('name', '$searchFields must be name')),
      ...paging(20),
    }),
    reply: z.array(
      z.object({ id: z.int(), name: z.string(), profileImage: z.string(), gender: z.optional(z.string()) }),
    ),
  },
  create: {
    method: 'POST',
    path: '/films',
    permission: 'catalogue:write',
    summary: 'Create a film that the point of sale does not have',
    body: FilmCreate,
    reply: Film,
    status: 201,
    alsoStale: ['calendar', 'movies'],
  },
  fetch: {
    method: 'GET',
    path: '/films/{id}',
    permission: 'catalogue:read',
    summary: 'Get a film',
    params: id,
    query: include,
    reply: Film,
  },
  change: {
    method: 'PATCH',
    path: '/films/{id}',
    permission: 'catalogue:write',
    summary: 'Edit the given fields of a film',
    params: id,
    query: include,
    body: FilmChange,
    reply: Film,
    alsoStale: ['calendar', 'movies'],
  },
  remove: {
    method: 'DELETE',
    path: '/films/{id}',
    permission: 'catalogue:write',
    summary: 'Delete a film from the catalogue. A film with future showtimes is rejected.',
    params: id,
    says: 'Deleted successfully',
    alsoStale: ['calendar', 'movies'],
  },
  genres: {
    method: 'GET',
    path: '/genres',
    permission: 'catalogue:read',
    summary: 'List the genres',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  },
  censorRatings: {
    method: 'GET',
    path: '/censor-ratings',
    permission: 'catalogue:read',
    summary: 'List the classification marks',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  },
  filmCategories: {
    method: 'GET',
    path: '/film-categories',
    permission: 'catalogue:read',
    summary: 'List the categories of films: genres are 8, tags 9',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  },
})
