import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FilterText } from '#contract/filter.ts'
import { fold } from '#contract/fold.ts'
import { nextShowtime } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { isChosen } from '#server/db/filter.ts'
import { eachDay } from '#server/db/days.ts'
import { likeTerm } from '#server/db/like.ts'
import { hasTerms } from '#server/db/search.ts'
import type { CalendarDays } from '#server/feature.ts'
import type { MovieDetails, MovieRecord } from '../contract.ts'
import type { ImportField } from '../rules.ts'
import { dropSources, sourcesOf, sourcesReported } from './sources.ts'
import { movieCast, movies } from './tables.ts'
import { bool, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

export { addFilm, removeFilm, renameFilm } from './films.ts'
export { addReviews, reviewsReportedOtherwise, type ReportedReview } from './reviews.ts'

export type Movie = typeof movies.$inferSelect
export type Cast = Pick<typeof movieCast.$inferSelect, 'id' | 'name' | 'character' | 'image' | 'gender'>
/** What staff can change about a movie. */
export type MovieChange = Partial<Omit<typeof movies.$inferInsert, 'id' | 'version' | 'hasDetails' | 'updatedAt'>>

/** A movie, unless it was taken out; `lock` holds it until the transaction ends. */
export async function findMovie(
  db: Db,
  id: string,
  { lock = false, evenRemoved = false } = {},
): Promise<Movie | undefined> {
  const query = db
    .select()
    .from(movies)
    .where(and(eq(movies.id, id), evenRemoved ? undefined : isNull(movies.deletedAt)))
  return (await (lock ? query.for('update') : query))[0]
}

/** Ids of the movies with this number, leading zeros aside; at most two. */
export async function idsOfNumber(db: Db, number: number): Promise<string[]> {
  const { rows } = await query(db, { id: text })`
    select id from movies where ltrim(id, '0') = ltrim(${String(number)}, '0') and deleted_at is null order by id limit 2`
  return rows.map((row) => row.id)
}

/** The titles of all movies that were not deleted; those that are shown last first. */
export async function movieTitles(db: Db) {
  const { rows } = await query(db, { id: text, title: text, name: text })`
    select id, title, name from movies m where deleted_at is null
    order by pos_listed_since is not null desc, opens_on desc nulls last, id`
  return rows
}

/** In billing order. */
export const castOf = (db: Db, movieId: string): Promise<Cast[]> =>
  db
    .select({
      id: movieCast.id,
      name: movieCast.name,
      character: movieCast.character,
      image: movieCast.image,
      gender: movieCast.gender,
    })
    .from(movieCast)
    .where(eq(movieCast.movieId, movieId))
    .orderBy(movieCast.position)

/** The columns of the fields that can be taken from the movie database; the cast has its own table. */
export const IMPORT_COLUMNS = {
  movie_title: 'title',
  description: 'overview',
  genre: 'genres',
  big_poster: 'poster',
  small_poster: 'posterSmall',
  big_background: 'backdrop',
  small_background: 'backdropSmall',
  release_year: 'releaseYear',
  movie_run_time: 'runtime',
  youtube_trailer_link: 'trailer',
} as const satisfies Record<Exclude<ImportField, 'cast'>, keyof MovieChange>

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Writes what changed; the version goes on and the movie counts as entered. A field with a new value is no longer the one
 * that was taken from the movie database.
 */
export async function changeMovie(db: Db, id: string, change: MovieChange, now: Date): Promise<Movie> {
  const before = (await findMovie(db, id, { evenRemoved: true }))!
  const [row] = await db
    .update(movies)
    .set({ ...change, hasDetails: true, version: sql`${movies.version} + 1`, updatedAt: now })
    .where(eq(movies.id, id))
    .returning()
  const changed = (Object.keys(IMPORT_COLUMNS) as (keyof typeof IMPORT_COLUMNS)[]).filter(
    (field) => !isSame(before[IMPORT_COLUMNS[field]], row![IMPORT_COLUMNS[field]]),
  )
  await dropSources(db, id, changed)
  return row!
}

export type CastEntry = Omit<Cast, 'id'>

/** A cast in which nobody's gender is given: those who were in the movie's before keep theirs. */
export async function withGenders(
  db: Db,
  movieId: string,
  cast: readonly Omit<CastEntry, 'gender'>[],
): Promise<CastEntry[]> {
  const genders = new Map((await castOf(db, movieId)).map(({ name, gender }) => [name, gender]))
  return cast.map((member) => ({ ...member, gender: genders.get(member.name) ?? null }))
}

/**
 * Replaces the cast, in the given order; one that is the same keeps its ids. A gender is nothing that is taken from the
 * movie database.
 * @returns whether it was another one
 */
export async function replaceCast(db: Db, movieId: string, cast: readonly CastEntry[]): Promise<boolean> {
  const entries = (list: readonly CastEntry[]) =>
    list.map(({ name, character, image, gender }) => ({ name, character, image, gender }))
  const ungendered = (list: readonly CastEntry[]) => entries(list).map(({ gender: _, ...member }) => member)
  const before = await castOf(db, movieId)
  if (isSame(entries(before), entries(cast))) return false
  if (!isSame(ungendered(before), ungendered(cast))) await dropSources(db, movieId, ['cast'])
  await db.delete(movieCast).where(eq(movieCast.movieId, movieId))
  if (cast.length)
    await db.insert(movieCast).values(entries(cast).map((member, position) => ({ ...member, movieId, position })))
  return true
}

export const displayTitle = (movie: Pick<Movie, 'title' | 'name'>): string => movie.title || movie.name

const detailsOf = (movie: Movie, cast: readonly Cast[]): MovieDetails => ({
  movie_title: movie.title,
  description: movie.overview,
  genre: movie.genres.join(', '),
  youtube_trailer: movie.trailer,
  is_available_for_display: movie.isApproved,
  big_poster: movie.poster,
  small_poster: movie.posterSmall,
  big_backround: movie.backdrop,
  small_background: movie.backdropSmall,
  movie_cast_list: cast.map(({ id, name, character, image }) => ({
    id,
    image,
    original_name: name,
    character_name: character,
  })),
  release_year: movie.releaseYear,
  movie_run_time: movie.runtime,
  is_coming_soon: movie.isComingSoon,
  is_coming_soon_date: movie.comingSoonDate,
  censorship_rating: movie.censorRating,
  feature: movie.isFeatured,
  tags: movie.tags.join(', '),
})

/** The movie as staff read it: the point of sale's word, what was entered, and its next showtime. */
export async function recordOf(db: Db, movie: Movie, now: Date): Promise<MovieRecord> {
  const next = await nextShowtime(db, movie.id, now)
  return {
    movie_id: movie.id,
    movie_name: movie.name,
    genre: movie.posGenre,
    rating: movie.posRating,
    movie_run_time: movie.posRuntime,
    opening_date: movie.posOpeningDate,
    movie_details_from_db: movie.hasDetails ? detailsOf(movie, await castOf(db, movie.id)) : null,
    version: movie.version,
    is_show_time_available: Boolean(next),
    next_show_time: next ?? null,
    ...sourcesReported(await sourcesOf(db, movie.id)),
  }
}

const foundMovieRow = {
  id: text,
  name: text,
  title: text,
  overview: text,
  trailer: text,
  poster_small: text,
  backdrop: text,
  backdrop_small: text,
}
export type FoundMovie = RowOf<typeof foundMovieRow>

/** Movies by a part of their title, name or id: those that begin with it first, then by name; of some ids those alone. */
export async function searchMovies(
  db: Db,
  term: string,
  limit: number,
  ids?: FilterText<'choice'>,
): Promise<FoundMovie[]> {
  const title = sql`coalesce(nullif(m.title, ''), m.name)`
  const matches = term ? hasTerms(sql`m.search_text`, term) : sql`true`
  // The trigram index needs three letters; for fewer, the index by name gives the first matches without reading them all.
  const beginsSo = term.length < 3 ? sql`` : sql`fold(${title}) not like ${likeTerm(fold(term)).slice(1)},`
  const { rows } = await query(db, foundMovieRow)`
    select m.id, m.name, m.title, m.overview, m.trailer, m.poster_small, m.backdrop, m.backdrop_small
    from movies m
    where ${isChosen(ids, sql`m.id`) ?? sql`m.deleted_at is null`} and ${matches}
    order by ${beginsSo} m.name collate "und-x-icu", m.id
    limit ${limit}`
  return rows
}

/** That a movie of `movies m` has an opening day: staff's, or that of a film that the point of sale knows. */
export const opens = sql`m.opens_on is not null and m.deleted_at is null and (m.is_coming_soon or m.pos_listed_since is not null)`

/** Movies by the day they open: so many of each day. */
export async function openingsOn(db: Db, days: CalendarDays) {
  const openingRow = { id: text, name: text, title: text, is_approved: bool, opens: present(text) }
  const { rows } = await query(db, openingRow)`
    select m.* from ${eachDay(days)} d cross join lateral (
      select m.id, m.name, m.title, m.is_approved, m.opens_on as opens from movies m
      where ${opens} and m.opens_on = d.day
      order by m.id limit ${days.perDay}
    ) m`
  return rows
}

/** The movies of the point of sale's last good answer, by name. */
export async function knownToPos(db: Db) {
  const { rows } = await query(db, {
    id: text,
    name: text,
    pos_genre: text,
    pos_rating: orNull(text),
    pos_runtime: orNull(number),
    pos_opening_date: orNull(text),
    has_details: bool,
  })`
    select id, name, pos_genre, pos_rating, pos_runtime, pos_opening_date, has_details
    from movies where pos_listed_since is not null order by name collate "und-x-icu", id`
  return rows
}

/** A page of the reviews in which something was written, newest first, with how many there are. */
export async function writtenReviews(
  db: Db,
  movieId: string,
  page: { limit: number; offset: number },
  first?: 'disliked',
) {
  const written = sql`from reviews where movie_id = ${movieId} and review <> ''`
  const counted = await query(db, { n: number })`select count(*) as n ${written}`
  const { rows } = await query(db, { id: number, review: text, customer_name: text, liked: bool, created_at: text })`
    select id, review, customer_name, liked, created_at ${written}
    order by ${first ? sql`liked,` : sql``} created_at desc, id desc limit ${page.limit} offset ${page.offset}`
  return { total: counted.rows[0]!.n, rows }
}

/** Which of these ids no movie has, or had. */
export async function unknownMovies(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await query(db, { id: text })`
    select id from unnest(${listOf(ids, 'text')}) x(id) where not exists (select from movies m where m.id = x.id)`
  return new Set(rows.map(({ id }) => id))
}
