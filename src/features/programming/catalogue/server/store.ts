import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { hasTerms } from '#server/db/search.ts'
import { number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** The catalogue's own queries; a film is a movie, and the rest is in the store of movies. */

/** How many showtimes of a film are to come. */
export async function showtimesToCome(db: Db, id: string, now: Date): Promise<number> {
  const counted = await query(db, { n: number })`
    select count(*) as n from showtimes
    where movie_id = ${id} and starts_at >= ${now.toISOString()} and cancelled_at is null`
  return counted.rows[0]!.n
}

export const personRow = { id: number, name: text, image: text, gender: orNull(text) }
export type Person = RowOf<typeof personRow>

/** People of the casts by name, each name once as it was last entered. */
export async function people(
  db: Db,
  term: string | undefined,
  page: { limit: number; offset: number },
): Promise<Person[]> {
  const { rows } = await query(db, personRow)`
    select distinct on (name collate "und-x-icu") id, name, image, gender
    from movie_cast
    ${term ? sql`where ${hasTerms(sql`search_text`, term)}` : sql``}
    order by name collate "und-x-icu", id desc
    limit ${page.limit} offset ${page.offset}`
  return rows
}
