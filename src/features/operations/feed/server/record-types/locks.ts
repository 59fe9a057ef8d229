import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { IngestContext } from './ingest-context.ts'

/*
 * A refund looks for its purchase and waits when it finds none, while the purchase may be on its way in another batch,
 * which looks for waiting refunds and finds none. So those who bring purchases and those who wait take turns: the lock
 * is shared by the first and taken alone by the second, until their transactions end.
 */
const lockOf = (source: string): SQL => sql`hashtextextended(${`feed waiting ${source}`}, 0)`

export const lockForPurchases = ({ db, source }: IngestContext) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(source)})`)

export const lockForPending = ({ db, source }: IngestContext) =>
  db.execute(sql`select pg_advisory_xact_lock(${lockOf(source)})`)

/*
 * A correction takes off and adds to figures of any day, guest and payment, one line after another, and reads anew what is left
 * of them. Beside a batch that adds to the same ones each could wait for the other for ever. So those who correct have
 * their turn alone: the lock is taken before anything else.
 */
const FIGURES = sql`hashtextextended('feed corrections', 0)`

export const lockForCounting = (db: Db) => db.execute(sql`select pg_advisory_xact_lock_shared(${FIGURES})`)

export const lockForCorrecting = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${FIGURES})`)
