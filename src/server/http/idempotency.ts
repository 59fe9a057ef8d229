import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { conflict, Refusal } from './problem.ts'
import { json, orNull, query, text } from '../db/query.ts'

export type Claim = { actor: string; key: string; call: string; bodyHash: string }
/** The answer to the first request with a key: a reply, or an error after a partial write. */
type StoredReply =
  | { reply: unknown }
  | { refusal: { status: number; message: string; code?: string; errors?: unknown } }

/** The first request with this key has done the work, and may not be answered yet. */
export class Done extends Error {}

/**
 * Claims a key in the transaction that does the work. The claim is locked until the transaction ends, so a second
 * request with the key waits.
 * @throws Done if the work was done before, or 409 if the key was used for another call or body
 */
export async function claimKey(tx: Db, claim: Claim, now: Date): Promise<void> {
  const inserted = await tx.execute(sql`
    insert into idempotency_keys (actor, key, call, body_hash, created_at)
    values (${claim.actor}, ${claim.key}, ${claim.call}, ${claim.bodyHash}, ${now.toISOString()})
    on conflict do nothing returning 1`)
  if (inserted.rowCount) return
  if (!(await isClaimed(tx, claim))) throw conflict(OTHER)
  throw new Done()
}

const OTHER = 'This Idempotency-Key was used for another request'

/** Checks whether the work was done before under its key. @throws 409 if the key was used for another call or body */
export async function isClaimed(db: Db, claim: Claim): Promise<boolean> {
  const { rows } = await query(db, { call: text, body_hash: text })`
    select call, body_hash from idempotency_keys where actor = ${claim.actor} and key = ${claim.key}`
  const [row] = rows
  if (row && (row.call !== claim.call || row.body_hash !== claim.bodyHash)) throw conflict(OTHER)
  return row !== undefined
}

/** Stores the answer for later requests with the same key. */
export const keepReply = (db: Db, claim: Claim, stored: StoredReply) =>
  db.execute(sql`
    update idempotency_keys set reply = ${JSON.stringify(stored)}::jsonb
    where actor = ${claim.actor} and key = ${claim.key}`)

export const refusalToKeep = ({ status, message, code, errors }: Refusal): StoredReply => ({
  refusal: { status, message, ...(code && { code }), ...(errors && { errors }) },
})

const LOOKS_EVERY_MS = 50
/** Longer than any timeout of an outside system. */
const WAIT_TIMEOUT_MS = 15_000

/** Waits for the answer to the first request with this key. @throws the stored error, or 409 if the answer is lost */
export async function storedReply(db: Db, claim: Claim): Promise<unknown> {
  const until = performance.now() + WAIT_TIMEOUT_MS
  do {
    const { rows } = await query(db, { reply: orNull(json<StoredReply>()) })`
      select reply from idempotency_keys where actor = ${claim.actor} and key = ${claim.key}`
    const stored = rows[0]?.reply
    if (stored && 'refusal' in stored) {
      const { status, message, code, errors } = stored.refusal
      throw new Refusal(status, message, {
        ...(code && { code: code as never }),
        ...(errors ? { errors: errors as never } : {}),
      })
    }
    if (stored) return stored.reply
    await pause(LOOKS_EVERY_MS)
  } while (performance.now() < until)
  throw conflict('This was already done, but the answer was lost. Check the current record.')
}
