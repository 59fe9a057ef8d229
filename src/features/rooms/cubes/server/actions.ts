/** What staff do with bookings, each in the caller's transaction: it is decided, done, noted and told to the guest. */
import type { AuditSummary } from '#server/audit/summary.ts'
import type { Output } from '#contract/endpoint.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { findMovie } from '#features/programming/movies/server/public.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import type { App } from '#server/app.ts'
import type { Writing } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { countTry } from '#server/http/rate-limit.ts'
import { toE164 } from '#server/phone.ts'
import type { CubeBooking, cubes } from '../contract.ts'
import {
  extraOf,
  feeDue,
  feeOf,
  feePercent,
  isNotRedeemed,
  messages,
  priceOf,
  statusBefore,
  editBlockedReason,
  hourBlockedReason,
  redeemBlockedReason,
  rescheduleBlockedReason,
  statusBlockedReason,
  undoBlockedReason,
  wrongExtra,
  wrongFee,
  wrongPrice,
  type CounterMethod,
  type Status,
} from '../rules.ts'
import {
  addBooking,
  addStep,
  changeBooking,
  lockBooking,
  isSlotOccupied,
  bookingView,
  type Booking,
  type BookingChange,
} from './bookings.ts'
import { findCube, type CubeRow } from './cubes.ts'
import { notifyGuest, type Params, type EmailKind } from './emails.ts'
import { notePaid } from './payments.ts'

export type Acting = Writing & { app: App; now: Date; actor: string }
type Paying = Pick<Output<(typeof cubes)['book']['body']>, 'payment_reference' | 'payment_method'>
type Body<K extends 'book' | 'edit' | 'reschedule'> = Output<(typeof cubes)[K]['body']>

export async function book(body: Body<'book'>, context: Acting): Promise<CubeBooking> {
  const { db, app, now } = context
  const cube = await openCube(context, body.cube_id)
  if (body.cinema_id !== cube.cinemaId) throw invalid({ cinema_id: messages.otherCinema })
  const phone = phoneOf(body.phone_number)
  await movieOr404(context, body.movie_id)
  const at = new Date(body.date_time)
  const reason = hourBlockedReason(at, cube, now, app.env.zone)
  if (reason) throw invalid({ date_time: reason })
  const { baseKobo, guestKobo, guestsIncluded, noShowPercent } = cube
  const kobo = priceOf(cube, body.guest_count)
  if (!isSame(body.payment_amount, kobo)) throw invalid({ payment_amount: wrongPrice(kobo, body.guest_count) })
  const booking = await orOccupied(
    addBooking(db, {
      cubeId: cube.id,
      fullName: body.full_name,
      email: body.email,
      phone,
      movieId: body.movie_id,
      guestCount: body.guest_count,
      hasCorkage: body.has_corkage,
      dateTime: at,
      startsAt: at,
      baseKobo,
      guestKobo,
      guestsIncluded,
      noShowPercent,
      kobo,
      createdAt: now,
      createdBy: context.actor,
    }),
  )
  await notePaid(db, { bookingId: booking.id, purpose: 'price', kobo, at: now, ...paidBy(body) })
  return done(context, 'booked', booking, { amount: toNaira(kobo), method: body.payment_method })
}

export async function edit(bookingId: string, body: Body<'edit'>, context: Acting): Promise<CubeBooking> {
  const { db, now } = context
  const before = await lockedBookingOr404(context, bookingId, body.version)
  const reason = editBlockedReason(before.status)
  if (reason) throw conflict(reason)
  if (body.movie_id !== undefined && body.movie_id !== before.movieId) await movieOr404(context, body.movie_id)
  const guestCount = body.guest_count ?? before.guestCount
  const extra = guestCount === before.guestCount ? 0 : extraOf(before, guestCount, before.kobo)
  if (!isSame(body.payment_amount ?? 0, extra)) throw invalid({ payment_amount: wrongExtra(extra) })
  const after = await changeBooking(db, before.id, {
    guestCount,
    kobo: before.kobo + extra,
    ...(body.full_name !== undefined && { fullName: body.full_name }),
    ...(body.email !== undefined && { email: body.email }),
    ...(body.phone_number !== undefined && { phone: phoneOf(body.phone_number) }),
    ...(body.movie_id !== undefined && { movieId: body.movie_id, previousMovieId: null }),
    ...(body.has_corkage !== undefined && { hasCorkage: body.has_corkage }),
  })
  await notePaid(db, {
    bookingId: after.id,
    purpose: 'guests',
    kobo: extra,
    at: now,
    ...paidBy(body),
  })
  const edits = editsOf(before, after, { ...body, extra })
  return done(context, 'edited', after, { before, edits, amount: toNaira(extra), method: body.payment_method })
}

