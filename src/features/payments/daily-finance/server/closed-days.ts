import { sql } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { orNull, query, text } from '#server/db/query.ts'

/** Which of these days are closed. Whoever changes what was counted of a day holds the trade's tables before (`holdTrade` waits). */
export async function closedAmong(tx: Db, days: readonly Day[]): Promise<Day[]> {
  const { rows } = await query(tx, { day: text })`
    select distinct day from day_closes where day = any(${sql.param(days)}::date[]) and reopened_at is null order by day`
  return rows.map(({ day }) => day)
}

/** The first day that is closed. */
export async function firstClosed(db: Db): Promise<Day | undefined> {
  const { rows } = await query(db, { day: orNull(text) })`
    select min(day) as day from day_closes where reopened_at is null`
  return rows[0]!.day ?? undefined
}
