import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { IngestContext } from './ingest-context.ts'

/*
 * Without this lock a refund can find no purchase while the purchase, in another batch, finds no pending refund.
 * Batches with purchases share the lock, and pending refunds take it exclusively, until the transaction ends.
 */
const lockOf = (source: string): SQL => sql`hashtextextended(${`feed waiting ${source}`}, 0)`

export const lockForPurchases = ({ db, source }: IngestContext) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(source)})`)

export const lockForPending = ({ db, source }: IngestContext) =>
  db.execute(sql`select pg_advisory_xact_lock(${lockOf(source)})`)

/*
 * A correction updates the figures of many days, guests and payments one by one, and would deadlock with a batch that
 * updates the same rows. Corrections take this lock exclusively and batches share it, before any other lock, until the
 * transaction ends.
 */
const FIGURES = sql`hashtextextended('feed corrections', 0)`

export const lockForCounting = (db: Db) => db.execute(sql`select pg_advisory_xact_lock_shared(${FIGURES})`)

export const lockForCorrecting = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${FIGURES})`)
