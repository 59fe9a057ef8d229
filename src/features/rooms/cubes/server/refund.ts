import { actorOf } from '#server/http/principal.ts'
import { submitRefund, openCubeRefund, type Refund } from '#features/payments/payment-logs/server/public.ts'
import type { Context } from '#server/http/handle.ts'
import { conflict, Refusal } from '#server/http/problem.ts'
import { assertRecordInScope } from '#server/http/scope.ts'
import { mustBeConfirmed } from '#server/http/reauthentication.ts'
import type { CubeBooking, cubes } from '../contract.ts'
import { messages, PAYS_BACK, statusBlockedReason } from '../rules.ts'
import { lockedBookingOr404 } from './actions.ts'
import { findBooking, bookingView } from './bookings.ts'
import { backOf, changeRefunds, leftToRefund, paymentsOf } from './payments.ts'
import { finish, noteRefund } from './follow-refund.ts'

type Call = Context<(typeof cubes)['setStatus']>

/**
 * What was paid through the provider goes back through it, payment by payment, as refunds of the payment log; what was paid
 * at the cinema is given back there. The booking is Refunded when all of it is back (`followRefund`): while the provider has
 * not said so it stays as it is, and nobody can ask again.
 * @throws 403 without the permission of refunds, 502 with the reason when the provider did not pay it back
 */
export async function refund({ params: { id }, body, write, app, db, now, me, say }: Call): Promise<CubeBooking> {
  await assertRecordInScope(app, me, PAYS_BACK, 'cube booking', id)
  mustBeConfirmed(app, me, now)
  const opened = await write(async ({ db: tx, record, declareAmount }) => {
    const context = { db: tx, record, app, now, actor: me.name }
    const booking = await lockedBookingOr404(context, id, body.version)
    const reason = statusBlockedReason(booking.status, 'Refunded')
    if (reason) throw conflict(reason)
    const payments = await paymentsOf(tx, booking.id)
    if (payments.some((payment) => payment.refund === 'requested')) throw conflict(messages.refundUnderWay)
    const due = leftToRefund(payments, booking)
    if (due.some(({ provider }) => provider !== app.payments.kind)) throw conflict(messages.otherProvider)
    const back = payments.reduce(
      (kobo, payment) => kobo + (payment.refund === 'done' ? 0 : backOf(payment, booking)),
      0,
    )
    if (back === 0 && booking.withheldPercent > 0) throw conflict(messages.nothingBack)
    declareAmount(back, { permission: [PAYS_BACK] })
    const refunds: Refund[] = []
    for (const payment of due) {
      const opening = await openCubeRefund(tx, {
        reference: payment.reference!,
        kobo: backOf(payment, booking),
        reason: body.reason ?? '',
        provider: app.payments.kind,
        by: me.name,
        now,
      })
      await changeRefunds(tx, [payment.id], { refund: 'requested', refundAt: now, refundId: opening.id })
      refunds.push(opening)
    }
    if (due.length) await noteRefund(context, booking, 'Requested a refund of the')
    else await finish(context, booking, payments, body.reason)
    return refunds
  })
  for (const one of opened) await submitRefund(app, one, actorOf(me))
  const booking = await bookingView(db, (await findBooking(db, id))!.id, now)
  if (booking.refund === 'failed') throw new Refusal(502, booking.refund_text)
  say(booking.refund === 'done' ? messages.refunded : messages.refundUnderWay)
  return booking
}
