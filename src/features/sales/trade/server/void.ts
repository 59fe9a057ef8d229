import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Redemption } from './redeem.ts'
import type { Refund } from './refund.ts'
import { recordedAt, type Sale, type Sender } from './sell.ts'
import type { Visits } from './visit.ts'
import { bool, json, number, orNull, query, text, textOf } from '#server/db/query.ts'

/**
 * Voids reported rows: deletes them with the rows that features derive from them (schema.sql). The caller keeps the voided
 * record. `voided_sales` keeps which money was included in reports, and until when.
 */

/** Stored purchase, with the sender's id of its customer if known. */
export type SoldAs = Sale & { row: number; customerKnownAs: string | null }

const row = {
  id: text,
  payment: orNull(text),
  cinema: orNull(text),
  row: number,
  channel: textOf<Sale['channel']>(),
  method: orNull(textOf<NonNullable<Sale['method']>>()),
  customer: orNull(number),
  buyer: json<NonNullable<Sale['buyer']>>(),
  referral: orNull(text),
  taxKobo: orNull(number),
  feeKobo: orNull(number),
  customerKnownAs: orNull(text),
  at: text,
  lines: json<(Omit<SoldAs['lines'][number], 'showAt'> & { showAt: string | null })[]>(),
}

/** Subquery of the sender's id of a customer, or else the id of Marquee. */
const customerKnownAs = (customer: SQL, source: string) => sql`
  (select c.external_id from customers c
   where (c.id = ${customer} or c.merged_into = ${customer}) and c.source in (${source}, 'marquee')
   order by c.id <> ${customer}, c.source <> ${source}, c.id limit 1)`

/** Finds a purchase by the id of its sender. */
export async function soldAs(tx: Db, source: string, id: string, { lock = false } = {}): Promise<SoldAs | undefined> {
  const { rows } = await query(tx, row)`
    select p.id as row, p.external_id as id, p.at, p.channel, p.cinema_id as cinema, p.customer_id as customer,
      ${customerKnownAs(sql`p.customer_id`, source)} as "customerKnownAs",
      jsonb_build_object('name', p.buyer_name, 'email', p.buyer_email, 'phone', p.buyer_phone) as buyer,
      p.payment_reference as payment, p.referral_code as referral, p.payment_method as method,
      p.tax_kobo as "taxKobo", p.fee_kobo as "feeKobo",
      (select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'kobo', l.kobo,
         'discountKobo', l.discount_kobo, 'product', l.product, 'productId', l.product_id, 'movie', l.movie_id,
         'showAt', l.show_at, 'seats', l.seats) order by l.n)
       from purchase_lines l where l.purchase_id = p.id) as lines
    from purchases p where p.source = ${source} and p.external_id = ${id} ${lock ? sql`for update` : sql``}`
  const [sold] = rows
  return (
    sold && {
      ...sold,
      taxKobo: sold.taxKobo ?? undefined,
      feeKobo: sold.feeKobo ?? undefined,
      at: new Date(sold.at),
      lines: sold.lines.map((line) => ({ ...line, showAt: line.showAt === null ? null : new Date(line.showAt) })),
    }
  )
}

type GivenLine = Refund['lines'][number] & { showDay: Day | null }
/** Stored refund, with the sender's id of its purchase. */
export type RefundedAs = Refund & { row: number; purchaseKnownAs: string; lines: readonly GivenLine[] }

const REFUND = sql`
  select r.id as row, r.external_id as id, r.purchase_id as purchase, p.external_id as "purchaseKnownAs", r.at, r.reason,
    (select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'kobo', l.kobo, 'showDay', l.show_day)
       order by l.n) from refund_lines l where l.refund_id = r.id) as lines
  from refunds r join purchases p on p.id = r.purchase_id`
