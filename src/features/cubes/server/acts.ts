/** What staff do with bookings, each in the caller's transaction: it is decided, done, noted and told to the guest. */
import type { Output } from '#contract/endpoint.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { findMovie } from '#features/movies/server/public.ts'
import { METHOD_WORDS } from '#features/trade/rules.ts'
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
  whyNotEdit,
  whyNotHour,
  whyNotRedeem,
  whyNotReschedule,
  whyNotStatus,
  whyNotUndo,
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
  holdBooking,
  isHourTaken,
  shownBooking,
  type Booking,
  type BookingChange,
} from './bookings.ts'
import { findCube, type CubeRow } from './cubes.ts'
import { tellGuest, type Params, type LetterKind } from './letters.ts'
import { notePaid } from './payments.ts'

export type Acting = Writing & { app: App; now: Date; actor: string }
type Paying = Pick<Output<(typeof cubes)['book']['body']>, 'payment_reference' | 'payment_method'>
type Body<K extends 'book' | 'edit' | 'reschedule'> = Output<(typeof cubes)[K]['body']>

export async function book(body: Body<'book'>, act: Acting): Promise<CubeBooking> {
  const { db, app, now } = act
  const cube = await openCube(act, body.cube_id)
  if (body.cinema_id !== cube.cinemaId) throw invalid({ cinema_id: messages.otherCinema })
  const phone = phoneOf(body.phone_number)
  await movieOr404(act, body.movie_id)
  const at = new Date(body.date_time)
  const why = whyNotHour(at, cube, now, app.env.zone)
  if (why) throw invalid({ date_time: why })
  const { baseKobo, guestKobo, guestsIncluded, noShowPercent } = cube
  const kobo = priceOf(cube, body.guest_count)
  if (!isSame(body.payment_amount, kobo)) throw invalid({ payment_amount: wrongPrice(kobo, body.guest_count) })
  const booking = await orTaken(
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
      createdBy: act.actor,
    }),
  )
  await notePaid(db, { bookingId: booking.id, purpose: 'price', kobo, at: now, ...paidBy(body) })
  return done(act, 'booked', booking, { amount: toNaira(kobo), method: body.payment_method })
}

