import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { SHOWINGS } from '../rules.ts'
import { arrayOf, bool, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

const approvedRow = {
  id: text,
  title: text,
  overview: text,
  genres: arrayOf(text),
  censor_rating: text,
  runtime: orNull(number),
  release_year: orNull(number),
  trailer: text,
  poster: text,
  poster_small: text,
  backdrop: text,
  backdrop_small: text,
  is_coming_soon: bool,
  coming_soon_date: orNull(text),
  next_show_time: orNull(text),
}
export type Approved = RowOf<typeof approvedRow>

type Page = { showing?: (typeof SHOWINGS)[number] | undefined; limit: number; offset: number }

/** Approved movies by name, each with its next showtime. One query over the index of the approved and that of showtimes. */
export async function approvedMovies(db: Db, now: Date, { showing, limit, offset }: Page): Promise<Approved[]> {
  const next = sql`(
    select min(s.starts_at) from showtimes s
    where s.movie_id = m.id and s.cancelled_at is null and s.starts_at > ${now.toISOString()})`
  const plays = sql`exists (
    select from showtimes s where s.movie_id = m.id and s.cancelled_at is null and s.starts_at > ${now.toISOString()})`
  const wanted = showing === 'now' ? plays : showing === 'soon' ? sql`m.is_coming_soon` : sql`true`
  const { rows } = await query(db, approvedRow)`
    select m.id, coalesce(nullif(m.title, ''), m.name) as title, m.overview, m.genres, m.censor_rating, m.runtime,
      m.release_year, m.trailer, m.poster, m.poster_small, m.backdrop, m.backdrop_small, m.is_coming_soon,
      m.coming_soon_date, ${next} as next_show_time
    from movies m
    where m.is_approved and m.deleted_at is null and ${wanted}
    order by m.name collate "und-x-icu", m.id
    limit ${limit} offset ${offset}`
  return rows
}
