/**
 * Rows that a job works on when they are due. Whoever claims one puts its `due_at` beyond the longest time that the work can
 * take, so nobody else takes it meanwhile, and if the server dies another takes it up after that.
 */
import { eq, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'

type DueTable = PgTable & { id: PgColumn; dueAt: PgColumn; attempts: PgColumn }
type Due<T extends DueTable> = {
  table: T
  /** Which rows are worked on at all. */
  where: SQL
  /** Columns that go before `due_at`. */
  first?: SQL
  /** Longer than the work on one can take. */
  leaseMs: number
}

/** Of one run: with a system that keeps each waiting, the run still ends. */
const MOST_OF_A_RUN = 50

/** Claims the row that is due the longest, and counts the try. */
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

/** Works on what is due, one after the other. */
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
