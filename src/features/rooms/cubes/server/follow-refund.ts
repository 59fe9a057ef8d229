/** What follows for a booking when its money is back, or is not. */
import type { AuditSummary } from '#server/audit/summary.ts'
import { toNaira } from '#contract/money.ts'
import { noteCounterRefund } from '#features/payments/payment-logs/server/public.ts'
import { addLine } from '#server/audit/store.ts'
import type { FollowRefund } from '#server/feature.ts'
import { cinemasOfRecord } from '#server/http/scope.ts'
import { done, type Acting } from './actions.ts'
import { addStep, changeBooking, lockBookingOf, type Booking } from './bookings.ts'
import { backOf, changeRefunds, leftToRefund, paymentOfRefund, paymentsOf, type Payment } from './payments.ts'

/**
 * The booking that a refund pays back follows it, in the transaction that settles it: with the last of what was paid through
 * the provider it is Refunded; after one that failed it can be asked for again.
 */
export const followRefund: FollowRefund = async (db, app, refund, by) => {
  const payment = await paymentOfRefund(db, refund.id)
  if (!payment) return
  const now = app.clock.now()
  const context: Acting = {
    db,
    record: async (line) => {
      const cinemaIds = await cinemasOfRecord(app, db, line)
      await addLine(db, by, 'cubes.setStatus', line, { requestId: null, now, cinemaIds })
    },
    app,
    now,
    actor: refund.createdBy,
  }
  const booking = await lockBookingOf(db, payment.bookingId)
  if (refund.state === 'failed') {
    await changeRefunds(db, [payment.id], { refund: null, refundAt: null })
    await addStep(db, booking.id, { step: 'refund failed', reason: refund.message, actor: by.name, at: now })
    return noteRefund(context, booking, 'Failed to refund the')
  }
  await changeRefunds(db, [payment.id], { refund: 'done', refundAt: now, refundKobo: backOf(payment, booking) })
  const payments = await paymentsOf(db, booking.id)
  if (!leftToRefund(payments, booking).length) await finish(context, booking, payments, refund.reason)
}

/** All of it is back, or handed out at the cinema. */
export async function finish(
  context: Acting,
  before: Booking,
  payments: readonly Payment[],
  reason: string | undefined,
): Promise<void> {
  const { db, now } = context
  for (const payment of payments.filter(({ provider }) => provider === null)) {
    const kobo = backOf(payment, before)
    const refundId =
      kobo > 0 && payment.reference !== null
        ? await noteCounterRefund(db, {
            reference: payment.reference,
            kobo,
            reason: reason ?? '',
            by: context.actor,
            now,
          })
        : undefined
    await changeRefunds(db, [payment.id], {
      refund: 'done',
      refundAt: now,
      refundKobo: kobo,
      refundId: refundId ?? null,
    })
  }
  const sum = (of: readonly Payment[]) => toNaira(of.reduce((kobo, payment) => kobo + backOf(payment, before), 0))
  const after = await changeBooking(db, before.id, { status: 'Refunded' })
  await done(context, 'refunded', after, {
    before,
    reason,
    amount: sum(payments),
    thereAmount: sum(payments.filter(({ provider }) => provider !== null)),
  })
}

export const noteRefund = ({ record }: Acting, { bookingId }: Booking, what: AuditSummary) =>
  record({ entity: 'cube booking', id: bookingId, summary: `${what} cube booking ${bookingId}` })
