import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { FEED_KEY } from '#contract/permissions.ts'
import { sqlError, type Db } from '../db/connect.ts'
import type { Principal } from '../http/principal.ts'
import { newSecret, noteUse } from './program-secret.ts'
import { feedKeys } from './tables.ts'
import { hashToken } from './tokens.ts'

/** Prefix of every key's secret, which distinguishes it from session tokens and lets scanners find leaks. */
export const KEY_PREFIX = 'mqf_'
export const BAD_KEY = 'This feed key is not valid or was revoked'

/** A program's key with its record types. */
export type Key = Omit<typeof feedKeys.$inferSelect, 'keyHash'>
type NewKey = { name: string; source: string; recordTypes: string[]; createdBy: string }
type KeyChange = { name: string; recordTypes: string[] }

/**
 * Makes a key. Only the caller knows the secret, because only its hash is stored.
 * @throws a unique violation if a key in use has that name (`isNameTaken`)
 */
export async function addKey(tx: Db, key: NewKey, now: Date): Promise<{ key: Key; secret: string }> {
  const {
    secret,
    stored: { keyHash, last4 },
  } = newSecret(KEY_PREFIX)
  const [row] = await tx
    .insert(feedKeys)
    .values({ ...key, keyHash, last4, createdAt: now })
    .returning()
  return { key: row!, secret }
}

/** Returns all keys, also revoked ones, newest first. */
export const everyKey = (db: Db): Promise<Key[]> => db.select().from(feedKeys).orderBy(desc(feedKeys.id))

/** Counts the keys in use that a person made. Keys store names: people with the same name share the count. */
export const keysMadeBy = (db: Db, name: string): Promise<number> =>
  db.$count(feedKeys, and(eq(feedKeys.createdBy, name), isNull(feedKeys.revokedAt)))

/** Returns a key, locked until the transaction ends. */
export const findKey = async (tx: Db, id: number): Promise<Key | undefined> =>
  (await tx.select().from(feedKeys).where(eq(feedKeys.id, id)).for('update'))[0]

/** @throws a unique violation if another key has that name */
export const changeKey = (tx: Db, id: number, change: KeyChange): Promise<Key> => update(tx, id, change)

export const revokeKey = (tx: Db, id: number, now: Date): Promise<Key> => update(tx, id, { revokedAt: now })

const update = async (tx: Db, id: number, change: Partial<typeof feedKeys.$inferInsert>) =>
  (
    await tx
      .update(feedKeys)
      .set({ ...change, version: sql`${feedKeys.version} + 1` })
      .where(eq(feedKeys.id, id))
      .returning()
  )[0]!

export const isNameUsed = (error: unknown): boolean => sqlError(error).constraint === 'feed_keys_name'

/** Returns the program of a secret, or the reason why it is not valid. Records the use of the key. */
export async function programOf(db: Db, secret: string, now: Date): Promise<Principal | string> {
  const [key] = await db
    .select()
    .from(feedKeys)
    .where(and(eq(feedKeys.keyHash, hashToken(secret)), isNull(feedKeys.revokedAt)))
  if (!key) return BAD_KEY
  const { name, source, recordTypes } = key
  await noteUse(db, feedKeys, key, now)
  return {
    id: 0,
    caller: `key ${key.id}`,
    person: `key ${key.id}`,
    name,
    email: '',
    sessionId: '',
    userType: FEED_KEY,
    permissions: [],
    pointsLimit: 0,
    key: { id: key.id, source, recordTypes },
  }
}
