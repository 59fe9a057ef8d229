import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { SAME_BEFORE, SAME_WITHIN } from './post-refund.ts'

/** A refund of ours that the figures have, and that no program reported yet. */
type OwnRefund = {
  /** The trade's. */
  refundId: number
  purchaseId: number
  kobo: number
  /** Ours, and the provider's. */
  names: string[]
  /** When a program would tell of it. */
  from: Date
  until: Date
}

/** Those of purchases, which the caller holds. */
export async function ownRefunds(tx: Db, purchaseIds: readonly number[]): Promise<OwnRefund[]> {
  const { rows } = await tx.execute<Omit<OwnRefund, 'from' | 'until'> & { from: string; until: string }>(sql`
    select t.refund_id as "refundId", r.purchase_id as "purchaseId", r.kobo,
      array_remove(array[o.reference, o.provider_id], null) as names,
      o.created_at - ${SAME_BEFORE} as "from", o.created_at + ${SAME_WITHIN} as "until"
    from refunds r join payment_refund_trade t on t.refund_id = r.id join payment_refunds o on o.id = t.payment_refund_id
    where r.purchase_id = any(${sql.param(purchaseIds)}::bigint[]) and t.told_id is null
    order by o.created_at, o.id`)
  return rows.map((row) => ({ ...row, from: new Date(row.from), until: new Date(row.until) }))
}

type ToldRefund = { purchaseId: number; kobo: number; at: Date; name: string | null | undefined }

/**
 * Which of ours a program tells of, taken out of the list: the one that it names; of one that names none, the first of the
 * same purchase and amount, reported within a month.
 */
export function takeOwn(own: OwnRefund[], { purchaseId, kobo, at, name }: ToldRefund): OwnRefund | undefined {
  const index = own.findIndex(
    (one) =>
      one.purchaseId === purchaseId &&
      (name ? one.names.includes(name) : one.kobo === kobo && one.from <= at && at <= one.until),
  )
  return index < 0 ? undefined : own.splice(index, 1)[0]
}

/** Notes by which id a program reported a refund of ours. */
export const noteTold = (tx: Db, refundId: number, source: string, id: string) =>
  tx.execute(sql`
    update payment_refund_trade set told_source = ${source}, told_id = ${id} where refund_id = ${refundId}`)

/** Ids by which a program reported refunds of ours. */
export async function toldOfOwn(tx: Db, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ told_id: string }>(sql`
    select told_id from payment_refund_trade
    where told_source = ${source} and told_id = any(${sql.param(ids)}::text[])`)
  return rows.map((row) => row.told_id)
}
