import { sql } from 'drizzle-orm'
import { OURS } from '#features/trade/rules.ts'
import { holdPurchasesPaid, refundLines } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { planRefund, type RefundPart } from '../rules.ts'
import { linesOf } from './lines.ts'
import { addParts, changeRefund, partsOf, type Refund } from './refunds.ts'

/** A program hears of a refund of ours after it was asked for, up to so long after; clocks differ by a little. */
export const SAME_BEFORE = sql`interval '5 minutes'`
export const SAME_WITHIN = sql`interval '30 days'`

/**
 * Has the figures follow a refund that succeeded, on the day it did: the trade's refund of each of its purchases, once.
 * What a program reported the same in the meantime stands for it. Of a payment whose purchases are not reported yet it
 * comes later. The refund is held by the caller.
 */
export async function postRefund(tx: Db, refund: Refund, zone: string): Promise<void> {
  const { rows } = await tx.execute<{ reference: string }>(sql`
    select reference from payment_entries where id = ${refund.entryId}`)
  const { reference } = rows[0]!
  const purchases = await holdPurchasesPaid(tx, reference)
  if (!purchases.length) return
  const parts = await partsFor(tx, refund, reference)
  for (const id of purchases) {
    const its = parts.filter(({ purchaseId }) => purchaseId === id)
    if (!its.length || (await adopt(tx, refund, id, sumOf(its)))) continue
    const given = { id: `${refund.reference}-${id}`, purchase: id, at: refund.settledAt!, reason: refund.reason }
    const counted = await refundLines(tx, { source: OURS, zone }, given, its)
    if (counted === undefined) continue
    await tx.execute(sql`
      insert into payment_refund_trade (payment_refund_id, refund_id) values (${refund.id}, ${counted})`)
  }
  await changeRefund(tx, refund.id, { bookedAt: refund.settledAt })
}

const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { kobo }) => sum + kobo, 0)

/** Which lines it gives back; where they were not known when it was asked for, they are chosen now. */
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

/** Whether a program reported this one already: of the purchase, of its amount, since it was asked for. */
async function adopt(tx: Db, refund: Refund, purchaseId: number, kobo: number): Promise<boolean> {
  const at = refund.createdAt.toISOString()
  const { rows } = await tx.execute(sql`
    insert into payment_refund_trade (payment_refund_id, refund_id, told_source, told_id)
    select ${refund.id}, r.id, r.source, r.external_id from refunds r
    where r.purchase_id = ${purchaseId} and r.kobo = ${kobo} and r.source <> ${OURS}
      and r.at between ${at}::timestamptz - ${SAME_BEFORE} and ${at}::timestamptz + ${SAME_WITHIN}
      and not exists (select from payment_refund_trade t where t.refund_id = r.id)
    order by r.at, r.id limit 1
    returning refund_id`)
  return rows.length > 0
}
