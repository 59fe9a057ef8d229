import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Days of another zone than the chain's are worked out anew. */
export const repairRegistered = (tx: Db, zone: string) =>
  tx.execute(sql`
    update customers set registered_on = (registered_at at time zone ${zone})::date
    where registered_on is distinct from (registered_at at time zone ${zone})::date`)
