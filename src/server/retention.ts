import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { addDays, dayOf, startOfDay } from '#contract/time.ts'
import type { AuditLine } from './audit/store.ts'
import type { Db } from './db/connect.ts'
import type { Env } from './env.ts'

/** What goes when it is old. Figures, and what they are counted from, are never such. */
export type Retention = {
  /** What it is called in the log. */
  name: string
  /** What is older goes; nothing, where it is kept for ever. */
  before: (env: Env, now: Date) => Date | undefined
  /** Deletes at most `limit` of it. @returns how many rows */
  forget: (db: Db, before: Date, limit: number) => Promise<number>
  /** What the audit log says of it. */
  line?: (rows: number, before: Date, zone: string) => AuditLine & { action: string }
}

const DAY_MS = 86_400_000

/** Kept for as many whole days as a setting says, beside the one that has begun. */
export const retentionOf =
  (kind: keyof Env['keepDays']): Retention['before'] =>
  ({ keepDays, zone }, now) => {
    const days = keepDays[kind]
    return days === undefined ? undefined : startOfDay(addDays(dayOf(now, zone), -days), zone)
  }

/** Kept for so many days, whatever the settings say. */
export const daysLater =
  (days: number): Retention['before'] =>
  (_, now) =>
    new Date(now.getTime() - days * DAY_MS)

/** What was good until then is of no use to anybody a day later. */
export const aDayLater = daysLater(1)

export const atOnce: Retention['before'] = (_, now) => now

/** Rows of a table of the caller's own. Nobody is waited for: a row that somebody holds is left for the next time. */
export const rowsIn =
  (table: PgTable, isOld: (before: SQL) => SQL): Retention['forget'] =>
  async (db, before, limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOld(sql`${before.toISOString()}::timestamptz`)}
        limit ${limit} for update skip locked))`)
    return rowCount ?? 0
  }