/** "Guests 11 to 15, ₦10,000 paid by card", for the history; of who comes it says what was edited alone. */
function editsOf(before: Booking, after: Booking, { extra, ...paid }: Paying & { extra: number }): string {
  const how = paid.payment_method
    ? `by ${METHOD_LABELS[paid.payment_method].toLowerCase()}`
    : paid.payment_reference
      ? `with ${paid.payment_reference}`
      : 'at the cinema'
  const edits = [
    before.guestCount !== after.guestCount && `guests ${before.guestCount} to ${after.guestCount}`,
    extra > 0 && `${showNaira(toNaira(extra))} paid ${how}`,
    ...(['movieId', 'fullName', 'email', 'phone', 'hasCorkage'] as const).map(
      (field) => before[field] !== after[field] && EDITED[field],
    ),
  ].filter((edit) => edit !== false)
  return edits.join(', ').replace(/^./, (first) => first.toUpperCase())
}
const EDITED = { movieId: 'movie', fullName: 'name', email: 'email', phone: 'phone number', hasCorkage: 'corkage' }

export async function reschedule(bookingId: string, body: Body<'reschedule'>, context: Acting): Promise<CubeBooking> {
  const { db, app, now } = context
  const before = await lockedBookingOr404(context, bookingId, body.version)
  if (body.cube_id !== before.cubeId) throw invalid({ cube_id: messages.otherCube })
  const reason = rescheduleBlockedReason(before.status, before.startsAt, now)
  if (reason) throw conflict(reason)
  const cube = await openCube(context, before.cubeId)
  if (body.movie_id !== before.movieId) await movieOr404(context, body.movie_id)
  const at = new Date(body.reschedule_date)
  if (at.getTime() === before.startsAt.getTime()) throw invalid({ reschedule_date: messages.sameHour })
  const hourReason = hourBlockedReason(at, cube, now, app.env.zone)
  if (hourReason) throw invalid({ reschedule_date: hourReason })
  const percent = feePercent(before.startsAt, now)
  const fee = feeDue(feeOf(before.kobo, percent), before.feeKobo)
  if (!isSame(body.payment_amount, fee)) throw invalid({ payment_amount: wrongFee(fee, percent, before.feeKobo) })
  const after = await orOccupied(
    changeBooking(db, before.id, {
      status: 'Pending Reschedule Approval',
      rescheduleDate: at,
      movieId: body.movie_id,
      previousMovieId: before.movieId,
      feeKobo: before.feeKobo + fee,
    }),
  )
  await notePaid(db, { bookingId: after.id, purpose: 'fee', kobo: fee, at: now, ...paidBy(body) })
  return done(context, 'reschedule asked', after, {
    before,
    newAt: at.toISOString(),
    amount: toNaira(fee),
    method: body.payment_method,
  })
}

const paidBy = ({ payment_reference: reference, payment_method: method }: Paying) => ({ reference, method })

type Move = { status: Exclude<Status, 'Refunded'>; reason?: string | undefined; version?: number | undefined }
const STEP_OF_STATUS: Partial<Record<Status, EmailKind>> = {
  'Pending Cancellation Approval': 'cancellation asked',
  'Approved Cancellation': 'cancellation approved',
  'Approved Reschedule': 'reschedule approved',
  Redeemed: 'redeemed',
}
const UNDO_STEP_OF_STATUS: Partial<Record<Status, EmailKind>> = {
  'Pending Cancellation Approval': 'cancellation declined',
  'Pending Reschedule Approval': 'reschedule declined',
  Redeemed: 'redemption undone',
}

/**
 * Sets a status for which no money is moved (operations 4). Booked declines what waits for approval, or undoes a
 * redemption: the booking is then what it was before, Approved Reschedule where a reschedule had been approved.
 */
export async function move(
  bookingId: string,
  { status, reason, version }: Move,
  context: Acting,
): Promise<CubeBooking> {
  const before = await lockedBookingOr404(context, bookingId, version)
  const blockedReason = statusBlockedReason(before.status, status) ?? redemptionBlockedReason(before, status, context)
  if (blockedReason) throw conflict(blockedReason)
  const after = await changeBooking(context.db, before.id, { status, ...whatFollows(before, status, context.now) })
  const step = status === 'Booked' ? UNDO_STEP_OF_STATUS[before.status]! : STEP_OF_STATUS[status]!
  const requested = step === 'reschedule declined' && {
    newAt: before.rescheduleDate!.toISOString(),
    amount: toNaira(after.feeKobo),
  }
  return done(context, step, after, { before, reason, ...requested })
}

const redemptionBlockedReason = ({ status, startsAt, redeemedAt }: Booking, to: Status, { now, app }: Acting) =>
  to === 'Redeemed'
    ? redeemBlockedReason(startsAt, now, app.env)
    : status === 'Redeemed'
      ? undoBlockedReason(redeemedAt, now, app.env.zone)
      : undefined

