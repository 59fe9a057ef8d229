import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { query, text } from '#server/db/query.ts'

/** Adds a film that the point of sale does not have, under an id of ours: F and seven digits. */
export async function addFilm(db: Db, title: string): Promise<string> {
  const added = await query(db, { id: text })`
    insert into movies (id, name) values ('F' || lpad(nextval('film_ids')::text, 7, '0'), ${title}) returning id`
  return added.rows[0]!.id
}

export const renameFilm = (db: Db, id: string, name: string) =>
  db.execute(sql`update movies set name = ${name} where id = ${id}`)

export const removeFilm = (db: Db, id: string, now: Date) =>
  db.execute(sql`
    update movies set deleted_at = ${now.toISOString()}, version = version + 1, updated_at = ${now.toISOString()}
    where id = ${id}`)
