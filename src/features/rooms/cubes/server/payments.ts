import { eq, inArray, sql } from 'drizzle-orm'
import { shopChargeOf } from '#features/payments/payments/server/public.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import { messages, refundableOf, type CounterMethod } from '../rules.ts'
import type { Booking } from './bookings.ts'
import { cubePayments } from './tables.ts'
import { number, query, text } from '#server/db/query.ts'

export type Payment = typeof cubePayments.$inferSelect
/** `reference` is the payment provider's; without one it is paid at the cinema, with a `method` where it is known. */
export type Paid = {
  bookingId: number
  purpose: Payment['purpose']
  kobo: number
  at: Date
  reference: string | undefined
  method?: CounterMethod | undefined
}

/**
 * Notes what was paid for a booking. A charge through the provider is one that the payment log has, of that amount, and pays
 * for one booking alone. What is paid at the cinema has the booking's id there. @throws 422 for one that is not, 409 for one that has paid already
 */
export async function notePaid(tx: Db, { reference, method, ...paid }: Paid): Promise<void> {
  if (reference !== undefined && method !== undefined) throw invalid({ payment_method: messages.twoWays })
  if (paid.kobo === 0) return
  if (reference === undefined) {
    const own = await counterReference(tx, paid.bookingId)
    return void (await tx.insert(cubePayments).values({ ...paid, method, reference: own }))
  }
  const charge = await shopChargeOf(tx, reference)
  if (!charge) throw invalid({ payment_reference: messages.unknownPayment })
  if (charge.kobo !== paid.kobo) throw invalid({ payment_reference: messages.otherPayment(charge.kobo, paid.kobo) })
  const { provider, providerId } = charge
  try {
    await tx.insert(cubePayments).values({ ...paid, provider, reference, providerId })
  } catch (error) {
    if (sqlError(error).constraint === 'cube_payments_by_reference') throw conflict(messages.usedPayment)
    throw error
  }
}

/** The id of the booking, which the caller holds; of what is paid later with its number. */
async function counterReference(tx: Db, bookingId: number): Promise<string> {
  const { rows } = await query(tx, { id: text, n: number })`
    select b.booking_id as id, (select count(*) from cube_payments p where p.booking_id = b.id and p.provider is null)::int as n
    from cube_bookings b where b.id = ${bookingId}`
  const { id, n } = rows[0]!
  return n === 0 ? id : `${id}-${n + 1}`
}

export const paymentsOf = (db: Db, bookingId: number): Promise<Payment[]> =>
  db.select().from(cubePayments).where(eq(cubePayments.bookingId, bookingId)).orderBy(cubePayments.id)

/** The payment that a refund of the payment log pays back. */
export const paymentOfRefund = async (db: Db, refundId: number): Promise<Payment | undefined> =>
  (await db.select().from(cubePayments).where(eq(cubePayments.refundId, refundId)))[0]

/** What goes back of a payment, in kobo. */
export const backOf = (payment: Payment, { rescheduledAt, withheldPercent }: Booking): number =>
  refundableOf(payment, { wasRescheduled: rescheduledAt !== null, withheldPercent })

/** What of a payment `x` of a booking `b` is still to go back, in kobo, as `refundableOf` says. */
export const leftKobo = (withheldPercent = sql`b.withheld_percent`) => sql`
  case when x.refund = 'done' then 0
    when x.purpose <> 'fee' then x.kobo - (x.kobo * ${withheldPercent} + 50) / 100
    when b.rescheduled_at is null then x.kobo else 0 end`

/** Those that the provider has not paid back yet. */
export const leftToRefund = (payments: readonly Payment[], booking: Booking): Payment[] =>
  payments.filter((payment) => payment.provider !== null && payment.refund !== 'done' && backOf(payment, booking) > 0)

type RefundChange = Pick<Payment, 'refund' | 'refundAt'> & Partial<Pick<Payment, 'refundKobo' | 'refundId'>>
export const changeRefunds = (tx: Db, ids: readonly number[], change: RefundChange) =>
  tx
    .update(cubePayments)
    .set({ ...change, ...(change.refund === 'done' && { refundRecordedAt: sql`clock_timestamp()` }) })
    .where(inArray(cubePayments.id, [...ids]))
