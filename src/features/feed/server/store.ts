import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { FEED_KEY } from '#contract/permissions.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import type { Principal } from '#server/http/principal.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import type { FeedKey, WaitingRefund } from '../contract.ts'
import { KEY_PREFIX, type Scope } from '../rules.ts'
import { feedKeys } from './tables.ts'

const SECRET_BYTES = 32
const HINT_LENGTH = 4
/** A key's use is written down this often at most, however many batches it tells. */
const NOTED_EVERY_MS = 60_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

type NewKey = { name: string; source: string; streams: Scope[]; createdBy: string }
type KeyChange = { name: string; streams: Scope[] }

/**
 * Makes a key. The secret is known to the caller alone from here on: stored is its hash.
 * @throws a unique violation when a key of that name is in use (`isNameTaken`)
 */
export async function addKey(tx: Db, key: NewKey, now: Date): Promise<{ key: FeedKey; secret: string }> {
  const secret = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  const [row] = await tx
    .insert(feedKeys)
    .values({ ...key, keyHash: hashOf(secret), hint: secret.slice(-HINT_LENGTH), createdAt: now })
    .returning()
  return { key: toWire(row!), secret }
}

/** Every key that was ever made, newest first. */
export const everyKey = async (db: Db): Promise<FeedKey[]> =>
  (await db.select().from(feedKeys).orderBy(desc(feedKeys.id))).map(toWire)

/** A key, held until the transaction ends. */
export const findKey = async (tx: Db, id: number): Promise<FeedKey | undefined> =>
  (await tx.select().from(feedKeys).where(eq(feedKeys.id, id)).for('update')).map(toWire)[0]

/** @throws a unique violation when another key has that name */
export const changeKey = (tx: Db, id: number, change: KeyChange): Promise<FeedKey> => update(tx, id, change)

export const revokeKey = (tx: Db, id: number, now: Date): Promise<FeedKey> => update(tx, id, { revokedAt: now })

const update = async (tx: Db, id: number, change: Partial<typeof feedKeys.$inferInsert>) =>
  toWire(
    (
      await tx
        .update(feedKeys)
        .set({ ...change, version: sql`${feedKeys.version} + 1` })
        .where(eq(feedKeys.id, id))
        .returning()
    )[0]!,
  )

export const isNameTaken = (error: unknown): boolean => sqlError(error).constraint === 'feed_keys_name'

/** The program behind a secret; undefined when there is no such key or it was revoked. Notes that the key was used. */
export async function programOf(db: Db, secret: string, now: Date): Promise<Principal | undefined> {
  const [key] = await db
    .select()
    .from(feedKeys)
    .where(and(eq(feedKeys.keyHash, hashOf(secret)), isNull(feedKeys.revokedAt)))
  if (!key) return
  const { id, name, source, streams, lastUsedAt } = key
  const noted = new Date(now.getTime() - NOTED_EVERY_MS)
  if (!lastUsedAt || lastUsedAt < noted)
    await db
      .update(feedKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(feedKeys.id, id), or(isNull(feedKeys.lastUsedAt), lt(feedKeys.lastUsedAt, noted))))
  return {
    id,
    name,
    email: '',
    sessionId: '',
    userType: FEED_KEY,
    permissions: [],
    pointsCeiling: 0,
    key: { source, streams },
  }
}

const toWire = (key: typeof feedKeys.$inferSelect): FeedKey => ({
  id: key.id,
  name: key.name,
  source: key.source,
  streams: key.streams,
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  version: key.version,
})

type WaitingRow = Omit<WaitingRefund, 'amount'> & { line: { lines: { amount: number }[] } }

export async function waitingRefunds(
  db: Db,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ refunds: WaitingRefund[]; totalCount: number }> {
  const counted = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from feed_waiting where stream = 'refunds'`)
  const { rows } = await db.execute<WaitingRow>(sql`
    select w.source, w.external_id as id, w.waits_for as purchase_id, w.since, w.reason, w.line,
      array(
        select k.name from feed_keys k
        where k.source = w.source and k.revoked_at is null and 'refunds' = any(k.streams) order by k.id
      ) as keys
    from feed_waiting w where w.stream = 'refunds'
    order by w.reason is null, w.since, w.source, w.external_id limit ${perPage} offset ${(page - 1) * perPage}`)
  const refunds = rows.map(({ line, since, ...row }) => ({
    ...row,
    amount: toNaira(line.lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)),
    since: new Date(since).toISOString(),
  }))
  return { refunds, totalCount: counted.rows[0]!.n }
}
