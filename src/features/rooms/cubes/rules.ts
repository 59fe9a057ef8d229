/** Rules and words of cubes, the private screening rooms (operations 2, 4, 5, 9; decisions: Deviations). */
import { counted, showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { isHundredths, showNaira, toNaira } from '#contract/money.ts'
import { refusal, type Permission, type Rights } from '#contract/permissions.ts'
import { addDays, clockOf, dayOf, instantAt, showDay, type Day, type Zones } from '#contract/time.ts'

export const STATUSES = [
  'Booked',
  'Pending Cancellation Approval',
  'Approved Cancellation',
  'Pending Reschedule Approval',
  'Approved Reschedule',
  'Redeemed',
  'Refunded',
] as const
export type Status = (typeof STATUSES)[number]

/** What a booking can still be redeemed from; a request is decided first. */
const UNUSED = ['Booked', 'Approved Reschedule'] as const satisfies readonly Status[]

/** The tabs of the log and the statuses that each shows, `notRedeemed` of bookings whose hour is over. */
export const TABS = [
  { id: 'paid', label: 'Paid Bookings', statuses: ['Booked'], notRedeemed: 'no' },
  {
    id: 'cancelled',
    label: 'Cancelled Bookings',
    statuses: ['Pending Cancellation Approval', 'Approved Cancellation'],
  },
  {
    id: 'rescheduled',
    label: 'Rescheduled Bookings',
    statuses: ['Pending Reschedule Approval', 'Approved Reschedule'],
    notRedeemed: 'no',
  },
  { id: 'redeemed', label: 'Redeemed Bookings', statuses: ['Redeemed'] },
  { id: 'not-redeemed', label: 'Not redeemed', statuses: UNUSED, notRedeemed: 'yes' },
  { id: 'refunded', label: 'Refunded Bookings', statuses: ['Refunded'] },
] as const satisfies readonly Tab[]
type Tab = { id: string; label: string; statuses: readonly Status[]; notRedeemed?: 'yes' | 'no' }
export type TabId = (typeof TABS)[number]['id']
export const tabOf = (of: { status: Status; is_not_redeemed: boolean }): TabId =>
  (TABS as readonly Tab[]).find(
    ({ statuses, notRedeemed }) =>
      statuses.includes(of.status) && (notRedeemed ?? 'no') === (of.is_not_redeemed ? 'yes' : 'no'),
  )!.id as TabId

/** After them all bookings in one list. */
export const LOG_TABS = [...TABS, { id: 'all', label: 'All Bookings', statuses: STATUSES }] as const
export type LogTabId = (typeof LOG_TABS)[number]['id']

/** How staff take money at the cinema. */
export const COUNTER_METHODS = ['cash', 'card', 'transfer'] as const
export type CounterMethod = (typeof COUNTER_METHODS)[number]

export const CSV_NAME = 'cube-logs.csv'
export const ID_LENGTH_LISTED = 25
/** Rows of a tab. */
export const TAB_ROWS = 15
/** The choices of a day: today and the six after it. */
export const DAYS_AHEAD = 7
export const FIRST_HOUR = 9
export const LAST_HOUR = 21
export const BASE_PRICE = 50
export const GUEST_PRICE = 20
export const GUESTS_INCLUDED = 8
/** Percent of the price. */
export const NO_SHOW_PERCENT = 100
export const GUESTS_MOST = 1000
export const PRICE_MOST = 1_000_000
export const NAME_LENGTH = 100
export const REASON_LENGTH = 500

export const messages = {
  empty: 'Field is empty',
  noSuchCube: errors.notFound('cube'),
  noSuchBooking: errors.notFound('cube booking'),
  badEmail: 'email is invalid',
  badPhone: 'Enter a phone number such as 0803 123 4567, or with + and the country code',
  badGuests: `Enter a whole number of guests from 1 to ${GUESTS_MOST}`,
  badInstant: errors.enter('a date and time (ISO 8601 with time zone)'),
  badStatus: `Status is one of ${STATUSES.join(', ')}`,
  badAmount: errors.enter('an amount of ₦0 or more'),
  otherCinema: 'This cube is in another cinema',
  otherCube: 'A booking cannot move to another cube',
  closedCinema: 'The cinema of this cube is closed',
  noSuchMovie: errors.notFound('movie'),
  tooFar: `Choose today or one of the next ${DAYS_AHEAD - 1} days`,
  begun: 'That time has already started',
  occupied: 'That time is already booked. Choose another.',
  sameHour: 'The booking already has that time',
  hasBegun: 'This booking has started, so it can no longer be rescheduled',
  unknownPayment: 'No unused payment has this reference. Check it, or wait a minute and try again.',
  otherPayment: (charged: number, due: number) =>
    `That payment is ${showNaira(toNaira(charged))}, but ${showNaira(toNaira(due))} is due`,
  twoWays: 'Payment Logs already has the method of this payment. Leave the method empty.',
  usedPayment: 'This payment is already used for another booking',
  booked: 'Successful',
  edited: 'Successful',
  rescheduleRequested: 'Reschedule requested. It is waiting for approval.',
  rescheduleByDate: 'A reschedule needs a new date and time',
  redeemedLate: 'A booking can only be redeemed until the end of its day',
  nothingBack: 'Nothing can be refunded, because the no-show fee is the full price',
  redeemedBefore: 'A redemption can be undone only on the day it was made',
  refunded: 'Booking refunded',
  refundUnderWay: 'The refund has been sent. The payment provider has not confirmed it yet.',
  refundFailed: (reason: string) => `The payment provider did not refund this booking: ${reason}`,
  otherProvider: 'This booking was paid through a payment provider that is not connected. Refund it there.',
  nameInUse: 'This cinema already has a cube with this name',
  badHour: errors.enter('a whole hour from 0 to 23'),
  hoursTurned: 'The last hour is before the first',
  notEmailed: (most: number) => `Email not sent: this address got ${most} emails in an hour`,
  badPrice: `Enter a price from ₦0 to ₦${showCount(PRICE_MOST)}, with up to 2 decimals`,
  badIncluded: `Enter a whole number of included guests from 0 to ${GUESTS_MOST}`,
  badPercent: errors.enter('a whole percentage from 0 to 100 for the no-show fee'),
  noSuchCinema: errors.notFound('cinema'),
  keepsCinema: 'This cube has bookings, so its cinema cannot change',
  cubeCreated: 'Cube created successfully',
  cubeChanged: 'Cube updated successfully',
  cubeDeleted: 'Deleted successfully',
  cubeRestored: 'Cube restored',
  cubeIsThere: 'This cube is already in the list',
} as const

export const showGuests = (count: number): string => counted(count, 'guest')

/** Why a price that was sent is refused, with the right one. */
export const wrongPrice = (kobo: number, guests: number) =>
  `The price for ${showGuests(guests)} is ${showNaira(toNaira(kobo))}`
export const wrongFee = (kobo: number, percent: number, paidBefore: number) =>
  `The reschedule fee is ${showNaira(toNaira(kobo))}: ${percent}% of the amount paid${paidBefore ? `, less ${showNaira(toNaira(paidBefore))} already paid` : ''}`
export const wrongExtra = (kobo: number) =>
  kobo === 0 ? 'No extra payment is due' : `An extra payment of ${showNaira(toNaira(kobo))} is due`
export const hasBookings = (count: number) =>
  `This cube has ${counted(count, 'upcoming booking')}. Cancel ${count === 1 ? 'it' : 'them'} first.`
export const hasUnsettled = (count: number) =>
  count === 1
    ? 'This cube has 1 booking waiting for approval or a refund. Resolve it first.'
    : `This cube has ${count} bookings waiting for approval or a refund. Resolve them first.`
export const notAnHour = (first: number, last: number) =>
  `Choose a full hour from ${hourLabel(first)} to ${hourLabel(last)}`

/** What a cube costs; kobo. */
export type Prices = { baseKobo: number; guestKobo: number; guestsIncluded: number }

/** In kobo: base + guest × (guests − included), as written also below the included, never under 0. */
export const priceOf = ({ baseKobo, guestKobo, guestsIncluded }: Prices, guests: number): number =>
  Math.max(0, baseKobo + guestKobo * (guests - guestsIncluded))

/** What more guests cost after a booking was paid: its own prices, less what was paid. Fewer get nothing back. */
export const extraOf = (prices: Prices, guests: number, paidKobo: number): number =>
  Math.max(0, priceOf(prices, guests) - paidKobo)

const HOUR_MS = 3_600_000

/** The share of the original amount that a reschedule costs, in percent, by the hours to go. */
export const feePercent = (startsAt: Date, now: Date): number => {
  const hours = (startsAt.getTime() - now.getTime()) / HOUR_MS
  return hours >= 24 ? 10 : hours >= 12 ? 15 : 40
}

/** When the share goes up next, and to what; undefined where it does not any more. */
export function nextFee(startsAt: Date, now: Date): { at: Date; percent: number } | undefined {
  const step = [24, 12].map((hours) => new Date(startsAt.getTime() - hours * HOUR_MS)).find((at) => at >= now)
  return step && { at: step, percent: feePercent(startsAt, new Date(step.getTime() + 1)) }
}

/** In kobo, halves up; never more than what it is a share of. */
export const feeOf = (kobo: number, percent: number): number => Math.floor((kobo * percent + 50) / 100)

/** 9:00 AM */
export const hourLabel = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

/** The days for which a cube can be booked today. */
export const bookingDays = (today: Day): Day[] => Array.from({ length: DAYS_AHEAD }, (_, n) => addDays(today, n))

export type Hours = { firstHour: number; lastHour: number }
type Slot = { label: string; date_time: string }

/** The hours of a day that a cube has, whoever took them. */
export const slotsOf = (day: Day, { firstHour, lastHour }: Hours, zone: string): Slot[] =>
  Array.from({ length: lastHour - firstHour + 1 }, (_, n) => ({
    label: hourLabel(firstHour + n),
    date_time: instantAt(day, `${String(firstHour + n).padStart(2, '0')}:00`, zone).toISOString(),
  }))

/** Why a cube cannot be booked for that hour, whoever has it; undefined when it can. */
export function hourBlockedReason(at: Date, hours: Hours, now: Date, zone: string): string | undefined {
  const day = dayOf(at, zone)
  if (!slotsOf(day, hours, zone).some(({ date_time }) => date_time === at.toISOString()))
    return notAnHour(hours.firstHour, hours.lastHour)
  if (at <= now) return messages.begun
  if (!bookingDays(dayOf(now, zone)).includes(day)) return messages.tooFar
}

/** 6:00 PM */
export const hourOf = (at: Date | string, zone: string): string => hourLabel(Number(clockOf(at, zone).slice(0, 2)))
/** 22/11/2026, 6:00 PM */
export const slotOf = (at: Date | string, zone: string): string => `${showDay(dayOf(at, zone))}, ${hourOf(at, zone)}`

const NEXT: Record<Status, readonly Status[]> = {
  Booked: ['Pending Cancellation Approval', 'Redeemed'],
  'Pending Cancellation Approval': ['Approved Cancellation', 'Booked'],
  'Approved Cancellation': ['Refunded'],
  'Pending Reschedule Approval': ['Approved Reschedule', 'Booked', 'Pending Cancellation Approval', 'Redeemed'],
  'Approved Reschedule': ['Pending Cancellation Approval', 'Redeemed'],
  Redeemed: ['Booked'],
  Refunded: [],
}

const NEEDS: Record<Status, string> = {
  Booked: 'Only a pending request can be declined, and only a redemption undone',
  'Pending Cancellation Approval': 'Only a booked or rescheduled booking can be cancelled',
  'Approved Cancellation': 'Only a pending cancellation can be approved',
  'Pending Reschedule Approval': messages.rescheduleByDate,
  'Approved Reschedule': 'Only a pending reschedule can be approved',
  Redeemed: 'Only a booked or rescheduled booking can be redeemed',
  Refunded: 'Only a booking with an approved cancellation can be refunded',
}

/** Why a booking's status cannot be set to that; undefined when it can (operations 4). */
export const statusBlockedReason = (from: Status, to: Status): string | undefined =>
  NEXT[from].includes(to) ? undefined : `${NEEDS[to]}. This booking is ${from}.`

/** Guests come a little early. */
const REDEEM_EARLY_MS = HOUR_MS

/** Why a booking cannot be redeemed: it can from an hour before it begins until its business day ends. */
export function redeemBlockedReason(startsAt: Date, now: Date, { zone, dayZone }: Zones): string | undefined {
  const from = new Date(startsAt.getTime() - REDEEM_EARLY_MS)
  if (now < from) return `This booking can be redeemed from ${slotOf(from, zone)}, an hour before it starts`
  if (dayOf(now, dayZone) > dayOf(startsAt, dayZone)) return messages.redeemedLate
}

/** Bookings whose hour is over are those that began at this instant or before it. */
export const lastOver = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/** The bookings that nobody came to, as `lastOver` and these statuses tell. */
export const NOT_REDEEMED = { label: 'Not redeemed', statuses: UNUSED } as const
export const isNotRedeemed = ({ status, startsAt }: { status: Status; startsAt: Date }, now: Date): boolean =>
  (UNUSED as readonly Status[]).includes(status) && startsAt <= lastOver(now)

/** What staff read for the status: the specification's, but of a booking that nobody came to. */
export type State = Status | typeof NOT_REDEEMED.label
export const stateOf = (of: { status: Status; is_not_redeemed: boolean }): State =>
  of.is_not_redeemed ? NOT_REDEEMED.label : of.status

/** Why a redemption cannot be undone: it can on the day it was made. */
export const undoBlockedReason = (redeemedAt: Date | null, now: Date, zone: string): string | undefined =>
  redeemedAt && dayOf(redeemedAt, zone) === dayOf(now, zone) ? undefined : messages.redeemedBefore

/** What a booking is again when its request is declined or its redemption undone. */
export const statusBefore = (wasRescheduled: boolean): Status => (wasRescheduled ? 'Approved Reschedule' : 'Booked')

/** What is to be paid for another hour, in kobo: what was paid for one that was declined counts. */
export const feeDue = (fee: number, paidBefore: number): number => Math.max(0, fee - paidBefore)

export const rescheduleBlockedReason = (status: Status, startsAt: Date, now: Date): string | undefined =>
  status !== 'Booked'
    ? `Only a booking with the status Booked can be rescheduled. This booking is ${status}.`
    : startsAt <= now
      ? messages.hasBegun
      : undefined

const EDITABLE: readonly Status[] = ['Booked', 'Pending Reschedule Approval', 'Approved Reschedule']
export const editBlockedReason = (status: Status): string | undefined =>
  EDITABLE.includes(status)
    ? undefined
    : `Only a booked or rescheduled booking can be edited. This booking is ${status}.`

/**
 * What of a payment goes back, in kobo: all of it, but for the fee of a reschedule that was granted, and the percent of the
 * price that is kept when nobody came.
 */
export const refundableOf = (
  { purpose, kobo }: { purpose: string; kobo: number },
  { wasRescheduled, withheldPercent }: { wasRescheduled: boolean; withheldPercent: number },
): number => (purpose !== 'fee' ? kobo - feeOf(kobo, withheldPercent) : wasRescheduled ? 0 : kobo)

/** Money that goes back, from the till as well, takes this beside the permission of cubes. */
export const PAYS_BACK: Permission = 'refunds:write'

/** Why a person cannot refund a booking whose cancellation is approved; undefined when they can. */
export const refundBlockedReason = (
  me: Rights,
  booking: { refund: string; refundable_amount: number; withheld_percent: number },
): string | undefined =>
  booking.refund === 'under way'
    ? messages.refundUnderWay
    : booking.withheld_percent > 0 && booking.refundable_amount === 0
      ? messages.nothingBack
      : refusal(me, PAYS_BACK)

/** Naira with at most two decimals. */
export const isMoney = (naira: number): boolean => naira >= 0 && naira <= PRICE_MOST && isHundredths(naira)

export const isIntegerWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** ISO 8601 with a zone: an instant, wherever it is read. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
