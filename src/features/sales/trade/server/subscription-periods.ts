import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { orNull, query, text } from '#server/db/query.ts'

/** What it is to be active at an instant, of a subscription period `s`: its subscription is in force (docs/metrics.md). */
export const inForce = (at: string | SQL): SQL => sql`s.starts_at <= ${at} and s.ends_at > ${at}`

/** Whether a customer has a subscription in force at an instant. */
export const isSubscriber = (customer: SQL, at: string | SQL): SQL =>
  sql`exists (select from subscription_periods s where s.customer_id = ${customer} and ${inForce(at)})`

/** Until when a customer has paid; undefined when nothing is in force or to come. */
export async function paidUntil(db: Db, customerId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await query(db, { until: orNull(text) })`
    select max(ends_at) as until from subscription_periods where customer_id = ${customerId} and ends_at > ${now.toISOString()}`
  return rows[0]?.until ? new Date(rows[0].until) : undefined
}

/**
 * Works out the subscription periods of customers from all that was reported about their subscriptions, and which of their purchases
 * were a subscriber's. The customers' rows are held by the caller.
 */
export async function workOut(tx: Db, zone: string, customers: readonly number[]): Promise<void> {
  if (customers.length === 0) return
  const those = listOf(customers, 'bigint')
  await tx.execute(sql`delete from subscription_periods where customer_id = any(${those})`)
  await tx.execute(sql`insert into subscription_periods select * from subscription_periods_of(${those}, ${zone})`)
  await markSubscribers(tx, sql`p.customer_id = any(${those})`)
}

/** Has those of some purchases `p` follow the subscription periods that do not. */
export const markSubscribers = (tx: Db, those: SQL) =>
  tx.execute(sql`
    update purchases p set by_subscriber = not p.by_subscriber
    where ${those} and p.by_subscriber <> ${isSubscriber(sql`p.customer_id`, sql`p.at`)}`)