export async function edit(bookingId: string, body: Body<'edit'>, act: Acting): Promise<CubeBooking> {
  const { db, now } = act
  const before = await heldBookingOr404(act, bookingId, body.version)
  const why = whyNotEdit(before.status)
  if (why) throw conflict(why)
  if (body.movie_id !== undefined && body.movie_id !== before.movieId) await movieOr404(act, body.movie_id)
  const guestCount = body.guest_count ?? before.guestCount
  const extra = guestCount === before.guestCount ? 0 : extraOf(before, guestCount, before.kobo)
  if (!isSame(body.payment_amount ?? 0, extra)) throw invalid({ payment_amount: wrongExtra(extra) })
  const after = await changeBooking(db, before.id, {
    guestCount,
    kobo: before.kobo + extra,
    ...(body.full_name !== undefined && { fullName: body.full_name }),
    ...(body.email !== undefined && { email: body.email }),
    ...(body.phone_number !== undefined && { phone: phoneOf(body.phone_number) }),
    ...(body.movie_id !== undefined && { movieId: body.movie_id, movieBefore: null }),
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
  return done(act, 'edited', after, { before, edits, amount: toNaira(extra), method: body.payment_method })
}

/** "Guests 11 to 15, ₦10,000 paid by card", for the history; of who comes it says what was edited alone. */
function editsOf(before: Booking, after: Booking, { extra, ...paid }: Paying & { extra: number }): string {
  const how = paid.payment_method
    ? `by ${METHOD_WORDS[paid.payment_method].toLowerCase()}`
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

export async function reschedule(bookingId: string, body: Body<'reschedule'>, act: Acting): Promise<CubeBooking> {
  const { db, app, now } = act
  const before = await heldBookingOr404(act, bookingId, body.version)
  if (body.cube_id !== before.cubeId) throw invalid({ cube_id: messages.otherCube })
  const why = whyNotReschedule(before.status, before.startsAt, now)
  if (why) throw conflict(why)
  const cube = await openCube(act, before.cubeId)
  if (body.movie_id !== before.movieId) await movieOr404(act, body.movie_id)
  const at = new Date(body.reschedule_date)
  if (at.getTime() === before.startsAt.getTime()) throw invalid({ reschedule_date: messages.sameHour })
  const whyNot = whyNotHour(at, cube, now, app.env.zone)
  if (whyNot) throw invalid({ reschedule_date: whyNot })
  const percent = feePercent(before.startsAt, now)
  const fee = feeDue(feeOf(before.kobo, percent), before.feeKobo)
  if (!isSame(body.payment_amount, fee)) throw invalid({ payment_amount: wrongFee(fee, percent, before.feeKobo) })
  const after = await orTaken(
    changeBooking(db, before.id, {
      status: 'Pending Reschedule Approval',
      rescheduleDate: at,
      movieId: body.movie_id,
      movieBefore: before.movieId,
      feeKobo: before.feeKobo + fee,
    }),
  )
  await notePaid(db, { bookingId: after.id, purpose: 'fee', kobo: fee, at: now, ...paidBy(body) })
  return done(act, 'reschedule asked', after, {
    before,
    newAt: at.toISOString(),
    amount: toNaira(fee),
    method: body.payment_method,
  })
}

const paidBy = ({ payment_reference: reference, payment_method: method }: Paying) => ({ reference, method })

type Move = { status: Exclude<Status, 'Refunded'>; reason?: string | undefined; version?: number | undefined }
const TOLD: Partial<Record<Status, LetterKind>> = {
  'Pending Cancellation Approval': 'cancellation asked',
  'Approved Cancellation': 'cancellation approved',
  'Approved Reschedule': 'reschedule approved',
  Redeemed: 'redeemed',
}
const TAKEN_BACK: Partial<Record<Status, LetterKind>> = {
  'Pending Cancellation Approval': 'cancellation declined',
  'Pending Reschedule Approval': 'reschedule declined',
  Redeemed: 'redemption undone',
}

/**
 * Sets a status for which no money is moved (operations 4). Booked declines what waits for approval, or undoes a
 * redemption: the booking is then what it was before, Approved Reschedule where a reschedule had been approved.
 */
export async function move(bookingId: string, { status, reason, version }: Move, act: Acting): Promise<CubeBooking> {
  const before = await heldBookingOr404(act, bookingId, version)
  const why = whyNotStatus(before.status, status) ?? whyNotToday(before, status, act)
  if (why) throw conflict(why)
  const after = await changeBooking(act.db, before.id, { status, ...whatFollows(before, status, act.now) })
  const step = status === 'Booked' ? TAKEN_BACK[before.status]! : TOLD[status]!
  const asked = step === 'reschedule declined' && {
    newAt: before.rescheduleDate!.toISOString(),
    amount: toNaira(after.feeKobo),
  }
  return done(act, step, after, { before, reason, ...asked })
}

const whyNotToday = ({ status, startsAt, redeemedAt }: Booking, to: Status, { now, app }: Acting) =>
  to === 'Redeemed'
    ? whyNotRedeem(startsAt, now, app.env)
    : status === 'Redeemed'
      ? whyNotUndo(redeemedAt, now, app.env.zone)
      : undefined

/** What else changes with a status. */
function whatFollows(before: Booking, to: Status, now: Date): BookingChange {
  if (to === 'Approved Reschedule') return { startsAt: before.rescheduleDate!, rescheduledAt: now, movieBefore: null }
  if (to === 'Redeemed') return { redeemedAt: now }
  if (to === 'Pending Cancellation Approval')
    return { keptPercent: isNotRedeemed(before, now) ? before.noShowPercent : 0 }
  if (to !== 'Booked') return {}
  const again = { redeemedAt: null, keptPercent: 0 }
  if (before.rescheduledAt) return { ...again, status: statusBefore(true) }
  // The request of another hour is over, also one that was left for a cancellation or a redemption.
  const movieId = before.movieBefore ?? before.movieId
  return { ...again, status: statusBefore(false), rescheduleDate: null, movieId, movieBefore: null }
}

/** A booking that is to be changed, locked. @throws 404, or 409 with the booking as it is when it was changed since */
export async function heldBookingOr404({ db, now }: Acting, bookingId: string, version?: number): Promise<Booking> {
  const booking = await holdBooking(db, bookingId)
  if (!booking) throw notFound('cube booking')
  if (version !== undefined && version !== booking.version) throw stale(await shownBooking(db, booking.id, now))
  return booking
}

type Of = Partial<Omit<Params, 'bookingId' | 'told' | 'at'>> & {
  before?: Booking
  reason?: string | undefined
  /** What an edit changed, for the history. */
  edits?: string
  /** How it was paid at the cinema. */
  method?: CounterMethod | undefined
}

/** Letters to one address in a window: a company may book many cubes, and nobody is to be flooded. */
const LETTERS = { max: 30, seconds: 3600 }

/** Notes a step that was made and tells the guest. */
export async function done(
  { db, record, app, now, actor }: Acting,
  step: LetterKind,
  after: Booking,
  { before, reason, edits, method, ...more }: Of,
): Promise<CubeBooking> {
  const shown = await shownBooking(db, after.id, now)
  // The guest is told of a refund whenever the provider has made it.
  const isTold =
    step === 'refunded' ||
    (await countTry(db, `cube letter to ${shown.email.toLowerCase()}`, LETTERS.seconds, now)) <= LETTERS.max
  const said = [reason, !isTold && messages.notMailed(LETTERS.max)].filter(Boolean).join('. ')
  await addStep(db, after.id, { step, reason: [edits, said].filter(Boolean).join('. '), actor, at: now })
  await record({
    entity: 'cube booking',
    id: after.bookingId,
    summary: `${SUMMARY[step]} cube booking ${after.bookingId}`,
    ...(before && { before: audited(before) }),
    after: { ...audited(after), ...(said && { reason: said }), ...(method && { payment_method: method }) },
  })
  if (isTold) await tellGuest(db, app, shown, now, { told: step, at: after.startsAt.toISOString(), ...more })
  return shown
}

const SUMMARY: Record<LetterKind, string> = {
  booked: 'Made the',
  edited: 'Edited the',
  'reschedule asked': 'Asked for another hour of the',
  'reschedule approved': 'Approved the reschedule of the',
  'cancellation asked': 'Asked to cancel the',
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
  const cube = await findCube(db, id, { hold: 'share' })
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

async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw isHourTaken(error) ? conflict(messages.taken) : error
  }
}
