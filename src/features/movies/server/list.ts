import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { daysAsInstants, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { hasWords } from '#server/db/search.ts'
import type { ComingSoonRow, MovieRow, movies } from '../contract.ts'
import { opens } from './store.ts'

/** The two lists of movies: what they hold, their order, and pages of them. */

/** The cinema and days of a list; no cinema where the chain has none. */
export type Range = { cinema_id: string | null; start_date: Day; end_date: Day }
export type ListFilter = Omit<Output<(typeof movies)['listCsv']['query']>, keyof Range> & Range & { zone: string }
export type ComingSoonFilter = Output<(typeof movies)['comingSoonCsv']['query']>

/** Which movies, in which order; the id decides between equals. Keys are never null, so that a page can start after a row. */
export type Selection = { where: SQL; key: SQL; descending: boolean }

const icu = sql.raw('collate "und-x-icu"')
const genreShown = sql`coalesce(nullif(array_to_string(m.genres, ', '), ''), m.pos_genre)`
const titleShown = sql`coalesce(nullif(m.title, ''), m.name)`

const commonFilter = (filter: {
  search?: string | undefined
  status?: 'approved' | 'not-approved' | undefined
}): SQL[] => [
  sql`m.deleted_at is null`,
  ...(filter.search ? [hasWords(sql`m.words`, filter.search)] : []),
  ...(filter.status ? [sql`m.is_approved = ${filter.status === 'approved'}`] : []),
]

const ordered = (keys: Record<string, SQL>, sort: string): Pick<Selection, 'key' | 'descending'> => ({
  key: keys[sort.replace(/^-/, '')]!,
  descending: sort.startsWith('-'),
})

const listKeys: Record<string, SQL> = {
  movie_id: sql`m.id`,
  db_movie_title: sql`m.title ${icu}`,
  movie_name: sql`m.name ${icu}`,
  genre: sql`${genreShown} ${icu}`,
  likes: sql`m.likes`,
  dislikes: sql`m.dislikes`,
  reviews: sql`(m.likes + m.dislikes)`,
  status: sql`m.is_approved`,
}

/** Movies with a showtime at the cinema on the days of the range, by the point of sale's name unless sorted. */
export function moviesShown(filter: ListFilter): Selection {
  const [from, until] = daysAsInstants(filter.start_date, filter.end_date, filter.zone)
  const conditions = [
    ...commonFilter(filter),
    ...(filter.database ? [sql`m.has_details = ${filter.database === 'linked'}`] : []),
    sql`m.id in (
      select s.movie_id from showtimes s
      where s.cinema_id = ${filter.cinema_id} and s.cancelled_at is null
        and s.starts_at >= ${from.toISOString()} and s.starts_at < ${until.toISOString()})`,
  ]
  return { where: sql.join(conditions, sql` and `), ...ordered(listKeys, filter.sort ?? 'movie_name') }
}

const comingSoonKeys: Record<string, SQL> = {
  movie_title: sql`${titleShown} ${icu}`,
  genre: sql`${genreShown} ${icu}`,
  is_coming_soon_date: sql`m.opens_on`,
  rosetta_movie_id: sql`m.id`,
  status: sql`m.is_approved`,
}

/**
 * Movies that are marked as coming soon, and those that by the point of sale open after this day; the next first unless
 * sorted.
 */
export const moviesComingSoon = (filter: ComingSoonFilter, today: Day): Selection => ({
  where: sql.join([opens, sql`(m.is_coming_soon or m.opens_on > ${today})`, ...commonFilter(filter)], sql` and `),
  ...ordered(comingSoonKeys, filter.sort ?? 'is_coming_soon_date'),
})

export async function countSelected(db: Db, { where }: Selection): Promise<number> {
  const counted = await db.execute<{ n: number }>(sql`select count(*) as n from movies m where ${where}`)
  return counted.rows[0]!.n
}

/** What both lists show of a movie; `key` is what it was sorted by. */
export type Listed = {
  id: string
  name: string
  title: string
  genre: string
  poster_small: string
  has_details: boolean
  is_approved: boolean
  opens_on: string | null
  likes: number
  dislikes: number
  key: string
}

/** The rows of a selection, or those after a row, up to a limit; ids are chosen first, then their rows are read. */
async function rowsOf(
  db: Db,
  { where, key, descending }: Selection,
  page: { limit?: number; offset?: number; after?: Listed | undefined },
): Promise<Listed[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  const { rows } = await db.execute<Listed>(sql`
    with page as (
      select m.id, ${key} as key from movies m
      where ${where} ${page.after ? sql`and (${key}, m.id) ${beyond} (${page.after.key}, ${page.after.id})` : sql``}
      order by ${key} ${direction}, m.id ${direction}
      ${page.limit === undefined ? sql`` : sql`limit ${page.limit}`} offset ${page.offset ?? 0}
    )
    select m.id, m.name, m.title, ${genreShown} as genre, m.poster_small, m.has_details, m.is_approved,
      m.opens_on, m.likes, m.dislikes, page.key::text as key
    from page join movies m on m.id = page.id
    order by page.key ${direction}, m.id ${direction}`)
  return rows
}

/** One page; of the later half of a long list it is counted from the end, so that the last page is as quick as the first. */
export async function pageOf(
  db: Db,
  selection: Selection,
  total: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<Listed[]> {
  const offset = (page - 1) * perPage
  if (offset >= total) return []
  if (offset < total / 2) return rowsOf(db, selection, { limit: perPage, offset })
  const limit = Math.min(perPage, total - offset)
  const turned = { ...selection, descending: !selection.descending }
  return (await rowsOf(db, turned, { limit, offset: total - offset - limit })).reverse()
}

/** All of them at once. */
export const everyRow = (db: Db, selection: Selection): Promise<Listed[]> => rowsOf(db, selection, {})

/** The rows after one, for an export that reads a piece at a time. */
export const rowsAfter = (db: Db, selection: Selection, after: Listed | undefined, limit: number): Promise<Listed[]> =>
  rowsOf(db, selection, { limit, after })

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