/** What else changes with a status. */
function whatFollows(before: Booking, to: Status, now: Date): BookingChange {
  if (to === 'Approved Reschedule')
    return { startsAt: before.rescheduleDate!, rescheduledAt: now, previousMovieId: null }
  if (to === 'Redeemed') return { redeemedAt: now }
  if (to === 'Pending Cancellation Approval')
    return { withheldPercent: isNotRedeemed(before, now) ? before.noShowPercent : 0 }
  if (to !== 'Booked') return {}
  const again = { redeemedAt: null, withheldPercent: 0 }
  if (before.rescheduledAt) return { ...again, status: statusBefore(true) }
  // The request of another hour is over, also one that was left for a cancellation or a redemption.
  const movieId = before.previousMovieId ?? before.movieId
  return { ...again, status: statusBefore(false), rescheduleDate: null, movieId, previousMovieId: null }
}

/** A booking that is to be changed, locked. @throws 404, or 409 with the booking as it is when it was changed since */
export async function lockedBookingOr404({ db, now }: Acting, bookingId: string, version?: number): Promise<Booking> {
  const booking = await lockBooking(db, bookingId)
  if (!booking) throw notFound('cube booking')
  if (version !== undefined && version !== booking.version) throw stale(await bookingView(db, booking.id, now))
  return booking
}

type Of = Partial<Omit<Params, 'bookingId' | 'step' | 'at'>> & {
  before?: Booking
  reason?: string | undefined
  /** What an edit changed, for the history. */
  edits?: string
  /** How it was paid at the cinema. */
  method?: CounterMethod | undefined
}

/** Emails to one address in a window: a company may book many cubes, and nobody is to be flooded. */
const EMAILS = { max: 30, seconds: 3600 }

/** Notes a step that was made and tells the guest. */
export async function done(
  { db, record, app, now, actor }: Acting,
  step: EmailKind,
  after: Booking,
  { before, reason, edits, method, ...more }: Of,
): Promise<CubeBooking> {
  const view = await bookingView(db, after.id, now)
  // The guest is told of a refund whenever the provider has made it.
  const isNotified =
    step === 'refunded' ||
    (await countTry(db, `cube email to ${view.email.toLowerCase()}`, EMAILS.seconds, now)) <= EMAILS.max
  const note = [reason, !isNotified && messages.notEmailed(EMAILS.max)].filter(Boolean).join('. ')
  await addStep(db, after.id, { step, reason: [edits, note].filter(Boolean).join('. '), actor, at: now })
  await record({
    entity: 'cube booking',
    id: after.bookingId,
    summary: `${SUMMARY[step]} cube booking ${after.bookingId}`,
    ...(before && { before: audited(before) }),
    after: { ...audited(after), ...(note && { reason: note }), ...(method && { payment_method: method }) },
  })
  if (isNotified) await notifyGuest(db, app, view, now, { step, at: after.startsAt.toISOString(), ...more })
  return view
}

const SUMMARY: Record<EmailKind, AuditSummary> = {
  booked: 'Created the',
  edited: 'Edited the',
  'reschedule asked': 'Requested a reschedule of the',
  'reschedule approved': 'Approved the reschedule of the',
  'cancellation asked': 'Requested a cancellation of the',
  'reschedule declined': 'Declined the reschedule of the',
  'cancellation approved': 'Approved the cancellation of the',
  'cancellation declined': 'Declined the cancellation of the',
  redeemed: 'Redeemed the',
  'redemption undone': 'Undid the redemption of the',
  refunded: 'Refunded the',
}

const audited = (booking: Booking) => ({
  status: booking.status,
  cube_id: booking.cubeId,
  full_name: booking.fullName,
  email: booking.email,
  phone_number: booking.phone,
  movie_id: booking.movieId,
  guest_count: booking.guestCount,
  has_corkage: booking.hasCorkage,
  starts_at: booking.startsAt.toISOString(),
  reschedule_date: booking.rescheduleDate?.toISOString() ?? null,
  payment_amount: toNaira(booking.kobo),
  reschedule_fee: toNaira(booking.feeKobo),
})

const isSame = (naira: number, kobo: number) => toKobo(naira) === kobo

async function openCube({ db }: Acting, id: number): Promise<CubeRow> {
  const cube = await findCube(db, id, { lock: 'share' })
  if (!cube) throw invalid({ cube_id: messages.noSuchCube })
  if (cube.isClosed) throw conflict(messages.closedCinema)
  return cube
}

async function movieOr404({ db }: Acting, id: string) {
  if (!(await findMovie(db, id))) throw invalid({ movie_id: messages.noSuchMovie })
}

function phoneOf(written: string): string {
  const phone = toE164(written)
  if (!phone) throw invalid({ phone_number: messages.badPhone })
  return phone
}

async function orOccupied<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw isSlotOccupied(error) ? conflict(messages.occupied) : error
  }
}
