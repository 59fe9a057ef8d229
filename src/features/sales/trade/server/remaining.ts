import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { arrayOf, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** Refundable rest of one kind of lines in a purchase, with the days of its shows. Money is kobo. */
const kindLeftRow = {
  purchaseId: number,
  kind: text,
  quantity: number,
  kobo: number,
  shows: orNull(arrayOf(text)),
}
export type KindLeft = RowOf<typeof kindLeftRow>

/** Reads the refundable rest of purchases by kind, after refunds of any sender. The caller locks the purchases. */
export async function leftByKind(tx: Db, purchaseIds: readonly number[]): Promise<KindLeft[]> {
  const ids = sql`any(${listOf(purchaseIds, 'bigint')})`
  const { rows } = await query(tx, kindLeftRow)`
    select l.purchase_id as "purchaseId", l.kind, l.shows, (l.quantity - coalesce(b.quantity, 0))::int as quantity,
      (l.kobo - coalesce(b.kobo, 0))::bigint as kobo
    from (
      select purchase_id, kind, sum(quantity) as quantity, sum(kobo) as kobo,
        jsonb_agg(show_day) filter (where show_day is not null) as shows
      from purchase_lines where purchase_id = ${ids} group by purchase_id, kind
    ) l
    left join (
      select r.purchase_id, b.kind, sum(b.quantity) as quantity, sum(b.kobo) as kobo
      from refunds r join refund_lines b on b.refund_id = r.id
      where r.purchase_id = ${ids} group by r.purchase_id, b.kind
    ) b using (purchase_id, kind)
    order by l.purchase_id, l.kind`
  return rows
}

/** Purchase with its refundable rest by kind. */
export type LockedPurchase = { id: number; at: Date; left: Map<string, KindLeft> }

/**
 * Finds and locks purchases by ids of their sender, in the order of their row ids, until the transaction ends. Otherwise
 * two refunds at a time could exceed the purchase.
 */
export async function lockPurchases(
  tx: Db,
  source: string,
  ids: readonly string[],
): Promise<Map<string, LockedPurchase>> {
  const { rows } = await query(tx, { id: number, external_id: text, at: text })`
    select id, external_id, at from purchases where source = ${source} and external_id = any(${listOf(ids, 'text')})
    order by id for no key update`
  const purchases = new Map<number, LockedPurchase>(
    rows.map(({ id, at }) => [id, { id, at: new Date(at), left: new Map() }]),
  )
  for (const one of await leftByKind(tx, [...purchases.keys()])) purchases.get(one.purchaseId)!.left.set(one.kind, one)
  return new Map(rows.map(({ id, external_id }) => [external_id, purchases.get(id)!]))
}

/**
 * Locks the purchases of a payment against other refunds until the transaction ends. Always take this lock before the
 * payment's.
 */
export async function lockPurchasesPaid(tx: Db, reference: string): Promise<number[]> {
  const { rows } = await query(tx, { id: number })`
    select p.id from purchases p where p.payment = ${reference} order by p.id for no key update`
  return rows.map(({ id }) => id)
}
