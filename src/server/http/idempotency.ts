import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { conflict, Refusal } from './problem.ts'
import { json, orNull, query, text } from '../db/query.ts'

export type Claim = { actor: string; key: string; call: string; bodyHash: string }
/** What the first request with a key was answered: a reply, or a refusal of what it had done by then. */
type StoredReply =
  | { reply: unknown }
  | { refusal: { status: number; message: string; code?: string; errors?: unknown } }

/** The first request with this key has done it, and may not be answered yet. */
export class Done extends Error {}

/**
 * Claims a key in the transaction that does what is asked for: a second request with it waits for the first.
 * @throws Done when it was done before, or 409 when the key was used for another call or another body
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

/** Whether what is asked for was done before under its key. @throws 409 when that was for another call or another body */
export async function isClaimed(db: Db, claim: Claim): Promise<boolean> {
  const { rows } = await query(db, { call: text, body_hash: text })`
    select call, body_hash from idempotency_keys where actor = ${claim.actor} and key = ${claim.key}`
  const [row] = rows
  if (row && (row.call !== claim.call || row.body_hash !== claim.bodyHash)) throw conflict(OTHER)
  return row !== undefined
}

/** Keeps what a request is answered, for those that come with the same key. */
export const keepReply = (db: Db, claim: Claim, stored: StoredReply) =>
  db.execute(sql`
    update idempotency_keys set reply = ${JSON.stringify(stored)}::jsonb
    where actor = ${claim.actor} and key = ${claim.key}`)

export const refusalToKeep = ({ status, message, code, errors }: Refusal): StoredReply => ({
  refusal: { status, message, ...(code && { code }), ...(errors && { errors }) },
})

const LOOKS_EVERY_MS = 50
/** Longer than outside systems are waited for. */
const WAIT_TIMEOUT_MS = 15_000

/** What the first request with this key was answered, once it is. @throws what it was refused, and 409 where its answer is lost */
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
  throw conflict('This was done already, and its answer was lost. Look at how it stands now')
}
