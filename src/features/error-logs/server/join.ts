import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** What happened to one customer happened to another: two records of one person became one. */
export async function joinErrors(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`
    select from errors where id in (select error_id from error_customers where customer_id = ${from})
    order by fingerprint for update`)
  await tx.execute(sql`update error_reports set customer_id = ${to} where customer_id = ${from}`)
  await tx.execute(sql`
    update errors e set customers = e.customers - 1
    where exists (select from error_customers x where x.error_id = e.id and x.customer_id = ${from})
      and exists (select from error_customers x where x.error_id = e.id and x.customer_id = ${to})`)
  await tx.execute(sql`
    with gone as (delete from error_customers where customer_id = ${from} returning *)
    insert into error_customers as x (error_id, customer_id, count, last_seen_at)
    select error_id, ${to}, count, last_seen_at from gone
    on conflict (error_id, customer_id) do update set
      count = x.count + excluded.count, last_seen_at = greatest(x.last_seen_at, excluded.last_seen_at)`)
}
