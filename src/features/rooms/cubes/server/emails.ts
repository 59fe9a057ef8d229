import { showNaira } from '#contract/money.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import type { CubeBooking } from '../contract.ts'
import { showGuests, slotOf } from '../rules.ts'
import { findBooking, bookingView } from './bookings.ts'

/** The kind of email that tells a guest what became of a booking. */
const CUBE_BOOKING = 'cube-booking'

/** What guests are told of. */
export type EmailKind =
  | 'booked'
  | 'edited'
  | 'reschedule asked'
  | 'reschedule approved'
  | 'reschedule declined'
  | 'cancellation asked'
  | 'cancellation approved'
  | 'cancellation declined'
  | 'redeemed'
  | 'redemption undone'
  | 'refunded'

/** What stands as it was at the step: hours as instants, amounts in naira. What is not said is read when it is written. */
export type Params = {
  bookingId: string
  step: EmailKind
  at: string
  newAt?: string
  amount?: number
  thereAmount?: number
}

/** Tells the guest of a step, in the transaction that makes it. */
export async function notifyGuest(
  tx: Db,
  { jobs }: App,
  booking: CubeBooking,
  now: Date,
  of: Omit<Params, 'bookingId'>,
) {
  if (!booking.email) return
  const params: Params = { bookingId: booking.booking_id, ...of }
  await queueEmail(tx, jobs, { kind: CUBE_BOOKING, recipient: booking.email, params }, now)
}

async function write(app: App, { bookingId, ...step }: Params): Promise<Email | undefined> {
  const found = await findBooking(app.db, bookingId)
  // Who was erased meanwhile is not written to.
  if (!found?.email) return
  const booking = await bookingView(app.db, found.id, app.clock.now())
  const { zone, chainName: chain } = app.env
  const when = (at: string) => slotOf(at, zone)
  const place = `${booking.cube_name} at ${booking.cinema_name}`
  const content = CONTENT[step.step]({
    ...step,
    at: when(step.at),
    newAt: step.newAt && when(step.newAt),
    place,
    booking,
  })
  return composeEmail(booking.email, {
    chain,
    ...content,
    greeting: booking.full_name ? `Hello ${booking.full_name},` : 'Hello,',
    paragraphs: [...content.paragraphs, `Your booking: ${booking.booking_id}`],
    smallPrint: 'Show this number at the cinema and quote it if you contact us.',
  })
}

type Facts = Omit<Params, 'bookingId'> & { place: string; booking: CubeBooking }
type Content = { subject: string; title: string; paragraphs: [string, ...string[]] }

const comes = ({ movie_title, guest_count }: CubeBooking) => `${movie_title}, for ${showGuests(guest_count)}.`
const paid = (amount = 0) => (amount > 0 ? [`Paid: ${showNaira(amount)}.`] : [])

const CONTENT: Record<EmailKind, (facts: Facts) => Content> = {
  booked: ({ at, place, booking, amount }) => ({
    subject: `Your cube is booked: ${at}`,
    title: 'Your cube is booked',
    paragraphs: [`${place} is booked for you on ${at}.`, comes(booking), ...paid(amount)],
  }),
  edited: ({ at, place, booking, amount }) => ({
    subject: `Your cube booking was changed: ${at}`,
    title: 'Your booking was changed',
    paragraphs: [`Your updated booking: ${place}, ${at}.`, comes(booking), ...paid(amount)],
  }),
  'reschedule asked': ({ at, newAt, place, amount }) => ({
    subject: `Your request for a new cube time: ${newAt}`,
    title: 'You requested a new time',
    paragraphs: [
      `You requested ${newAt} for ${place}. We’ll email you when the new time is approved. Until then, your booking on ${at} also stays reserved.`,
      ...paid(amount),
    ],
  }),
  'reschedule approved': ({ at, place, booking }) => ({
    subject: `Your cube has a new time: ${at}`,
    title: 'Your new time is approved',
    paragraphs: [`${place} is booked for you on ${at}. Your previous time has been released.`, comes(booking)],
  }),
  'reschedule declined': ({ at, newAt, place, booking, amount = 0 }) => ({
    subject: `Your cube is still booked: ${at}`,
    title: 'Your new time was not approved',
    paragraphs: [
      `We cannot offer you ${newAt}. ${place} is still booked for you on ${at}.`,
      comes(booking),
      ...(amount > 0
        ? [`The ${showNaira(amount)} that you paid for the new time will be credited to your next request.`]
        : []),
    ],
  }),
  'cancellation asked': ({ at, place }) => ({
    subject: `Your request to cancel your cube: ${at}`,
    title: 'We’ve received your cancellation request',
    paragraphs: [`You asked to cancel ${place} on ${at}. We’ll email you when the cancellation is approved.`],
  }),
  'cancellation approved': ({ at, place }) => ({
    subject: `Your cube is cancelled: ${at}`,
    title: 'Your booking is cancelled',
    paragraphs: [`${place} on ${at} is cancelled.`],
  }),
  'cancellation declined': ({ at, place, booking }) => ({
    subject: `Your cube is still booked: ${at}`,
    title: 'Your cancellation was not approved',
    paragraphs: [`${place} is still booked for you on ${at}.`, comes(booking)],
  }),
  redeemed: ({ at, place }) => ({
    subject: `Enjoy your cube: ${at}`,
    title: 'Your booking is redeemed',
    paragraphs: [`Your booking of ${place} on ${at} was redeemed. Enjoy the show!`],
  }),
  'redemption undone': ({ at, place, booking }) => ({
    subject: `Your cube is still booked: ${at}`,
    title: 'Your booking is still valid',
    paragraphs: [
      `Your booking was marked as redeemed by mistake. ${place} is still booked for you on ${at}.`,
      comes(booking),
    ],
  }),
  refunded: ({ at, place, amount = 0, thereAmount = 0 }) => ({
    subject: 'Refund for your cube booking',
    title: 'We are refunding your booking',
    paragraphs: [
      `We are refunding your booking of ${place} on ${at}.`,
      ...(thereAmount > 0 ? [`${showNaira(thereAmount)} goes back to the payment method you used.`] : []),
      ...(amount > thereAmount ? [`Collect ${showNaira(amount - thereAmount)} at the cinema.`] : []),
    ],
  }),
}

export const emails = { [CUBE_BOOKING]: write }
