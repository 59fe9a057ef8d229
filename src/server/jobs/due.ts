/**
 * Rows that a job works on when they are due. A claim moves `due_at` beyond the longest time of the work. No other
 * server takes the row meanwhile, and another one takes it later if the server stops.
 */
import { eq, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'

type DueTable = PgTable & { id: PgColumn; dueAt: PgColumn; attempts: PgColumn }
type Due<T extends DueTable> = {
  table: T
  /** The rows that are worked on. */
  where: SQL
  /** Columns to sort by before `due_at`. */
  first?: SQL
  /** Milliseconds; longer than the work on a row can take. */
  leaseMs: number
}

/** Limits a run, so that it ends even if an outside system delays each row. */
const MOST_OF_A_RUN = 50

/** Claims the row that has been due longest, and counts the attempt. */
export async function claimDue<T extends DueTable>(
  db: Db,
  { table, where, first, leaseMs }: Due<T>,
  now: Date,
): Promise<T['$inferSelect'] | undefined> {
  const order = first ? sql`${first}, due_at, id` : sql`due_at, id`
  const due = sql`(
    select id from ${sql.identifier(getTableName(table))} where ${where} and due_at <= ${now.toISOString()}
    order by ${order} limit 1 for update skip locked)`
  const claimed = await db
    .update(table)
    .set({ attempts: sql`${table.attempts} + 1`, dueAt: new Date(now.getTime() + leaseMs) } as never)
    .where(eq(table.id, due))
    .returning()
  return (claimed as T['$inferSelect'][])[0]
}

/** Works on due rows one after the other. */
export async function workOnDue<T extends DueTable>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  due: Due<T>,
  work: (row: T['$inferSelect'], now: Date) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < MOST_OF_A_RUN; n++) {
    const now = clock.now()
    const row = await claimDue(db, due, now)
    if (!row) return
    await work(row, now)
  }
}
