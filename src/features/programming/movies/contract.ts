import { CENSOR_RATINGS } from '#contract/films.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import {
  ColumnChoice,
  Day,
  Instant,
  isWebAddress,
  optionalText,
  PageNumber,
  paging,
  PosId,
  SearchTerm,
  sorting,
  text,
  Version,
} from '#contract/atoms.ts'
import { choice, counts, days, textChoice } from '#contract/filter.ts'
import { CAST_MOST, COMING_SOON_PAGE, messages, REVIEWS_PAGE, IMPORT_FIELDS } from './rules.ts'

/** A row of All Movies (core 3): the point of sale's movie and what staff entered about it. */
export const MovieRow = z.object({
  movie_id: z.string(),
  movie_name: z.string(),
  genre: z.string(),
  small_poster: z.nullable(z.string()),
  movie_db_details: z.object({
    db_movie_title: z.nullable(z.string()),
    has_movie_db_details: z.boolean(),
    is_available_for_display: z.boolean(),
  }),
  reviewDetails: z.object({ metadata: z.object({ numberOfLikes: z.int(), numberOfDislikes: z.int() }) }),
})
export type MovieRow = z.infer<typeof MovieRow>

/** When the schedule was last taken from the point of sale, and since when and why it is not answering. */
export const ScheduleState = z.object({
  as_of: z.nullable(Instant),
  failing_since: z.nullable(Instant),
  reason: z.nullable(z.string()),
})

const listFilter = {
  status: choice(['approved', 'not-approved'], 'status must be approved or not-approved'),
  /** Details from an external movie database. */
  database: choice(['linked', 'missing'], 'database must be linked or missing'),
}
const rangeFilter = {
  /** Without one, the cinema a screen starts with (core 9). */
  cinema_id: z.optional(PosId),
  /** Without them, last month to today. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  ...listFilter,
  likes: counts(),
  dislikes: counts(),
  search: SearchTerm,
  sort: sorting('movie_id', 'db_movie_title', 'movie_name', 'genre', 'likes', 'dislikes', 'reviews', 'status'),
}

export const ComingSoonRow = z.object({
  rosetta_movie_id: z.string(),
  movie_title: z.string(),
  genre: z.string(),
  small_poster: z.nullable(z.string()),
  is_available_for_display: z.boolean(),
  is_coming_soon_date: z.nullable(Day),
  has_movie_db_details: z.boolean(),
})
export type ComingSoonRow = z.infer<typeof ComingSoonRow>

const comingSoonFilter = {
  search: SearchTerm,
  ...listFilter,
  /** When it opens. */
  opens: days(),
  sort: sorting('movie_title', 'genre', 'is_coming_soon_date', 'rosetta_movie_id', 'status'),
}

/** What staff entered about a movie, as the back end has always spelt it (core 3). */
export const MovieDetails = z.object({
  movie_title: z.string(),
  description: z.string(),
  genre: z.string(),
  youtube_trailer: z.string(),
  is_available_for_display: z.boolean(),
  big_poster: z.string(),
  small_poster: z.string(),
  big_backround: z.string(),
  small_background: z.string(),
  movie_cast_list: z.array(
    z.object({ id: z.int(), image: z.string(), original_name: z.string(), character_name: z.string() }),
  ),
  release_year: z.nullable(z.int()),
  movie_run_time: z.nullable(z.int()),
  is_coming_soon: z.boolean(),
  is_coming_soon_date: z.nullable(Day),
  censorship_rating: z.enum(CENSOR_RATINGS),
  feature: z.boolean(),
  tags: z.string(),
})
export type MovieDetails = z.infer<typeof MovieDetails>

