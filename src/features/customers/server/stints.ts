import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/**
 * Works out the stints of customers from all that was told of their subscriptions, and which of their purchases were a
 * subscriber's. Whoever adds a subscription event calls it in the same transaction, with the customers' rows held.
 */
export async function workOut(tx: Db, zone: string, customers: readonly number[]): Promise<void> {
  if (customers.length === 0) return
  const those = sql`${sql.param(customers)}::bigint[]`
  await tx.execute(sql`delete from stints where customer_id = any(${those})`)
  await tx.execute(sql`insert into stints select * from stints_of(${those}, ${zone})`)
  await tx.execute(sql`
    update purchases p set by_subscriber = not p.by_subscriber
    where p.customer_id = any(${those}) and p.by_subscriber <> exists (
      select from stints s where s.customer_id = p.customer_id and s.starts_at <= p.at and p.at < s.ends_at)`)
}
