import { sql } from 'drizzle-orm'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import { refundLines } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { planRefund, type RefundPart } from '../rules.ts'
import { linesOf } from './lines.ts'
import { addParts, changeRefund, partsOf, type LockedRefund, type Refund } from './refunds.ts'
import { number, query } from '#server/db/query.ts'

/**
 * Posts a successful refund to the figures on its day, once per purchase unless another system reported it meanwhile.
 * Purchases reported later are posted then. The caller has locked the refund and its purchases.
 */
export async function postRefund(tx: Db, { refund, reference, purchases }: LockedRefund, zone: string): Promise<void> {
  if (!purchases.length) return
  const parts = await partsFor(tx, refund, reference)
  const posted = await purchasesPosted(tx, refund)
  for (const id of purchases) {
    const its = parts.filter(({ purchaseId }) => purchaseId === id)
    if (!its.length || posted.includes(id)) continue
    const given = { id: `${refund.reference}-${id}`, purchase: id, at: refund.settledAt!, reason: refund.reason }
    const counted = await refundLines(tx, { source: OWN_SOURCE, zone }, given, its)
    if (counted === undefined) continue
    await tx.execute(sql`
      insert into refund_postings (payment_refund_id, refund_id) values (${refund.id}, ${counted})`)
  }
  await changeRefund(tx, refund.id, { bookedAt: refund.settledAt })
}

/** Returns the refunded lines, and chooses them if they were unknown at the request. */
async function partsFor(tx: Db, refund: Refund, reference: string): Promise<RefundPart[]> {
  const stored = await partsOf(tx, refund.id)
  if (stored.length) return stored
  const { kobo } = refund
  const plan = planRefund(
    refund.kind === 'full' ? { kind: 'full' } : { kind: 'amount', kobo },
    await linesOf(tx, reference),
    kobo,
  )
  const parts = 'parts' in plan ? plan.parts : []
  await addParts(tx, refund.id, parts)
  return parts
}

/** Returns purchases whose refund is already posted, because another system reported it while it was pending. */
async function purchasesPosted(tx: Db, { id }: Refund): Promise<number[]> {
  const { rows } = await query(tx, { id: number })`
    select r.purchase_id as id from refund_postings t join refunds r on r.id = t.refund_id
    where t.payment_refund_id = ${id}`
  return rows.map((row) => row.id)
}
