import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/**
 * Locks card numbers until the transaction ends. Call this before you set a card, after locking the customers' rows.
 * Otherwise two listed customers could get one card.
 */
export const lockCards = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('card numbers', 0))`)
