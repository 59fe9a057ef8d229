import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { bool, query } from '#server/db/query.ts'

/** Days that are derived from instants: the table, the day's column and the instant's. */
export const DERIVED_DAYS = [
  ['purchases', 'day', 'at'],
  ['purchase_lines', 'show_day', 'show_at'],
  ['refunds', 'day', 'at'],
  ['voided_sales', 'day', 'at'],
  ['redemptions', 'day', 'at'],
  ['visits', 'day', 'at'],
  ['subscription_events', 'day', 'at'],
] as const

/** Corrects days of a table that differ from their instants in a zone. */
export async function repairDays(tx: Db, [table, day, at]: (typeof DERIVED_DAYS)[number], zone: string): Promise<void> {
  if (table === 'purchase_lines') await repairRefundedShows(tx, zone)
  if (table === 'redemptions') await repairTornShows(tx, zone)
  const [name, column, instant] = [sql.identifier(table), sql.identifier(day), sql.identifier(at)]
  await tx.execute(sql`
    update ${name} set ${column} = (${instant} at time zone ${zone})::date
    where ${column} is distinct from (${instant} at time zone ${zone})::date`)
}

/** Corrects show days of refunds. They have no time, so the matching purchase line gives it while their days are equal. */
const repairRefundedShows = (tx: Db, zone: string) =>
  tx.execute(sql`
    update refund_lines g set show_day = x.day from (
      select l.refund_id, l.n, (
        select (b.show_at at time zone ${zone})::date from purchase_lines b
        where b.purchase_id = r.purchase_id and b.kind = 'ticket' and b.show_day = l.show_day
        order by (r.source = 'marquee' and b.n = l.n) desc, b.n limit 1) as day
      from refund_lines l join refunds r on r.id = l.refund_id where l.kind = 'ticket' and l.show_day is not null
    ) x
    where x.refund_id = g.refund_id and x.n = g.n and x.day <> g.show_day`)

/** Corrects show days of redemptions. They have no show time, so a redemption within a day of its show gets its own day. */
const repairTornShows = (tx: Db, zone: string) =>
  tx.execute(sql`
    update redemptions set show_day = (at at time zone ${zone})::date
    where day <> (at at time zone ${zone})::date and abs(show_day - day) <= 1`)

/** Checks for rows with a day. */
export async function isThereTrade(db: Db): Promise<boolean> {
  const tables = DERIVED_DAYS.map(([table]) => sql`exists (select from ${sql.identifier(table)})`)
  const { rows } = await query(db, { some: bool })`select ${sql.join(tables, sql` or `)} as some`
  return rows[0]!.some
}
