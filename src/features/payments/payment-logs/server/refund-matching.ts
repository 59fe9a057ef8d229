import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Refund } from './refunds.ts'
import { arrayOf, json, number, orNull, query, text, present } from '#server/db/query.ts'

/** A program hears of a refund of ours after it was asked for, up to so long after; clocks differ by a little. */
const SAME_BEFORE = sql`interval '5 minutes'`
const SAME_WITHIN = sql`interval '30 days'`

/** What a refund of ours gives back of a purchase, that no program reported yet. */
type OwnRefund = {
  id: number
  /** The trade's; null while the figures do not have it. */
  refundId: number | null
  purchaseId: number
  kobo: number
  /** What is held for it of each kind of things, while the figures do not have it. */
  parts: { kind: string; quantity: number; kobo: number }[]
  /** Ours, and the provider's. */
  names: string[]
  /** When a program would tell of it. */
  from: Date
  until: Date
}

/**
 * Those of purchases, which the caller holds. Those that the figures do not have yet are held besides: none of them fails
 * before the caller's transaction ends.
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
      -- Which lines it gives back is not known where nothing was reported when it was asked for.
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
 * Which of ours a program tells of, taken out of the list: the one that it names; of one that names none, the first of the
 * same purchase and amount, reported within a month.
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

/** Notes by which id a program reported a refund of ours that the figures have. */
export const noteReported = (tx: Db, refundId: number, source: string, id: string) =>
  tx.execute(sql`
    update refund_postings set reported_source = ${source}, reported_id = ${id} where refund_id = ${refundId}`)

/** Has what a program just reported stand for a refund of ours that the figures do not have: they do not take it again. */
export const linkReported = (tx: Db, ownId: number, source: string, id: string) =>
  tx.execute(sql`
    insert into refund_postings (payment_refund_id, refund_id, reported_source, reported_id)
    select ${ownId}, r.id, r.source, r.external_id from refunds r where r.source = ${source} and r.external_id = ${id}`)

/** A refund of ours failed: what programs reported in its place is theirs alone. */
export const unlinkReported = (tx: Db, { id }: Refund) =>
  tx.execute(sql`delete from refund_postings where payment_refund_id = ${id}`)

/** Whether a refund that a program reported stands for one of ours that is back. */
export async function isOfOwnRefund(tx: Db, refundId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from refund_postings t join payment_refunds o on o.id = t.payment_refund_id
    where t.refund_id = ${refundId} and o.state = 'succeeded'`)
  return rows.length > 0
}

/** Ids by which a program reported refunds of ours. */
export async function reportedOwnIds(tx: Db, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await query(tx, { reported_id: present(text) })`
    select reported_id from refund_postings
    where reported_source = ${source} and reported_id = any(${sql.param(ids)}::text[])`
  return rows.map((row) => row.reported_id)
}

/** Whether staff asked for a refund of a purchase here, whatever became of it. */
export async function isRefundedHere(tx: Db, purchaseId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from payment_refund_lines where purchase_id = ${purchaseId}
    union all
    select from refund_postings t join refunds r on r.id = t.refund_id where r.purchase_id = ${purchaseId} limit 1`)
  return rows.length > 0
}
