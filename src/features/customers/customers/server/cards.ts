import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Whoever gives a membership card calls this first, with the customers' rows locked: a card is one listed customer's. */
export const lockCards = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('card numbers', 0))`)
