import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { orNull, query, text } from '#server/db/query.ts'

/** Condition that a subscription period `s` is in force at an instant (docs/metrics.md). */
export const inForce = (at: string | SQL): SQL => sql`s.starts_at <= ${at} and s.ends_at > ${at}`

/** Condition that a customer has a subscription in force at an instant. */
export const isSubscriber = (customer: SQL, at: string | SQL): SQL =>
  sql`exists (select from subscription_periods s where s.customer_id = ${customer} and ${inForce(at)})`

/** Finds the end of what a customer has paid; undefined: no current or future period. */
export async function paidUntil(db: Db, customerId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await query(db, { until: orNull(text) })`
    select max(ends_at) as until from subscription_periods where customer_id = ${customerId} and ends_at > ${now.toISOString()}`
  return rows[0]?.until ? new Date(rows[0].until) : undefined
}

/**
 * Recalculates the subscription periods of customers from their subscription events, and marks their purchases as a
 * subscriber's or not. The caller locks the customers' rows.
 */
export async function workOut(tx: Db, zone: string, customers: readonly number[]): Promise<void> {
  if (customers.length === 0) return
  const those = listOf(customers, 'bigint')
  await tx.execute(sql`delete from subscription_periods where customer_id = any(${those})`)
  await tx.execute(sql`insert into subscription_periods select * from subscription_periods_of(${those}, ${zone})`)
  await markSubscribers(tx, sql`p.customer_id = any(${those})`)
}

/** Updates `by_subscriber` of purchases `p` that differ from their subscription periods. */
export const markSubscribers = (tx: Db, those: SQL) =>
  tx.execute(sql`
    update purchases p set by_subscriber = not p.by_subscriber
    where ${those} and p.by_subscriber <> ${isSubscriber(sql`p.customer_id`, sql`p.at`)}`)
