import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { tooMany } from './problem.ts'

/**
 * Counts a try in the database, so that every server shares the count.
 * @throws 429 with Retry-After when there were more than `max` tries in the window
 */
export async function limit(db: Db, key: string, rule: { max: number; seconds: number }, now: Date): Promise<void> {
  const start = new Date(Math.floor(now.getTime() / (rule.seconds * 1000)) * rule.seconds * 1000)
  const counted = await db.execute<{ count: number }>(sql`
    insert into rate_limits (key, window_start) values (${key}, ${start.toISOString()})
    on conflict (key, window_start) do update set count = rate_limits.count + 1 returning count`)
  if (counted.rows[0]!.count > rule.max)
    throw tooMany(Math.max(1, Math.ceil((start.getTime() + rule.seconds * 1000 - now.getTime()) / 1000)))
}

/** What was counted under a key counts no more: somebody got it right, so the tries were typing errors. */
export const forgive = (db: Db, key: string) => db.execute(sql`delete from rate_limits where key = ${key}`)

export const forgetOldWindows = (db: Db, now: Date) =>
  db.execute(sql`delete from rate_limits where window_start < ${now.toISOString()}::timestamptz - interval '1 day'`)