const read = async (tx: Db, statement: SQL): Promise<RefundedAs[]> => {
  const { rows } = await query(tx, {
    id: text,
    reason: text,
    purchase: number,
    lines: json<RefundedAs['lines']>(),
    row: number,
    purchaseKnownAs: text,
    at: text,
  })(statement)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** Finds a refund by the id of its sender. `lock` locks its purchase. */
export async function refundedAs(
  tx: Db,
  source: string,
  id: string,
  { lock = false } = {},
): Promise<RefundedAs | undefined> {
  const of = lock ? sql`for update of p` : sql``
  return (await read(tx, sql`${REFUND} where r.source = ${source} and r.external_id = ${id} ${of}`))[0]
}
/** Lists the refunds of a purchase from one sender, in their order. */
export const refundsReported = (tx: Db, source: string, purchase: number): Promise<RefundedAs[]> =>
  read(tx, sql`${REFUND} where r.source = ${source} and r.purchase_id = ${purchase} order by r.id`)

/** `moment`: recording time of the correction, which replaces the voided row at that time. */
type VoidOptions = Pick<Sender, 'moment'>

const PAID_BY = sql`paid_by(p.source, p.payment_reference, p.channel, p.payment_method)`
const VOIDED = sql`voided_sales
  (is_refund, at, day, cinema_id, paid_by, payment_reference, kind, kobo, recorded_at, voided_at)`

/** Voids a purchase. Void its refunds first. */
export async function voidSale(tx: Db, row: number, options: VoidOptions = {}): Promise<void> {
  await tx.execute(sql`
    insert into ${VOIDED}
    select false, p.at, p.day, p.cinema_id, ${PAID_BY}, p.payment_reference, l.kind, sum(l.kobo), p.recorded_at, ${recordedAt(options)}
    from purchases p join purchase_lines l on l.purchase_id = p.id where p.id = ${row} group by p.id, l.kind`)
  await tx.execute(sql`delete from purchase_lines where purchase_id = ${row}`)
  await tx.execute(sql`delete from purchases where id = ${row}`)
}

export async function voidRefund(tx: Db, row: number, options: VoidOptions = {}): Promise<void> {
  await tx.execute(sql`
    insert into ${VOIDED}
    select true, r.at, r.day, p.cinema_id, ${PAID_BY}, p.payment_reference, l.kind, sum(l.kobo), r.recorded_at, ${recordedAt(options)}
    from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
    where r.id = ${row} group by r.id, p.id, l.kind`)
  await tx.execute(sql`delete from refund_lines where refund_id = ${row}`)
  await tx.execute(sql`delete from refunds where id = ${row}`)
}

/** Stored redemption, with its day and the day of its show. */
export type RedeemedAs = Omit<Redemption, 'showAt'> & { day: Day; showDay: Day; customerKnownAs: string | null }

/** Finds a redemption by the id of its sender. */
export async function redeemedAs(
  tx: Db,
  source: string,
  id: string,
  { lock = false } = {},
): Promise<RedeemedAs | undefined> {
  const { rows } = await query(tx, {
    id: text,
    day: text,
    purchase: orNull(text),
    cinema: orNull(text),
    tickets: number,
    customer: orNull(number),
    customerKnownAs: orNull(text),
    bySubscription: bool,
    showDay: text,
    at: text,
  })`
    select r.external_id as id, r.at, r.day, r.show_day as "showDay", r.cinema_id as cinema, r.customer_id as customer,
      ${customerKnownAs(sql`r.customer_id`, source)} as "customerKnownAs", r.tickets, r.by_subscription as "bySubscription",
      r.purchase_external_id as purchase
    from redemptions r where r.source = ${source} and r.external_id = ${id} ${lock ? sql`for update` : sql``}`
  return rows[0] && { ...rows[0], at: new Date(rows[0].at) }
}

/** Finds visits by the id of their sender. */
export async function visitedAs(
  tx: Db,
  source: string,
  id: string,
  { lock = false } = {},
): Promise<Visits | undefined> {
  const { rows } = await query(tx, {
    id: text,
    count: number,
    channel: textOf<Visits['channel']>(),
    at: text,
  })`
    select external_id as id, at, channel, count from visits
    where source = ${source} and external_id = ${id} ${lock ? sql`for update` : sql``}`
  return rows[0] && { ...rows[0], at: new Date(rows[0].at) }
}

export const voidRedemption = (tx: Db, source: string, id: string) =>
  tx.execute(sql`delete from redemptions where source = ${source} and external_id = ${id}`)
export const voidVisits = (tx: Db, source: string, id: string) =>
  tx.execute(sql`delete from visits where source = ${source} and external_id = ${id}`)
