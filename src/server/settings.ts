import { sql } from 'drizzle-orm'
import type { Db } from './db/connect.ts'
import { json, query, text, orNull } from './db/query.ts'

/** Reads a stored value of the application, shared by all servers with the database. */
export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const found = await query(db, { value: orNull(json<T>()) })`select value from settings where key = ${key}`
  return found.rows[0]?.value as T | undefined
}

/** Returns the stored keys with a prefix. */
export async function settingsUnder(db: Db, beginning: string): Promise<Set<string>> {
  const { rows } = await query(db, { key: text })`select key from settings where starts_with(key, ${beginning})`
  return new Set(rows.map(({ key }) => key))
}

/**
 * Claims a key for something that happens once.
 * @returns true for the first caller only, as soon as the transaction is committed
 */
export async function isFirstTo(tx: Db, key: string): Promise<boolean> {
  const claimed = await tx.execute(
    sql`insert into settings (key, value) values (${key}, 'true') on conflict do nothing returning key`,
  )
  return claimed.rowCount === 1
}

/** Reads a value and locks it until the transaction ends. Other callers of this wait. */
export async function lockSetting<T>(tx: Db, key: string): Promise<T | undefined> {
  const { rows } = await query(tx, {
    value: orNull(json<T>()),
  })`select value from settings where key = ${key} for update`
  return rows[0]?.value as T | undefined
}

export const writeSetting = (db: Db, key: string, value: unknown) =>
  db.execute(sql`update settings set value = ${JSON.stringify(value)}::jsonb where key = ${key}`)

/** Stores a value, whether the key has one or not. */
export const putSetting = (db: Db, key: string, value: unknown) =>
  db.execute(sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`)

/** Stores a value unless the key has one. @returns the stored value */
export async function settleSetting<T>(db: Db, key: string, value: T): Promise<T> {
  await db.execute(
    sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict do nothing`,
  )
  return (await readSetting<T>(db, key)) as T
}
