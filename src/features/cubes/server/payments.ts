import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { shopChargeOf } from '#features/payments/server/store.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import { messages } from '../rules.ts'
import { cubePayments } from './tables.ts'

export type Payment = typeof cubePayments.$inferSelect
/** `reference` is the payment provider's; without one it is paid at the cinema. */
export type Paid = {
  bookingId: number
  purpose: Payment['purpose']
  kobo: number
  at: Date
  reference: string | undefined
}

/** So long a provider may take to answer: after that its answer is lost, whatever became of the server that asked. */
export const REFUND_ANSWERS_MS = 120_000

/**
 * Notes what was paid for a booking. A charge through the provider is one that the payment log has, of that amount, and pays
 * for one booking alone. @throws 422 for one that is not, 409 for one that has paid already
 */
export async function notePaid(tx: Db, { reference, ...paid }: Paid): Promise<void> {
  if (paid.kobo === 0) return
  if (reference === undefined) return void (await tx.insert(cubePayments).values(paid))
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

export const paymentsOf = (db: Db, bookingId: number): Promise<Payment[]> =>
  db.select().from(cubePayments).where(eq(cubePayments.bookingId, bookingId)).orderBy(cubePayments.id)

export type RefundChange = Pick<Payment, 'refund' | 'refundAt'> & Partial<Pick<Payment, 'refundKobo'>>
export const changeRefunds = (tx: Db, ids: readonly number[], change: RefundChange) =>
  tx
    .update(cubePayments)
    .set(change)
    .where(inArray(cubePayments.id, [...ids]))

/** A refund that was asked for so long ago that its answer is lost. */
export const isLost = ({ refund, refundAt }: Payment, now: Date): boolean =>
  refund === 'unknown' || (refund === 'asked' && now.getTime() - refundAt!.getTime() > REFUND_ANSWERS_MS)

/** The same of a booking, over its payments. */
export const refundState = (status: SQL, now: Date): SQL => {
  const lostBefore = new Date(now.getTime() - REFUND_ANSWERS_MS).toISOString()
  return sql`case when ${status} = 'Refunded' then 'done'
    when coalesce(bool_or(refund = 'unknown' or refund = 'asked' and refund_at < ${lostBefore}), false) then 'unknown'
    when coalesce(bool_or(refund = 'asked'), false) then 'under way' else 'none' end`
}
