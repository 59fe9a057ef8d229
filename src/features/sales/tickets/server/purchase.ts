import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { redeemedOf } from '#features/sales/trade/server/public.ts'
import { prepared } from '#server/db/prepared.ts'
import { notFound } from '#server/http/problem.ts'
import type { Purchase } from '../contract.ts'
import { KINDS, refundState, type Channel, type Kind } from '../rules.ts'
import { BUYER, MOVIE } from './rows.ts'
import { arrayOf, json, number, orNull, query, text, textOf } from '#server/db/query.ts'

const purchaseRow = {
  id: number,
  external_id: text,
  source: text,
  at: text,
  channel: textOf<Channel>(),
  cinema: text,
  customer_id: orNull(number),
  customer_name: text,
  customer_email: text,
  phone: text,
  reference: text,
  payment_id: orNull(number),
  referral_code: text,
  kobo: number,
}
const purchaseLineRow = {
  n: number,
  kind: textOf<Kind>(),
  product: text,
  quantity: number,
  kobo: number,
  discount_kobo: number,
  movie: text,
  show_at: orNull(text),
  seats: orNull(arrayOf(text)),
}
const backRow = {
  id: number,
  at: text,
  reason: text,
  kobo: number,
  lines: json<{ kind: Kind; quantity: number; kobo: number }[]>(),
}

const instant = (at: string) => new Date(at).toISOString()
const sumOf = (rows: readonly { kobo: number }[]) => rows.reduce((sum, { kobo }) => sum + kobo, 0)
const countOf = (rows: readonly { quantity: number }[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

/** A purchase with all its lines and refunds. @throws 404 */
export async function purchaseOf(db: Db, id: number): Promise<Purchase> {
  const [found] = (
    await query(
      db,
      purchaseRow,
    )(
      prepared(sql`
      select p.id, p.external_id, p.source, p.at, p.channel, coalesce(c.name, '') as cinema, ${BUYER},
        case when u.is_listed then u.id end as customer_id, coalesce(u.phone, p.buyer_phone) as phone,
        coalesce(p.payment_reference, '') as reference,
        (select e.id from payments e where e.reference = p.payment) as payment_id,
        coalesce(p.referral_code, '') as referral_code, p.kobo
      from purchases p left join customers u on u.id = p.customer_id left join cinemas c on c.id = p.cinema_id
      where p.id = ${id}`),
    )
  ).rows
  if (!found) throw notFound('purchase')
  const { rows: lines } = await query(
    db,
    purchaseLineRow,
  )(
    prepared(sql`
    select l.n, l.kind, l.product, l.quantity, l.kobo, l.discount_kobo, ${MOVIE}, l.show_at, l.seats
    from purchase_lines l left join movies m on m.id = l.movie_id where l.purchase_id = ${id} order by l.n`),
  )
  const { rows: refunds } = await query(
    db,
    backRow,
  )(
    prepared(sql`
    select r.id, r.at, r.reason, r.kobo, (
      select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'quantity', b.quantity, 'kobo', b.kobo) order by b.n), '[]')
      from refund_lines b where b.refund_id = r.id) as lines
    from refunds r where r.purchase_id = ${id} order by r.at, r.id`),
  )
  const redeemed = await redeemedOf(db, sql`p.id = ${id}`)
  const back = { kobo: sumOf(refunds), quantity: countOf(refunds.flatMap((refund) => refund.lines)) }
  return {
    id: found.id,
    booking_id: found.external_id,
    source: found.source,
    purchasDate: instant(found.at),
    channel: found.channel,
    cinema: found.cinema,
    customer_id: found.customer_id,
    customer_name: found.customer_name,
    customerEmail: found.customer_email,
    phone: found.phone,
    fwTransactionRef: found.reference,
    payment_id: found.payment_id,
    referral_code: found.referral_code,
    amount: toNaira(found.kobo),
    refunded: toNaira(back.kobo),
    refund: refundState({ kobo: found.kobo, quantity: countOf(lines) }, back),
    redeemed,
    lines: lines.map((line) => ({
      n: line.n,
      kind: line.kind,
      name: line.product || KINDS[line.kind],
      quantity: line.quantity,
      amount: toNaira(line.kobo),
      discount: toNaira(line.discount_kobo),
      movieName: line.movie,
      show_at: line.show_at && instant(line.show_at),
      seats: line.seats ?? [],
    })),
    refunds: refunds.map(({ id: refund, at, reason, kobo, lines: of }) => ({
      id: refund,
      at: instant(at),
      reason,
      amount: toNaira(kobo),
      lines: of.map(({ kind, quantity, kobo: each }) => ({ kind, quantity, amount: toNaira(each) })),
    })),
  }
}
