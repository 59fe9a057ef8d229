import { sql } from 'drizzle-orm'
import type { Db } from './db/connect.ts'

/** What the application keeps about itself, shared by every server on one database. */
export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const found = await db.execute<{ value: T }>(sql`select value from settings where key = ${key}`)
  return found.rows[0]?.value
}

/** Which keys have a value, of those that begin so. */
export async function settingsUnder(db: Db, beginning: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`select key from settings where starts_with(key, ${beginning})`)
  return new Set(rows.map(({ key }) => key))
}

/** Whether this is the first to ask for something that happens once; nobody else is, from the end of the transaction on. */
export async function isFirstTo(tx: Db, key: string): Promise<boolean> {
  const claimed = await tx.execute(
    sql`insert into settings (key, value) values (${key}, 'true') on conflict do nothing returning key`,
  )
  return claimed.rowCount === 1
}

/** A value, locked until the transaction ends: whoever else asks to lock it waits. */
export async function lockSetting<T>(tx: Db, key: string): Promise<T | undefined> {
  const { rows } = await tx.execute<{ value: T }>(sql`select value from settings where key = ${key} for update`)
  return rows[0]?.value
}

export const writeSetting = (db: Db, key: string, value: unknown) =>
  db.execute(sql`update settings set value = ${JSON.stringify(value)}::jsonb where key = ${key}`)

/** Stores a value, whether the key has one or not. */
export const putSetting = (db: Db, key: string, value: unknown) =>
  db.execute(sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`)

/** Stores a value unless the key has one; answers the value that stands. */
export async function settleSetting<T>(db: Db, key: string, value: T): Promise<T> {
  await db.execute(
    sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict do nothing`,
  )
  return (await readSetting<T>(db, key)) as T
}
