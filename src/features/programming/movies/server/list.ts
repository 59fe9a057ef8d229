import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { daysAsInstants, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf, isCount, isOnDates } from '#server/db/filter.ts'
import {
  afterRow,
  byKeys,
  sliceOf,
  readFromNearestEnd,
  keysOfPage,
  sortOf,
  type Slice,
  type Key,
  type Paging,
  type Selection,
} from '#server/db/page.ts'
import { hasTerms } from '#server/db/search.ts'
import type { ComingSoonRow, MovieRow, movies } from '../contract.ts'
import { opens } from './store.ts'
import { bool, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** The two lists of movies: what they hold, their order, and pages of them. */

/** The cinema and days of a list; no cinema where the chain has none. */
export type Range = { cinema_id: string | null; start_date: Day; end_date: Day }
export type ListFilter = Omit<Output<(typeof movies)['listCsv']['query']>, keyof Range> & Range & { zone: string }
type ComingSoonFilter = Output<(typeof movies)['comingSoonCsv']['query']>

const icu = sql.raw('collate "und-x-icu"')
const displayGenre = sql`coalesce(nullif(array_to_string(m.genres, ', '), ''), m.pos_genre)`
const displayTitle = sql`coalesce(nullif(m.title, ''), m.name)`

const commonFilter = ({
  search,
  status: approval,
  database,
}: Pick<ListFilter, 'search' | 'status' | 'database'>): (SQL | undefined)[] => [
  sql`m.deleted_at is null`,
  search ? hasTerms(sql`m.search_text`, search) : undefined,
  isAnyOf(approval, (one) => sql`m.is_approved = ${one === 'approved'}`),
  isAnyOf(database, (one) => sql`m.has_details = ${one === 'linked'}`),
]

const id: Key = { of: sql`m.id`, type: 'text' }
const status: Key = { of: sql`m.is_approved`, type: 'boolean' }
const genre: Key = { of: sql`${displayGenre} ${icu}`, type: 'text' }

const selected = (conditions: readonly (SQL | undefined)[], keys: Record<string, Key>, sort: string): Selection => {
  const { by, descending } = sortOf(sort)
  return { from: sql`movies m`, where: allOf(conditions), keys: [keys[by]!, id], descending }
}

const listKeys: Record<string, Key> = {
  movie_id: id,
  db_movie_title: { of: sql`m.title ${icu}`, type: 'text' },
  movie_name: { of: sql`m.name ${icu}`, type: 'text' },
  genre,
  likes: { of: sql`m.likes`, type: 'bigint' },
  dislikes: { of: sql`m.dislikes`, type: 'bigint' },
  reviews: { of: sql`(m.likes + m.dislikes)`, type: 'bigint' },
  status,
}

/** Movies with a showtime at the cinema on the days of the range, by the point of sale's name unless sorted. */
export function listedMovies(filter: ListFilter): Selection {
  const [from, until] = daysAsInstants(filter.start_date, filter.end_date, filter.zone)
  const conditions = [
    ...commonFilter(filter),
    isCount(filter.likes, sql`m.likes`),
    isCount(filter.dislikes, sql`m.dislikes`),
    sql`m.id in (
      select s.movie_id from showtimes s
      where s.cinema_id = ${filter.cinema_id} and s.cancelled_at is null
        and s.starts_at >= ${from.toISOString()} and s.starts_at < ${until.toISOString()})`,
  ]
  return selected(conditions, listKeys, filter.sort ?? 'movie_name')
}

const comingSoonKeys: Record<string, Key> = {
  movie_title: { of: sql`${displayTitle} ${icu}`, type: 'text' },
  genre,
  is_coming_soon_date: { of: sql`m.opens_on`, type: 'date' },
  rosetta_movie_id: id,
  status,
}

/**
 * Movies that are marked as coming soon, and those that by the point of sale open after this day; the next first unless
 * sorted.
 */
export const moviesComingSoon = (filter: ComingSoonFilter, today: Day): Selection =>
  selected(
    [
      opens,
      sql`(m.is_coming_soon or m.opens_on > ${today})`,
      isOnDates(filter.opens, sql`m.opens_on`),
      ...commonFilter(filter),
    ],
    comingSoonKeys,
    filter.sort ?? 'is_coming_soon_date',
  )

/** What both lists show of a movie; `key` is what it was sorted by. */
export const listedRow = {
  id: text,
  name: text,
  title: text,
  genre: text,
  poster_small: text,
  has_details: bool,
  is_approved: bool,
  opens_on: orNull(text),
  likes: number,
  dislikes: number,
  key: text,
}
export type Listed = RowOf<typeof listedRow>

/** Ids are chosen first, then their rows are read. */
async function rowsOf(db: Db, selection: Selection, slice: Slice): Promise<Listed[]> {
  const { rows } = await query(db, listedRow)`
    with page as (${keysOfPage(selection, slice)})
    select m.id, m.name, m.title, ${displayGenre} as genre, m.poster_small, m.has_details, m.is_approved,
      m.opens_on, m.likes, m.dislikes, page.k0::text as key
    from page join movies m on m.id = page.k1
    order by ${byKeys(selection)}`
  return rows
}

export const pageOf = (db: Db, selection: Selection, total: number, paging: Paging): Promise<Listed[]> =>
  readFromNearestEnd(selection, sliceOf(paging), total, (turned, slice) => rowsOf(db, turned, slice))

/** All of them at once. */
export const everyRow = (db: Db, selection: Selection): Promise<Listed[]> => rowsOf(db, selection, {})

/** The rows after one, for an export that reads a piece at a time. */
export const rowsAfter = (db: Db, selection: Selection, after: Listed | undefined, limit: number): Promise<Listed[]> =>
  rowsOf(db, selection, { limit, after: afterRow(after) })

export const toMovieRow = (row: Listed): MovieRow => ({
  movie_id: row.id,
  movie_name: row.name,
  genre: row.genre,
  small_poster: row.poster_small || null,
  movie_db_details: {
    db_movie_title: row.has_details ? row.title : null,
    has_movie_db_details: row.has_details,
    is_available_for_display: row.is_approved,
  },
  reviewDetails: { metadata: { numberOfLikes: row.likes, numberOfDislikes: row.dislikes } },
})

export const toComingSoonRow = (row: Listed): ComingSoonRow => ({
  rosetta_movie_id: row.id,
  movie_title: row.title || row.name,
  genre: row.genre,
  small_poster: row.poster_small || null,
  is_available_for_display: row.is_approved,
  is_coming_soon_date: row.opens_on,
  has_movie_db_details: row.has_details,
})
