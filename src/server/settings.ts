import { sql } from 'drizzle-orm'
import type { Db } from './db/connect.ts'

/** What the application keeps about itself, shared by every server on one database. */
export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const found = await db.execute<{ value: T }>(sql`select value from settings where key = ${key}`)
  return found.rows[0]?.value
}

/** Stores a value unless the key has one; answers the value that stands. */
export async function settleSetting<T>(db: Db, key: string, value: T): Promise<T> {
  await db.execute(
    sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict do nothing`,
  )
  return (await readSetting<T>(db, key)) as T
}
