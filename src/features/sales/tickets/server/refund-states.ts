import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'

/** Has the lines of purchases know what came back of them, as their triggers keep it. */
export const repairRefundStates = (tx: Db, purchases: readonly number[]) =>
  tx.execute(sql`
    update ticket_log t set refund = x.refund
    from refunded_lines(${listOf(purchases, 'bigint')}) x
    where t.purchase_id = x.purchase_id and t.n = x.n and t.refund <> x.refund`)
