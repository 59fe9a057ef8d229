/** Pays a booking back, once: what is asked of the provider is noted before it is asked, and is never asked twice. */
import { toNaira } from '#contract/money.ts'
import { PURCHASE_TYPES } from '#features/payments/rules.ts'
import { addLog } from '#features/payments/server/store.ts'
import { conflict, stale } from '#server/http/problem.ts'
import type { Context } from '#server/http/handle.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { CubeBooking, cubes } from '../contract.ts'
import { messages, refundableOf, whyNotStatus } from '../rules.ts'
import { done, held, type Acting } from './acts.ts'
import { changeBooking, shownBooking, type Booking } from './bookings.ts'
import { changeRefunds, isLost, paymentsOf, type Payment } from './payments.ts'

type Call = Context<(typeof cubes)['setStatus']>

/**
 * What was paid through the provider goes back through it, payment by payment; what was paid at the cinema is given back
 * there. An answer that is lost leaves the refund unknown: staff look it up with the provider, and say what they found.
 */
export async function refund({ params: { id }, body, write, app, now, me }: Call): Promise<CubeBooking> {
  const acting = { app, now, actor: me.name }
  const asked = await write(async ({ db, record }) => {
    const act = { ...acting, db, record }
    const booking = await held(act, id, body.version)
    const due = await settleSeen(act, booking, body.refund_seen)
    if (!due.length) return finish(act, booking, body.reason)
    if (due.some(({ provider }) => provider !== app.payments.kind)) throw conflict(messages.otherProvider)
    await changeRefunds(
      db,
      due.map((payment) => payment.id),
      { refund: 'asked', refundAt: now },
    )
    await note(act, booking, 'Asked the payment provider to refund the')
    return { due, booking }
  })
  if (!('due' in asked)) return asked

  for (const payment of asked.due) {
    const kobo = refundableOf(payment, asked.booking.rescheduledAt !== null)
    try {
      await app.payments.refund(payment.providerId!, kobo)
    } catch (error) {
      if (error instanceof IntegrationError)
        await write((writing) => failed({ ...acting, ...writing }, asked, payment, error))
      throw error
    }
    await write((writing) => paidBack({ ...acting, ...writing }, asked.booking, payment))
  }
  return write(async (writing) => {
    const act = { ...acting, ...writing }
    return finish(act, await held(act, id), body.reason)
  })
}

/**
 * The payments that the provider is still to be asked to pay back.
 * @throws 409 while another refund is under way, or while it is not known whether one was paid
 */
async function settleSeen(act: Acting, booking: Booking, seen: boolean | undefined): Promise<Payment[]> {
  const why = whyNotStatus(booking.status, 'Refunded')
  if (why) throw conflict(why)
  const payments = await paymentsOf(act.db, booking.id)
  const lost = payments.filter((payment) => isLost(payment, act.now))
  if (seen !== undefined && !lost.length) throw stale(await shownBooking(act.db, booking.id, act.now))
  if (lost.length && seen === undefined) throw conflict(messages.refundUnknown)
  if (payments.some((payment) => payment.refund === 'asked' && !lost.includes(payment)))
    throw conflict(messages.refundUnderWay)
  if (seen) for (const payment of lost) await paidBack(act, booking, payment)
  return payments.filter(
    (payment) =>
      payment.provider !== null &&
      payment.refund !== 'done' &&
      !(seen && lost.includes(payment)) &&
      refundableOf(payment, booking.rescheduledAt !== null) > 0,
  )
}

async function paidBack(act: Acting, booking: Booking, payment: Payment): Promise<void> {
  const { db, now } = act
  const kobo = refundableOf(payment, booking.rescheduledAt !== null)
  await changeRefunds(db, [payment.id], { refund: 'done', refundAt: now, refundKobo: kobo })
  await addLog(db, {
    at: now,
    provider: payment.provider!,
    reference: payment.reference!,
    email: booking.email,
    kobo,
    purchaseType: PURCHASE_TYPES.cube,
    status: 'refunded',
    providerId: payment.providerId,
    message: `Refund of cube booking ${booking.bookingId}`,
  })
  await note(act, booking, 'The payment provider paid back the')
}

/** What it refused, it did not do: it can be asked again. What is asked for after it was not asked for either. */
async function failed(
  act: Acting,
  { due, booking }: { due: Payment[]; booking: Booking },
  payment: Payment,
  error: IntegrationError,
): Promise<void> {
  const isUndone = error.isUndone || error.isOfOneRequest
  const after = due.slice(due.indexOf(payment) + (isUndone ? 0 : 1)).map(({ id }) => id)
  if (after.length) await changeRefunds(act.db, after, { refund: null, refundAt: null })
  if (!isUndone) await changeRefunds(act.db, [payment.id], { refund: 'unknown', refundAt: act.now })
  await note(
    act,
    booking,
    isUndone ? 'The payment provider did not refund the' : 'The answer was lost to a refund of the',
  )
}

/** All of it is back, or handed out at the cinema. */
async function finish(act: Acting, before: Booking, reason: string | undefined): Promise<CubeBooking> {
  const { db, now } = act
  // Another who refunded it at the same time was the first.
  const why = whyNotStatus(before.status, 'Refunded')
  if (why) throw conflict(why)
  const payments = await paymentsOf(db, before.id)
  const backOf = (payment: Payment) => refundableOf(payment, before.rescheduledAt !== null)
  for (const payment of payments.filter((one) => one.provider === null))
    await changeRefunds(db, [payment.id], { refund: 'done', refundAt: now, refundKobo: backOf(payment) })
  const sum = (of: Payment[]) => toNaira(of.reduce((kobo, payment) => kobo + backOf(payment), 0))
  const after = await changeBooking(db, before.id, { status: 'Refunded' })
  return done(act, 'refunded', after, {
    before,
    reason,
    amount: sum(payments),
    thereAmount: sum(payments.filter(({ provider }) => provider !== null)),
  })
}

const note = ({ record }: Acting, { bookingId }: Booking, what: string) =>
  record({ entity: 'cube booking', id: bookingId, summary: `${what} cube booking ${bookingId}` })
