import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { redeemedOf } from '#features/sales/trade/server/public.ts'
import { labelOf } from '#server/db/cells.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PaymentDetail, PaymentLine } from '../contract.ts'
import { COUNTER, paymentNamed, REFUND_DESCRIPTIONS, TWIN_MINUTES } from '../rules.ts'
import { isExternal, toRow, type Payment } from './payments.ts'
import { linesOf, type PaymentLineRow } from './lines.ts'
import { mismatchOfPayment } from './mismatches.ts'
import { partsOf, refundsOf, refusalOf, type Refund } from './refunds.ts'
import { cubePaymentsOf, sentReference } from './payment-methods.ts'
import { maybe, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

const iso = (at: string | Date) => new Date(at).toISOString()

/** Reads a payment with all its details. `db` is not a transaction, so that queries run in parallel. */
export async function detailOf(app: App, db: Db, payment: Payment): Promise<PaymentDetail> {
  const [lines, redeemed, cubeBooking, refunds, reported, mismatch, twins, waiting] = await Promise.all([
    linesOf(db, payment.reference),
    redeemedOf(db, sql`p.payment = ${payment.reference}`),
    cubeBookingOf(db, payment),
    refundsOf(db, payment.id),
    reportedSteps(db, payment.reference),
    mismatchOfPayment(db, payment.id),
    twinsOf(db, payment),
    app.approvals?.pendingFor(db, 'payment', payment.id, app.clock.now()) ?? [],
  ])
  return {
    ...toRow(payment),
    amountSold: payment.bookingId === null ? null : toNaira(payment.soldKobo),
    mismatch: mismatch ?? null,
    provider: payment.provider,
    twins,
    lines: lines.map(lineToWire),
    redeemed,
    cubeBooking,
    refunds: await Promise.all(refunds.map((refund) => refundToWire(db, refund, lines))),
    waiting: waiting
      .filter(({ action }) => action === 'refunds')
      .map(({ id, size, requester, createdAt }) => ({
        id,
        amount: toNaira(size),
        requester,
        createdAt: iso(createdAt),
      })),
    history: historyOf(reported, refunds),
    amountUnderWay: toNaira(payment.underWayKobo),
    audited: paymentNamed(payment.reference),
    amountChargedBack: toNaira(payment.chargedBackKobo),
    amountLeft: toNaira(payment.leftKobo),
    refusal: refusalOf(payment, app.payments.kind) ?? null,
  }
}

/** Finds payments of the same person and amount within minutes. */
async function twinsOf(db: Db, { id, at, email, customerId, kobo, currency, status }: Payment) {
  if (status !== 'succeeded' || kobo === 0 || (!email && customerId === null)) return []
  const { rows } = await query(db, { id: number, reference: text, at: text })(
    prepared(sql`
    select e.id, coalesce(nullif(${sentReference(sql`e`)}, ''), e.bookings) as reference, e.at from payments e
    where e.at between ${at.toISOString()}::timestamptz - make_interval(mins => ${TWIN_MINUTES}::int)
        and ${at.toISOString()}::timestamptz + make_interval(mins => ${TWIN_MINUTES}::int)
      and e.id <> ${id} and e.status = 'succeeded' and e.kobo = ${kobo} and e.currency = ${currency}
      and (e.email <> '' and lower(e.email) = lower(${email}) or e.customer_id = ${customerId})
    order by e.at, e.id limit 5`),
  )
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

async function cubeBookingOf(db: Db, { id, isForCube }: Payment): Promise<PaymentDetail['cubeBooking']> {
  if (!isForCube) return null
  const { rows } = await query(db, { booking_id: text, cube: text, cinema: text, guests: number, starts_at: text })(
    prepared(sql`
    select b.booking_id, c.name as cube, ci.name as cinema, b.guest_count as guests, b.starts_at
    from payments e cross join lateral ${cubePaymentsOf(sql`e`)} p
      join cube_bookings b on b.id = p.booking_id join cubes c on c.id = b.cube_id join cinemas ci on ci.id = c.cinema_id
    where e.id = ${id}`),
  )
  return rows[0] ? { ...rows[0], starts_at: iso(rows[0].starts_at) } : null
}

const lineToWire = (line: PaymentLineRow): PaymentLine => ({
  purchase_id: line.purchaseId,
  line: line.n,
  bookingId: line.bookingId,
  kind: line.kind as PaymentLine['kind'],
  product: line.product,
  show_at: line.showAt && iso(line.showAt),
  cinema: line.cinema,
  seats: line.seats ?? [],
  quantity: line.quantity,
  amount: toNaira(line.kobo),
  left_quantity: line.leftQuantity,
  left_amount: toNaira(line.leftKobo),
})

const refundToWire = async (db: Db, refund: Refund, lines: readonly PaymentLineRow[]) => ({
  id: refund.id,
  reference: refund.reference,
  state: refund.state,
  stateText: stateTextOf(refund),
  amount: toNaira(refund.kobo),
  reason: refund.reason,
  createdAt: iso(refund.createdAt),
  createdBy: refund.createdBy,
  settledAt: refund.settledAt && iso(refund.settledAt),
  lines: (await partsOf(db, refund.id)).map((part) => ({
    product: lines.find(({ purchaseId, n }) => purchaseId === part.purchaseId && n === part.n)?.product ?? '',
    quantity: part.quantity,
    amount: toNaira(part.kobo),
  })),
})

/** Describes the state, with the provider's message after a failure. */
const stateTextOf = ({ state, message }: Refund): string =>
  state === 'failed' && message ? `${REFUND_DESCRIPTIONS.failed}: ${message}` : REFUND_DESCRIPTIONS[state]

const stepRow = { at: text, what: text, kobo: number, currency: text, message: text, before: maybe(orNull(number)) }
type Step = RowOf<typeof stepRow>

/** Sums the lines of a stored sale. */
const koboOfLine = (line: SQL) => sql`
  select round(sum((l ->> 'amount')::numeric) * 100)::bigint as kobo from jsonb_array_elements(${line} -> 'lines') l`

/** Reads the reported events of a payment. */
async function reportedSteps(db: Db, reference: string): Promise<Step[]> {
  const { rows } = await query(
    db,
    stepRow,
  )(
    prepared(sql`
    select at, case status when 'succeeded' then 'Charged'
      when 'failed' then 'Charge failed'
      when 'refunded' then 'Refunded by the payment provider'
      else 'Waiting for the customer' end as what, kobo, currency, message, null::bigint as before
    from payment_events where reference = ${reference}
    union all
    select at, 'Paid at the cinema', kobo, 'NGN', ${labelOf(sql`coalesce(method, '')`, METHOD_LABELS)}, null
    from cube_payments where provider is null and reference = ${reference}
    union all
    select p.at, 'Sale reported by ' || p.source, coalesce((
        select b.kobo from feed_corrections c cross join lateral (${koboOfLine(sql`c.before`)}) b
        where c.source = p.source and c.record_type = 'purchases' and c.external_id = p.external_id and c.before is not null
        order by c.id limit 1), p.kobo), 'NGN', p.external_id, null
    from purchases p where p.payment = ${reference}
    union all
    select r.at, 'Refund reported by ' || r.source, r.kobo, 'NGN', r.reason, null
    from purchases p join refunds r on r.purchase_id = p.id
    where p.payment = ${reference} and ${isExternal}
    union all
    select c.at, case c.kind when 'correct' then 'Sale corrected by ' when 'void' then 'Sale voided by ' else 'Sale reinstated by ' end
        || c.by_name,
      case c.kind when 'void' then b.kobo else coalesce(a.kobo, b.kobo) end, 'NGN', c.reason, case c.kind when 'correct' then b.kobo end
    from feed_corrections c
      cross join lateral (${koboOfLine(sql`c.before`)}) b cross join lateral (${koboOfLine(sql`c.after`)}) a
    where c.id in (
      select x.id from purchases p join feed_corrections x
        on x.source = p.source and x.record_type = 'purchases' and x.external_id = p.external_id
      where p.payment = ${reference}
      union
      select x.id from feed_corrections x where x.record_type = 'purchases' and x.before ->> 'payment_reference' = ${reference})
    union all
    select m.at, case when m.kobo > 0 then 'Charged back by the customer''s bank' else 'Chargeback reversed' end,
      abs(m.kobo), 'NGN', m.provider_id, null
    from provider_transactions m where m.kind = 'chargeback' and m.reference = ${reference}`),
  )
  return rows
}

/** Merges reported events with own refunds, oldest first. */
function historyOf(reported: readonly Step[], refunds: readonly Refund[]): PaymentDetail['history'] {
  const own = refunds.flatMap((refund): Step[] => {
    const money = { kobo: refund.kobo, currency: 'NGN' }
    if (refund.provider === COUNTER)
      return [
        {
          at: iso(refund.createdAt),
          what: `Refunded at the cinema by ${refund.createdBy}`,
          ...money,
          message: refund.reason,
        },
      ]
    const requested = { at: iso(refund.createdAt), what: `${refund.createdBy} requested a refund`, ...money }
    const settled = refund.settledAt && {
      at: iso(refund.settledAt),
      what: refund.state === 'succeeded' ? 'Refunded' : 'Refund failed',
      ...money,
      message: refund.message,
    }
    return [{ ...requested, message: refund.reason }, ...(settled ? [settled] : [])]
  })
  return [...reported, ...own]
    .map(({ at, what, kobo, currency, message, before = null }) => ({
      at: iso(at),
      what,
      amount: toNaira(kobo),
      currency,
      message,
      amountBefore: before === null ? null : toNaira(before),
    }))
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
