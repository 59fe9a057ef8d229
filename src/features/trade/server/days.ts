import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Days that are derived from instants: the table, the day's column and the instant's. */
export const TOLD_DAYS = [
  ['purchases', 'day', 'at'],
  ['purchase_lines', 'show_day', 'show_at'],
  ['refunds', 'day', 'at'],
  ['redemptions', 'day', 'at'],
  ['visits', 'day', 'at'],
  ['subscription_events', 'day', 'at'],
] as const

/** Sets the days of one of these tables that are not what their instants are in a zone. */
export async function repairDays(tx: Db, [table, day, at]: (typeof TOLD_DAYS)[number], zone: string): Promise<void> {
  const [name, column, instant] = [sql.identifier(table), sql.identifier(day), sql.identifier(at)]
  await tx.execute(sql`
    update ${name} set ${column} = (${instant} at time zone ${zone})::date
    where ${column} is distinct from (${instant} at time zone ${zone})::date`)
}
