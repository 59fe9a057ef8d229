import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { bool, query } from '#server/db/query.ts'

/** Corrects registration days after a change of zone. */
export const repairRegistered = (tx: Db, zone: string) =>
  tx.execute(sql`
    update customers set registered_on = (registered_at at time zone ${zone})::date
    where registered_on is distinct from (registered_at at time zone ${zone})::date`)

/** Recalculates the cinemas of customers, as the triggers keep them. The caller locks the customers. */
export async function repairCinemas(tx: Db, ids: readonly number[]): Promise<void> {
  const those = sql`any(${listOf(ids, 'bigint')})`
  await tx.execute(sql`delete from customer_cinemas where customer_id = ${those}`)
  await tx.execute(sql`
    insert into customer_cinemas (customer_id, cinema_id)
    select customer_id, cinema_id from purchases where customer_id = ${those} and cinema_id is not null
    union
    select id, default_cinema_id from customers where id = ${those} and default_cinema_id is not null`)
}

/** Checks for customers with a registration day. */
export async function someRegistered(db: Db): Promise<boolean> {
  const { rows } = await query(db, { some: bool })`
    select exists (select from customers where registered_on is not null) as some`
  return rows[0]!.some
}
