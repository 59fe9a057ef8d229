import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { orderedBy, prepared } from '#server/db/prepared.ts'
import type { PaymentLog } from '../contract.ts'
import type { Status } from '../rules.ts'
import { KINDS, TYPE } from './cells.ts'
import { eachMethodOf, isForCube, sentReference } from './payment-methods.ts'
import { bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Payment with its totals, as refunds need it. */
export type Payment = {
  id: number
  at: Date
  /** Reference used by all related records. */
  reference: string
  /** Reference for people. Empty: paid without one. */
  sentReference: string
  name: string
  email: string
  customerId: number | null
  /** Null: no cinema, or several. */
  cinemaId: string | null
  provider: string | null
  providerId: string | null
  status: 'needs_customer' | 'succeeded' | 'failed'
  kobo: number
  /** Currency of `kobo`. Refunded, pending and remaining amounts are naira. */
  currency: string
  /** Total of the purchases. */
  soldKobo: number
  /** Refunded and pending amounts. */
  backKobo: number
  underWayKobo: number
  /** Chargebacks of the customer's bank. */
  chargedBackKobo: number
  leftKobo: number
  bookingId: string | null
  purchaseType: string
  methods: PaymentLog['methods']
  isForCube: boolean
}

/** Columns of a payment; `at` to the microsecond. */
const paymentRow = {
  id: number,
  at: text,
  reference: text,
  sent_reference: text,
  name: text,
  email: text,
  customer_id: orNull(number),
  cinema_id: orNull(text),
  provider: orNull(text),
  provider_id: orNull(text),
  status: textOf<Payment['status']>(),
  kobo: number,
  currency: text,
  sold_kobo: number,
  refunding_kobo: number,
  under_way: number,
  charged_back_kobo: number,
  reported_kobo: number,
  purchase_type: text,
  booking: orNull(text),
  methods: json<PaymentLog['methods']>(),
  is_for_cube: bool,
}
export type PaymentRow = RowOf<typeof paymentRow>

/** Matches refunds `r` that only another system reported. */
export const isExternal = sql`not exists (select from refund_postings t where t.refund_id = r.id)`

/** Returns the name of a payment for staff: its reference or the booking. */
export const nameOf = ({ sentReference, bookingId, reference }: Payment): string =>
  sentReference || (bookingId ?? reference)

/** Reads payments in the order of their ids. Prepared, because planning takes longer than the query. */
export async function readRows(db: Db, ids: readonly (number | string)[]): Promise<PaymentRow[]> {
  if (!ids.length) return []
  const { rows } = await query(
    db,
    paymentRow,
  )(
    prepared(sql`
    select e.id, e.at, e.reference, ${sentReference(sql`e`)} as sent_reference, e.name, e.customer_id, e.cinema_id, e.provider, e.provider_id, e.status, e.kobo, e.currency,
      e.sold_kobo, e.refunding_kobo, e.charged_back_kobo, ${TYPE} as purchase_type, coalesce(nullif(e.email, ''), c.email, '') as email,
      case when e.refunding_kobo = 0 then 0 else coalesce(
        (select sum(kobo) from payment_refunds r where r.payment_id = e.id and r.state = 'requested'), 0) end::bigint as under_way,
      (coalesce((select sum(kobo) from payment_events l where l.reference = e.reference and l.status = 'refunded'), 0)
        + coalesce(sold.reported_kobo, 0))::bigint as reported_kobo,
      sold.booking, ${eachMethodOf(sql`e.reference`)} as methods,
      ${isForCube(sql`e`)} as is_for_cube
    from ${orderedBy(ids)} join payments e using (id)
    left join customers c on c.id = e.customer_id and e.email = ''
    cross join lateral (
      select min(p.external_id) as booking, ${KINDS} as kinds,
        (select sum(r.kobo) from purchases o join refunds r on r.purchase_id = o.id
          where o.payment = e.reference and ${isExternal}) as reported_kobo
      from purchases p left join purchase_lines k on k.purchase_id = p.id
      where p.payment = e.reference
    ) sold
    order by k.place`),
  )
  return rows
}

export const paymentFrom = (row: PaymentRow): Payment => ({
  id: row.id,
  at: new Date(row.at),
  reference: row.reference,
  sentReference: row.sent_reference,
  name: row.name,
  email: row.email,
  customerId: row.customer_id,
  cinemaId: row.cinema_id,
  provider: row.provider,
  providerId: row.provider_id,
  status: row.status,
  kobo: row.kobo,
  currency: row.currency,
  soldKobo: row.sold_kobo,
  backKobo: row.refunding_kobo - row.under_way + row.reported_kobo,
  underWayKobo: row.under_way,
  chargedBackKobo: row.charged_back_kobo,
  leftKobo:
    row.status === 'succeeded' && row.currency === 'NGN'
      ? Math.max(0, row.kobo - row.refunding_kobo - row.reported_kobo - row.charged_back_kobo)
      : 0,
  bookingId: row.booking,
  purchaseType: row.purchase_type,
  methods: row.methods,
  isForCube: row.is_for_cube,
})

const statusOf = ({ status, kobo, currency, soldKobo, backKobo, chargedBackKobo }: Payment): Status => {
  if (chargedBackKobo > 0) return 'charged_back'
  if (status !== 'succeeded' || backKobo <= 0) return status
  return backKobo >= (currency === 'NGN' ? kobo : soldKobo) ? 'refunded' : 'partly_refunded'
}

export const toRow = (payment: Payment): PaymentLog => ({
  id: payment.id,
  createdAt: payment.at.toISOString(),
  bookingId: payment.bookingId ?? payment.reference,
  reference: payment.sentReference,
  name: payment.name,
  methods: payment.methods,
  data: {
    id: payment.providerId,
    meta: {
      userId: payment.customerId,
      email: payment.email,
      amountPaid: toNaira(payment.kobo),
      currency: payment.currency,
      amountRefunded: toNaira(payment.backKobo),
      purchaseType: payment.purchaseType,
      status: statusOf(payment),
    },
  },
})

export async function paymentOf(db: Db, id: number): Promise<Payment | undefined> {
  const [row] = await readRows(db, [id])
  return row && paymentFrom(row)
}

/** Updates the charged back amounts of payments with stored chargebacks of a day. */
export const noteChargebacks = (tx: Db, provider: string, day: Day) =>
  tx.execute(sql`
    with back as (
      select reference, greatest(sum(kobo), 0)::bigint as kobo from provider_transactions
      where provider = ${provider} and kind = 'chargeback' and reference in (
        select reference from provider_transactions
        where provider = ${provider} and day = ${day} and kind = 'chargeback' and reference <> '')
      group by reference
    ), locked as (
      select e.id, back.kobo from payments e join back using (reference) order by reference for update of e
    )
    update payments e set charged_back_kobo = locked.kobo from locked
    where e.id = locked.id and e.charged_back_kobo <> locked.kobo`)
