import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { hasWords } from '#server/db/search.ts'

/** The catalogue's own queries; a film is a movie, and the rest is in the store of movies. */

/** Adds a film that the point of sale does not have, under an id of ours: F and seven digits. */
export async function addFilm(db: Db, title: string): Promise<string> {
  const added = await db.execute<{ id: string }>(sql`
    insert into movies (id, name) values ('F' || lpad(nextval('film_ids')::text, 7, '0'), ${title}) returning id`)
  return added.rows[0]!.id
}

export const renameFilm = (db: Db, id: string, name: string) =>
  db.execute(sql`update movies set name = ${name} where id = ${id}`)

export const removeFilm = (db: Db, id: string, now: Date) =>
  db.execute(sql`
    update movies set deleted_at = ${now.toISOString()}, version = version + 1, updated_at = ${now.toISOString()}
    where id = ${id}`)

/** How many showtimes of a film are to come. */
export async function showtimesToCome(db: Db, id: string, now: Date): Promise<number> {
  const counted = await db.execute<{ n: number }>(sql`
    select count(*) as n from showtimes
    where movie_id = ${id} and starts_at >= ${now.toISOString()} and cancelled_at is null`)
  return counted.rows[0]!.n
}

export type Person = { id: number; name: string; image: string; gender: string | null }

/** People of the casts by name, each name once as it was last entered. */
export async function people(
  db: Db,
  term: string | undefined,
  page: { limit: number; offset: number },
): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    select distinct on (name collate "und-x-icu") id, name, image, gender
    from movie_cast
    ${term ? sql`where ${hasWords(sql`words`, term)}` : sql``}
    order by name collate "und-x-icu", id desc
    limit ${page.limit} offset ${page.offset}`)
  return rows
}