export const MovieRecord = z.object({
  movie_id: z.string(),
  /** What the point of sale says of it. */
  movie_name: z.string(),
  genre: z.string(),
  rating: z.nullable(z.string()),
  movie_run_time: z.nullable(z.int()),
  opening_date: z.nullable(Day),
  /** Null until staff first saved it. */
  movie_details_from_db: z.nullable(MovieDetails),
  /** What a save or a change of visibility is based on; there before the first save too. */
  version: z.int(),
  is_show_time_available: z.boolean(),
  next_show_time: z.nullable(z.object({ starts_at: Instant, cinema_name: z.string() })),
  /** The fields that stand as they were taken from an external movie database. */
  sources: z.array(
    z.object({
      field: z.enum(IMPORT_FIELDS),
      source: z.enum(['embedded', 'tmdb']),
      external_id: z.string(),
      imported_at: Instant,
    }),
  ),
  /** Words that must stand where they are shown; null without such fields. */
  attribution: z.nullable(z.string()),
})
export type MovieRecord = z.infer<typeof MovieRecord>

const image = z
  .string(messages.field)
  .check(
    z.trim(),
    z.minLength(1, messages.field),
    z.maxLength(2000, 'Enter up to 2000 characters'),
    z.refine(isWebAddress, 'Enter a web address'),
  )

/** Core 7, POST /movie/create. */
export const MovieSave = z.object({
  /** A number as specified, or the id's text: a number is matched without regard to leading zeros. */
  rosetta_movie_id: z.union([z.int(), PosId], 'Enter a movie ID'),
  movie_title: text(300, messages.title),
  description: text(5000, messages.overview),
  genre: text(400),
  big_poster: image,
  small_poster: image,
  big_background: image,
  small_background: image,
  youtube_trailer_link: text(2000, messages.trailer).check(z.refine(isWebAddress, messages.trailerAddress)),
  release_year: z
    .number(messages.releaseYear)
    .check(z.int(messages.yearDigits), z.minimum(1, messages.yearZero), z.maximum(9999, messages.yearDigits)),
  movie_run_time: z
    .number(messages.runtime)
    .check(
      z.int(messages.runtimeDigits),
      z.minimum(0, messages.runtimeDigits),
      z.maximum(9999, messages.runtimeDigits),
    ),
  feature: z.optional(z.unknown()),
  tags: z.optional(z.union([optionalText(400), z.array(z.string())])),
  censorship_rating: z.optional(z.enum(CENSOR_RATINGS, `The rating must be one of ${CENSOR_RATINGS.join(', ')}`)),
  is_available_for_display: z.boolean(),
  is_coming_soon: z.boolean(),
  /** YYYY-MM-DD or the form's MM-DD-YYYY; empty unless coming soon. */
  is_coming_soon_date: z.optional(z.nullable(z.string())),
  cast: z
    .array(z.object({ original_name: text(200), character_name: optionalText(200), image: optionalText(2000) }))
    .check(z.maxLength(CAST_MOST, `Add up to ${CAST_MOST} cast members`)),
  /** Which of the fields are as an external movie has them, by that movie's id; of a field named twice the last counts. */
  imported: z.optional(
    z.array(z.object({ external_id: text(40), fields: z.array(z.enum(IMPORT_FIELDS)) })).check(z.maxLength(20)),
  ),
  version: Version,
})

/** A movie of the external movie database (core 3). Paths are handed back to `formatImages`. */
export const ExternalMovie = z.object({
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  overview: z.string(),
  genres: z.array(z.string()),
  backdrop_path: z.nullable(z.string()),
  poster_path: z.nullable(z.string()),
  /** A small poster and background to look at. */
  thumbnail: z.nullable(z.string()),
  backdrop_thumbnail: z.nullable(z.string()),
  release_date: z.nullable(z.string()),
  runtime: z.nullable(z.int()),
  trailer: z.nullable(z.string()),
  certification: z.nullable(z.string()),
  'cast-data': z.object({
    cast: z.array(
      z.object({
        id: z.union([z.int(), z.string()]),
        profile_path: z.nullable(z.string()),
        name: z.string(),
        order: z.int(),
        character: z.string(),
      }),
    ),
  }),
})
export type ExternalMovie = z.infer<typeof ExternalMovie>

/** A movie with its showtimes at a cinema (operations 3: event-form sources; movie for a cinema). */
export const MovieOnShow = z.object({
  movie_id: z.string(),
  movie_name: z.string(),
  movie_poster: z.string(),
  show_times: z.array(
    z.object({
      show_time_id: z.string(),
      show_time: Instant,
      cinema_screen_id: z.string(),
      seats_available: z.int(),
    }),
  ),
})
export type MovieOnShow = z.infer<typeof MovieOnShow>

