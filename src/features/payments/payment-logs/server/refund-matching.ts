import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Refund } from './refunds.ts'
import { arrayOf, json, number, orNull, query, text, present } from '#server/db/query.ts'

/** Time around the request in which another system can report an own refund; clocks may differ. */
const SAME_BEFORE = sql`interval '5 minutes'`
const SAME_WITHIN = sql`interval '30 days'`

/** Own refund of a purchase that no other system has reported yet. */
type OwnRefund = {
  id: number
  /** Posted refund. Null: not posted yet. */
  refundId: number | null
  purchaseId: number
  kobo: number
  /** Reserved parts by kind of item, until it is posted. */
  parts: { kind: string; quantity: number; kobo: number }[]
  /** References of Marquee and the provider. */
  names: string[]
  /** Period in which another system may report it. */
  from: Date
  until: Date
}

/**
 * Returns own refunds of purchases that the caller has locked. Locks unposted ones too, so that none fails before the
 * caller's transaction ends.
 */
export async function ownRefunds(tx: Db, purchaseIds: readonly number[]): Promise<OwnRefund[]> {
  const isOfThese = sql`= any(${sql.param(purchaseIds)}::bigint[])`
  const { rows } = await query(tx, {
    id: number,
    kobo: number,
    purchaseId: number,
    refundId: orNull(number),
    parts: json<{ kind: string; quantity: number; kobo: number }[]>(),
    names: arrayOf(text),
    from: text,
    until: text,
  })`
    with to_come as materialized (
      select o.* from payment_refunds o
      where o.state <> 'failed' and o.booked_at is null and o.payment_id in (
        select e.id from purchases p join payments e on e.reference = p.payment where p.id ${isOfThese})
      order by o.id for key share
    ), own as (
      select o.id, t.refund_id, r.purchase_id, r.kobo, '[]'::jsonb as parts, o.reference, o.provider_id, o.created_at
      from refunds r join refund_postings t on t.refund_id = r.id join payment_refunds o on o.id = t.payment_refund_id
      where r.purchase_id ${isOfThese} and t.reported_id is null
      union all
      -- Its lines are unknown if no purchase was reported at the request.
      select o.id, null, p.id, coalesce(its.kobo, least(o.kobo, p.kobo)), coalesce(its.parts, '[]'), o.reference,
        o.provider_id, o.created_at
      from to_come o join payments e on e.id = o.payment_id join purchases p on p.payment = e.reference
        cross join lateral (
          select sum(x.kobo) as kobo,
            jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', x.quantity, 'kobo', x.kobo)) as parts
          from payment_refund_lines x join purchase_lines l on l.purchase_id = x.purchase_id and l.n = x.n
          where x.refund_id = o.id and x.purchase_id = p.id
        ) its
      where p.id ${isOfThese}
        and (its.kobo is not null or not exists (select from payment_refund_lines x where x.refund_id = o.id))
        and not exists (
          select from refund_postings t join refunds r on r.id = t.refund_id
          where t.payment_refund_id = o.id and r.purchase_id = p.id)
    )
    select id, refund_id as "refundId", purchase_id as "purchaseId", kobo::bigint as kobo, parts,
      array_remove(array[reference, provider_id], null) as names,
      created_at - ${SAME_BEFORE} as "from", created_at + ${SAME_WITHIN} as "until"
    from own order by created_at, id`
  return rows.map((row) => ({ ...row, from: new Date(row.from), until: new Date(row.until) }))
}

type ReportedRefund = { purchaseId: number; kobo: number; at: Date; name: string | null | undefined }

/**
 * Removes from the list and returns the own refund that a report means: the named one or, without a name, the first of
 * the same purchase and amount within 30 days.
 */
export function matchOwnRefund(
  own: OwnRefund[],
  { purchaseId, kobo, at, name }: ReportedRefund,
): OwnRefund | undefined {
  const index = own.findIndex(
    (one) =>
      one.purchaseId === purchaseId &&
      (name ? one.names.includes(name) : one.kobo === kobo && one.from <= at && at <= one.until),
  )
  return index < 0 ? undefined : own.splice(index, 1)[0]
}

/** Stores the ID under which another system reported a posted own refund. */
export const noteReported = (tx: Db, refundId: number, source: string, id: string) =>
  tx.execute(sql`
    update refund_postings set reported_source = ${source}, reported_id = ${id} where refund_id = ${refundId}`)

/** Links a new report to an unposted own refund, so that it is not posted again. */
export const linkReported = (tx: Db, ownId: number, source: string, id: string) =>
  tx.execute(sql`
    insert into refund_postings (payment_refund_id, refund_id, reported_source, reported_id)
    select ${ownId}, r.id, r.source, r.external_id from refunds r where r.source = ${source} and r.external_id = ${id}`)

/** Unlinks the reports of a failed own refund, which then count as external refunds. */
export const unlinkReported = (tx: Db, { id }: Refund) =>
  tx.execute(sql`delete from refund_postings where payment_refund_id = ${id}`)

/** Returns whether a reported refund is linked to a successful own refund. */
export async function isOfOwnRefund(tx: Db, refundId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from refund_postings t join payment_refunds o on o.id = t.payment_refund_id
    where t.refund_id = ${refundId} and o.state = 'succeeded'`)
  return rows.length > 0
}

/** Returns IDs under which another system reported own refunds. */
export async function reportedOwnIds(tx: Db, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await query(tx, { reported_id: present(text) })`
    select reported_id from refund_postings
    where reported_source = ${source} and reported_id = any(${sql.param(ids)}::text[])`
  return rows.map((row) => row.reported_id)
}

/** Returns whether staff requested a refund of a purchase, in any state. */
export async function isRefundedHere(tx: Db, purchaseId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from payment_refund_lines where purchase_id = ${purchaseId}
    union all
    select from refund_postings t join refunds r on r.id = t.refund_id where r.purchase_id = ${purchaseId} limit 1`)
  return rows.length > 0
}
