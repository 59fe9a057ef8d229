import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'

/** Days of another zone than the chain's are worked out anew. */
export const repairRegistered = (tx: Db, zone: string) =>
  tx.execute(sql`
    update customers set registered_on = (registered_at at time zone ${zone})::date
    where registered_on is distinct from (registered_at at time zone ${zone})::date`)

/** Counts what customers bought anew. Of one whom somebody else holds nothing is waited for. */
export const recountPurchases = (tx: Db, ids: readonly number[]) =>
  tx.execute(sql`
    update customers c set purchases = (select count(*) from purchases p where p.customer_id = c.id)
    where id in (select id from customers where id = any(${listOf(ids, 'bigint')}) order by id for no key update skip locked)`)