export const IMAGE_USES = ['poster', 'small-poster', 'background', 'small-background', 'cast'] as const
export type ImageUse = (typeof IMAGE_USES)[number]

/** Core 7, Movies. */
export const movies = endpoints('movies', {
  list: {
    method: 'GET',
    path: '/movie/admin/list',
    permission: 'movies:read',
    summary: 'List movies with a showtime at the cinema in the range. Without `page` the list is complete.',
    allowReplica: true,
    query: z.object({ ...rangeFilter, page: z.optional(PageNumber), perPage: paging(15).perPage }),
    reply: z.object({
      movies: z.array(MovieRow),
      perPage: z.int(),
      totalPages: z.int(),
      totalCount: z.int(),
      /** What the rows are of: as asked, or as chosen where nothing was asked. */
      range: z.object({ cinema_id: z.nullable(z.string()), start_date: Day, end_date: Day }),
      schedule: ScheduleState,
    }),
  },
  listCsv: {
    method: 'GET',
    path: '/movie/admin/list.csv',
    permission: 'movies:export',
    summary: 'Export the list as CSV, with the same filters and sort',
    allowReplica: true,
    query: z.object({ ...rangeFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  comingSoon: {
    method: 'GET',
    path: '/movie/admin/coming-soon-movies',
    permission: 'movies:read',
    summary: 'List movies marked as coming soon or with a future opening date in the point of sale',
    allowReplica: true,
    query: z.object({ ...paging(COMING_SOON_PAGE), ...comingSoonFilter }),
    reply: z.object({
      movies: z.array(ComingSoonRow),
      perPage: z.int(),
      totalPages: z.int(),
      totalCount: z.int(),
    }),
  },
  comingSoonCsv: {
    method: 'GET',
    path: '/movie/admin/coming-soon-movies.csv',
    permission: 'movies:export',
    summary: 'Export the coming-soon list as CSV, with the same filters and sort',
    allowReplica: true,
    query: z.object({ ...comingSoonFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/movie/fetch-movie/{id}',
    permission: 'movies:read',
    summary: 'Get a movie: point-of-sale data, details entered by staff, and whether a showtime is available',
    params: z.object({ id: PosId }),
    reply: MovieRecord,
  },
  save: {
    method: 'POST',
    path: '/movie/create',
    permission: 'movies:write',
    summary: 'Save the details of a movie',
    body: MovieSave,
    reply: MovieRecord,
    says: messages.updated,
    alsoStale: ['calendar', 'catalogue', 'programme'],
  },
  visibility: {
    method: 'POST',
    path: '/movie/visiblity/{id}',
    permission: 'movies:write',
    summary: 'Set whether a movie is available for display. Without a body the setting is toggled.',
    params: z.object({ id: PosId }),
    body: z.optional(z.nullable(z.object({ is_available_for_display: z.optional(z.boolean()), version: Version }))),
    reply: MovieRecord,
    alsoStale: ['calendar', 'catalogue', 'programme'],
  },
  search: {
    method: 'GET',
    path: '/movie/search',
    permission: 'movies:read',
    summary: 'Search movies by part of their title, or get movies by ID, for pickers',
    allowReplica: true,
    query: z.object({
      title: z._default(z.string().check(z.trim(), z.maxLength(200, 'Enter up to 200 characters')), ''),
      /** These, whether they are deleted or not: what was chosen keeps its name. */
      ids: textChoice(40),
    }),
    reply: z.array(
      z.object({
        id: z.string(),
        rosetta_movie_id: z.string(),
        movie_title: z.string(),
        description: z.string(),
        youtube_trailer: z.string(),
        small_poster: z.string(),
        big_backround: z.string(),
        small_background: z.string(),
      }),
    ),
  },
  newList: {
    method: 'GET',
    path: '/movie/new-list',
    // Whoever plans an event or books a cube chooses among them.
    permission: 'session',
    summary: 'List movies with their showtimes at a cinema in a range, for pickers',
    allowReplica: true,
    query: z.object({
      cinema_id: PosId,
      /** Without them, today. */
      start_date: z.optional(Day),
      end_date: z.optional(Day),
      platform: z.optional(z.string().check(z.maxLength(40, 'Enter up to 40 characters'))),
    }),
    reply: z.array(MovieOnShow),
  },
  ratings: {
    method: 'GET',
    path: '/movie-ratings/{id}',
    permission: 'movies:read',
    summary: 'List likes, dislikes and reviews of a movie, newest or dislikes first',
    allowReplica: true,
    params: z.object({ id: PosId }),
    query: z.object({
      pageNo: paging(REVIEWS_PAGE).page,
      pageSize: paging(REVIEWS_PAGE).perPage,
      /** Those of people who disliked it first, each newest first. */
      first: z.optional(z.enum(['disliked'], 'first must be disliked')),
    }),
    reply: z.object({
      metadata: z.object({ numberOfLikes: z.int(), numberOfDislikes: z.int() }),
      reviews: z.array(
        z.object({
          id: z.int(),
          review: z.string(),
          customer_name: z.string(),
          liked: z.boolean(),
          createdAt: Instant,
        }),
      ),
      totalCount: z.int(),
    }),
  },
  fromVista: {
    method: 'GET',
    path: '/vista/get-movies-from-vista',
    permission: 'movies:read',
    summary: 'List movies known to the point of sale, from the last sync',
    reply: z.array(
      z.object({
        movie_id: z.string(),
        movie_name: z.string(),
        genre: z.string(),
        rating: z.nullable(z.string()),
        movie_run_time: z.nullable(z.int()),
        opening_date: z.nullable(Day),
        has_movie_db_details: z.boolean(),
      }),
    ),
  },
  externalSearch: {
    method: 'GET',
    path: '/moviedb/search',
    permission: 'movies:read',
    summary: 'Search the external movie database',
    query: z.object({ query: text(200, 'Enter a title to search for') }),
    reply: z.object({ results: z.array(ExternalMovie), attribution: z.nullable(z.string()) }),
    transaction: 'own',
  },
  externalMovie: {
    method: 'GET',
    path: '/moviedb/movie/{id}',
    permission: 'movies:read',
    summary: 'Get a movie of the external movie database with its cast',
    params: z.object({ id: text(40) }),
    reply: ExternalMovie,
    transaction: 'own',
  },
  externalById: {
    method: 'GET',
    path: '/moviedb/{id}',
    permission: 'movies:read',
    summary: 'Get a movie of the external movie database, with the images or casts named in $include',
    params: z.object({ id: text(40) }),
    query: z.object({ $include: z.optional(z.string()) }),
    reply: z.extend(ExternalMovie, {
      images: z.optional(z.array(z.object({ url: z.string(), type: z.enum(['poster', 'backdrop']) }))),
      casts: z.optional(
        z.array(
          z.object({ name: z.string(), character: z.string(), profileImage: z.nullable(z.string()), order: z.int() }),
        ),
      ),
    }),
    transaction: 'own',
  },
  externalImage: {
    method: 'GET',
    path: '/moviedb/images/{size}/{file}',
    permission: 'public',
    summary: 'Get an image of the embedded movie database',
    params: z.object({ size: text(20), file: text(100) }),
    stream: 'image/webp',
    transaction: 'own',
  },
  formatImages: {
    method: 'POST',
    path: '/movie/format-images',
    unkept: 'Nothing is changed',
    permission: 'movies:write',
    summary: 'Copy external images into storage in suitable sizes. Unavailable images are null.',
    body: z.object({
      images: z
        .array(z.object({ path: text(2000), use: z.enum(IMAGE_USES) }))
        .check(
          z.minLength(1, 'Enter at least one image'),
          z.maxLength(CAST_MOST + 4, `Enter up to ${CAST_MOST + 4} images`),
        ),
    }),
    reply: z.object({
      images: z.array(z.object({ path: z.string(), use: z.enum(IMAGE_USES), url: z.nullable(z.string()) })),
    }),
    transaction: 'own',
    audit: 'none',
  },
})
