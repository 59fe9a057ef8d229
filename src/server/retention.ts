import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { addDays, dayOf, startOfDay } from '#contract/time.ts'
import type { AuditLine } from './audit/store.ts'
import type { Db } from './db/connect.ts'
import type { Env } from './env.ts'

/** Data that is deleted when it is old. Figures and their sources never are. */
export type Retention = {
  /** The name in the log. */
  name: string
  /** Returns the time before which data is deleted; undefined: kept for ever. */
  before: (env: Env, now: Date) => Date | undefined
  /** Deletes at most `limit` rows. @returns how many */
  forget: (db: Db, before: Date, limit: number) => Promise<number>
  /** Returns the audit log entry of the deletion. */
  line?: (rows: number, before: Date, zone: string) => AuditLine & { action: string }
}

const DAY_MS = 86_400_000

/** Keeps data for the days in a setting, plus the current day. */
export const retentionOf =
  (kind: keyof Env['keepDays']): Retention['before'] =>
  ({ keepDays, zone }, now) => {
    const days = keepDays[kind]
    return days === undefined ? undefined : startOfDay(addDays(dayOf(now, zone), -days), zone)
  }

/** Keeps data for a fixed number of days. */
export const daysLater =
  (days: number): Retention['before'] =>
  (_, now) =>
    new Date(now.getTime() - days * DAY_MS)

/** Keeps data for a day after its expiry. */
export const aDayLater = daysLater(1)

export const atOnce: Retention['before'] = (_, now) => now

/** Deletes rows of the caller's own table. Skips locked rows until the next time, without waiting. */
export const rowsIn =
  (table: PgTable, isOld: (before: SQL) => SQL): Retention['forget'] =>
  async (db, before, limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOld(sql`${before.toISOString()}::timestamptz`)}
        limit ${limit} for update skip locked))`)
    return rowCount ?? 0
  }
