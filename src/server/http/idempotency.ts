import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { conflict } from './problem.ts'

type Claim = { actor: string; key: string; call: string; bodyHash: string }

/**
 * Claims a key in the write's own transaction: a second request with it waits for the first, then finds its reply.
 * @returns the reply of the first request, or undefined when this is the first
 * @throws 409 when the key was used for another call or another body
 */
export async function claimKey(tx: Db, claim: Claim, now: Date): Promise<{ reply: unknown } | undefined> {
  const inserted = await tx.execute(sql`
    insert into idempotency_keys (actor, key, call, body_hash, created_at)
    values (${claim.actor}, ${claim.key}, ${claim.call}, ${claim.bodyHash}, ${now.toISOString()})
    on conflict do nothing returning 1`)
  if (inserted.rowCount) return
  const found = await tx.execute<{ call: string; body_hash: string; reply: unknown }>(sql`
    select call, body_hash, reply from idempotency_keys where actor = ${claim.actor} and key = ${claim.key}`)
  const row = found.rows[0]
  if (!row || row.call !== claim.call || row.body_hash !== claim.bodyHash)
    throw conflict('This Idempotency-Key was used for another request')
  return { reply: row.reply }
}

export const keepReply = (tx: Db, claim: Claim, reply: unknown) =>
  tx.execute(sql`
    update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb
    where actor = ${claim.actor} and key = ${claim.key}`)
