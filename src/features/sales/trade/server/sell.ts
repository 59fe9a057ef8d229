import { sql } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Channel, LineKind, PaymentMethod } from '../rules.ts'
import { isSubscriber } from './subscription-periods.ts'
import { number, query, text, present } from '#server/db/query.ts'

/** Sender of sales, with the zone of its business days. `moment`: time of recording, if not now. */
export type Sender = { source: string; zone: string; moment?: string }
export const recordedAt = ({ moment }: Pick<Sender, 'moment'>) =>
  sql`coalesce(${moment ?? null}::timestamptz, clock_timestamp())`

export type Buyer = { name: string; email: string; phone: string }
type SaleLine = {
  kind: LineKind
  quantity: number
  kobo: number
  discountKobo?: number
  product?: string
  productId?: string | null | undefined
  movie?: string | null | undefined
  showAt?: Date | null
  seats?: readonly string[] | null | undefined
}
/** Purchase under the sender's id. The caller locks the customer's row. */
export type Sale = {
  id: string
  at: Date
  channel: Channel
  cinema?: string | null | undefined
  customer?: number | null | undefined
  buyer?: Buyer
  payment?: string | null | undefined
  referral?: string | null | undefined
  method?: PaymentMethod | null | undefined
  taxKobo?: number | undefined
  feeKobo?: number | undefined
  lines: readonly SaleLine[]
}

const UNKNOWN_BUYER: Buyer = { name: '', email: '', phone: '' }
const koboOf = ({ lines }: Sale) => lines.reduce((sum, { kobo }) => sum + kobo, 0)

/** Adds purchases with their lines. @returns row ids of the new purchases, by the sender's ids */
export async function sell(tx: Db, by: Sender, sales: readonly Sale[]): Promise<Map<string, number>> {
  const { source, zone } = by
  // Instants are text because a batch of dates takes three times as long to write as JSON.
  const purchases = sales.map((sale) => ({
    id: sale.id,
    at: sale.at.toISOString(),
    channel: sale.channel,
    cinema: sale.cinema,
    customer: sale.customer,
    ...(sale.buyer ?? UNKNOWN_BUYER),
    payment: sale.payment,
    referral: sale.referral,
    kobo: koboOf(sale),
    method: sale.method,
    tax: sale.taxKobo,
    fee: sale.feeKobo,
  }))
  const { rows } = await query(tx, { id: number, external_id: text })`
    insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
      buyer_phone, payment_reference, referral_code, kobo, payment_method, tax_kobo, fee_kobo, recorded_at, by_subscriber)
    select ${source}, x.id, x.at, (x.at at time zone ${zone})::date, x.channel, x.cinema, x.customer, x.name, x.email,
      x.phone, x.payment, x.referral, x.kobo, x.method, x.tax, x.fee, ${recordedAt(by)},
      ${isSubscriber(sql`x.customer`, sql`x.at`)}
    from ${rowsOf(
      purchases,
      `id text, at timestamptz, channel text, cinema text, customer bigint, name text, email text, phone text,
       payment text, referral text, kobo bigint, method text, tax bigint, fee bigint`,
    )}
    on conflict (source, external_id) do nothing returning id, external_id`
  const ids = new Map(rows.map((row) => [row.external_id, row.id]))
  if (ids.size) await addLines(tx, zone, sales, ids)
  return ids
}

async function addLines(tx: Db, zone: string, sales: readonly Sale[], ids: Map<string, number>) {
  const lines = sales
    .filter(({ id }) => ids.has(id))
    .flatMap((sale) =>
      sale.lines.map((line, index) => ({
        purchase: ids.get(sale.id),
        n: index + 1,
        kind: line.kind,
        quantity: line.quantity,
        kobo: line.kobo,
        discount: line.discountKobo ?? 0,
        product: line.product ?? '',
        product_id: line.productId,
        movie: line.movie,
        show: line.showAt?.toISOString(),
        seats: line.seats,
      })),
    )
  await tx.execute(sql`
    insert into purchase_lines
      (purchase_id, n, kind, quantity, kobo, discount_kobo, product, product_id, movie_id, show_at, show_day, seats)
    select x.purchase, x.n, x.kind, x.quantity, x.kobo, x.discount, x.product, x.product_id, x.movie, x.show,
      (x.show at time zone ${zone})::date, x.seats
    from ${rowsOf(
      lines,
      `purchase bigint, n smallint, kind text, quantity integer, kobo bigint, discount bigint, product text, product_id text, movie text,
       show timestamptz, seats text[]`,
    )}`)
}

/** Finds purchases that are stored with a different time, channel, cinema, payment or lines. @returns their ids */
export async function soldOtherwise(db: Db, source: string, sales: readonly Sale[]): Promise<string[]> {
  const reported = sales.map(({ id, at, channel, cinema, payment, lines }) => ({
    id,
    at,
    channel,
    cinema,
    payment,
    lines: lines.map(({ kind, quantity, kobo, discountKobo = 0 }) => [kind, quantity, kobo, discountKobo]),
  }))
  const { rows } = await query(db, { id: text })`
    select x.id
    from ${rowsOf(reported, 'id text, at timestamptz, channel text, cinema text, payment text, lines jsonb')}
      join purchases p on p.source = ${source} and p.external_id = x.id
    where (p.at, p.channel) <> (x.at, x.channel) or p.cinema_id is distinct from x.cinema
      or p.payment_reference is distinct from x.payment
      or x.lines <> (
        select jsonb_agg(jsonb_build_array(l.kind, l.quantity, l.kobo, l.discount_kobo) order by l.n)
        from purchase_lines l where l.purchase_id = p.id)`
  return rows.map(({ id }) => id)
}

/** Subquery of purchase lines in [from, before), with their cinema and channel. */
export const linesOfDays = (from: Day, before: Day) => sql`(
  select coalesce(p.cinema_id, '') as cinema_id, p.channel, l.kind, l.quantity, l.kobo
  from purchases p join purchase_lines l on l.purchase_id = p.id
  where p.day >= ${from} and p.day < ${before})`

/** Lists the payments of purchases, by ids of their sender. */
export async function paymentsOf(db: Db, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await query(db, { payment: present(text) })`
    select distinct payment from purchases
    where source = ${source} and external_id = any(${listOf(ids, 'text')}) and payment is not null order by payment`
  return rows.map(({ payment }) => payment)
}

/** Finds row ids of purchases, by ids of their sender. */
export async function purchaseIds(db: Db, source: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await query(db, { id: number, external_id: text })`
    select id, external_id from purchases where source = ${source} and external_id = any(${listOf(ids, 'text')})`
  return new Map(rows.map((row) => [row.external_id, row.id]))
}
