import { OWN_DIGITS } from '#contract/phone.ts'
import { atLeast, CUSTOMER_PASSWORD_MIN } from '#contract/password.ts'
import { addMonths, isDay, showDay, type Day } from '#contract/time.ts'

/** Rules and words of the people that a chain looks after (operations 2, 4, 5, 8). */

export const USER_PAGE = 10

/** What somebody is to the chain, where customers and guests are one list. */
export const STATUSES = ['subscribed', 'unsubscribed', 'guest'] as const
export type Status = (typeof STATUSES)[number]
export const STATUS_LABELS: Record<Status, string> = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  guest: 'Guest',
}
export const BOOKING_PAGE = 15
export const TIMELINE_PAGE = 25
export const NOTE_LENGTH = 2000
export const ACTIVITY_MONTHS = 6

export const GENDERS = ['Female', 'Male', 'Other'] as const
export const BILLING_CYCLES = ['Monthly', 'Quarterly', 'Half-yearly', 'Yearly'] as const
/** How a guardian's consent reached the chain. */
export const CONSENT_SOURCES = ['Form', 'Web', 'Mobile app', 'Phone', 'At the counter'] as const
/** How a subscription that staff sell is paid. On the wire in upper case. */
export const PAYMENT_TYPES = ['CASH', 'CARD'] as const
/** Whom people see whose role is for some cinemas: the customers of these, or all. */
export const SHARING = ['cinema', 'all'] as const
export type Sharing = (typeof SHARING)[number]
export const SHARING_LABELS: Record<Sharing, string> = { cinema: 'Those of their cinemas', all: 'All users' }
export const MONTHS_MOST = 24
export const REASON_LENGTH = 300

/** A card's PIN. */
export const isPin = (pin: string): boolean => /^\d{4,8}$/.test(pin)

/** The plan of a person without one (operations 9). */
export const DEFAULT_PLAN = 'Basic'

/** Nobody is older. */
const OLDEST_YEARS = 120

const TYPED_PHONE = /^[+\d\s().-]+$/

/** Whether a phone number as it is typed is the one that is stored. */
export const isSamePhone = (typed: string, stored: string): boolean => {
  const digits = typed.replace(/\D/g, '')
  return TYPED_PHONE.test(typed) && digits.length > OWN_DIGITS && stored.endsWith(digits.slice(-OWN_DIGITS))
}

export const messages = {
  thereIsAnError: 'There is an error',
  uploaded: 'Uploaded image',
  tokenCleared: 'Token has been cleared',
  emailSent: 'Email sent!',
  noPurchases: 'No purchases made yet',
  noBookings: 'No bookings made yet',
  noFirstName: 'First name is required',
  noLastName: 'Last name is required',
  invalidEmail: 'email is invalid',
  noPhone: 'Phone number is required',
  invalidPhone: 'Phone number is not valid: 0803 123 4567, or + and the country code',
  noBirthDate: 'Date of birth is required',
  badBirthDate: 'Date of birth is not a day (DD/MM/YYYY)',
  oldBirthDate: `Date of birth is more than ${OLDEST_YEARS} years ago`,
  birthDateToCome: 'Date of birth is in the future',
  noPassword: 'password is required',
  shortPassword: atLeast(CUSTOMER_PASSWORD_MIN),
  noMonths: 'Number of months is required',
  badMonths: `Number of months is a whole number from 1 to ${MONTHS_MOST}`,
  noPlan: 'Choose a plan',
  noPaymentType: 'Payment type is Cash or Card',
  noStart: 'Start date is required',
  noEnd: 'End date is required',
  badDay: 'Not a day (DD/MM/YYYY)',
  superadminsGive: 'Only a superadmin can change the plan and its dates',
  noReason: 'Reason is required: say why the plan or its dates change',
  noEmailReason: 'Reason is required: say why the email changes',
  resetBlocked: (until: string) =>
    `Staff changed this email in the last 24 hours. A reset can be sent from ${until}, or at once where a second person approves the change`,
  tooFarAhead: `The end date is more than ${MONTHS_MOST} months ahead`,
  endBeforeStart: 'The end date is before the start date',
  noCardNumber: 'Card number is required',
  noPin: 'PIN is required',
  badPin: 'PIN is 4 to 8 digits',
  emailExists: 'Another customer has this email',
  cardExists: 'Another customer has this card number',
  noChanges: 'This key may not read changes of customers: it is not good for the stream customers',
  noSuchCustomer: 'There is no such customer',
  erased: 'This customer was erased',
  isActive: 'This customer has been active since: erase them from their profile instead',
  mergedInto: (old: number, id: number) => `Customer ${old} was merged into customer ${id}`,
  noSuchCinema: 'There is no such cinema',
  noSubscription: 'This customer has no subscription in force',
  noCancelReason: 'Reason is required: say why the subscription is cancelled',
  badLastDay: (end: Day) => `The last day is today or later, and before ${showDay(end)}`,
  cancelled: 'Subscription cancelled',
  noNote: 'Write something first',
  noSuchNote: 'There is no such note',
  notYourNote: 'Only whoever wrote a note can edit it; a superadmin can delete it too',
  noSuchPlace: 'before is what the page before answered as next',
  noteAdded: 'Note added',
  noteSaved: 'Note saved',
  noteDeleted: 'Note deleted',
  noteRestored: 'Note restored',
  noEmail: 'This customer has no email address',
} as const

/** What is wrong with a birth date, for the form and the server. */
export function birthDateProblem(day: string, today: Day): string | undefined {
  if (!day) return messages.noBirthDate
  if (!isDay(day)) return messages.badBirthDate
  if (day > today) return messages.birthDateToCome
  return day < addMonths(today, -12 * OLDEST_YEARS) ? messages.oldBirthDate : undefined
}
