import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { FEED_KEY } from '#contract/permissions.ts'
import { sqlError, type Db } from '../db/connect.ts'
import type { Principal } from '../http/principal.ts'
import { newSecret, noteUse } from './program-secret.ts'
import { feedKeys } from './tables.ts'
import { hashToken } from './tokens.ts'

/** Every secret of a key begins so: it is told apart from a session's token, and found by those who look for leaks. */
export const KEY_PREFIX = 'mqf_'
export const BAD_KEY = 'This feed key is not valid, or it was revoked'

/** A program's key, with the streams it is good for. */
export type Key = Omit<typeof feedKeys.$inferSelect, 'keyHash'>
type NewKey = { name: string; source: string; recordTypes: string[]; createdBy: string }
type KeyChange = { name: string; recordTypes: string[] }

/**
 * Makes a key. The secret is known to the caller alone from here on: stored is its hash.
 * @throws a unique violation when a key of that name is in use (`isNameTaken`)
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

/** Every key that was ever made, newest first. */
export const everyKey = (db: Db): Promise<Key[]> => db.select().from(feedKeys).orderBy(desc(feedKeys.id))

/** How many keys in use somebody made. They stand under names: of two people of one name, both made all. */
export const keysMadeBy = (db: Db, name: string): Promise<number> =>
  db.$count(feedKeys, and(eq(feedKeys.createdBy, name), isNull(feedKeys.revokedAt)))

/** A key, locked until the transaction ends. */
export const findKey = async (tx: Db, id: number): Promise<Key | undefined> =>
  (await tx.select().from(feedKeys).where(eq(feedKeys.id, id)).for('update'))[0]

/** @throws a unique violation when another key has that name */
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

/** The program behind a secret, or why it is good for nothing. Notes that the key was used. */
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
