import { errors } from '#contract/errors.ts'
import { OWN_DIGITS } from '#contract/phone.ts'
import { atLeast, CUSTOMER_PASSWORD_MIN } from '#contract/password.ts'
import { addMonths, isDay, showDay, type Day } from '#contract/time.ts'

/** Rules and messages of customers (operations 2, 4, 5, 8). */

export const USER_PAGE = 10

/** Status of a person in the list of customers and guests. */
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
/** Ways a guardian's consent can be given. */
export const CONSENT_SOURCES = ['Form', 'Web', 'Mobile app', 'Phone', 'At the counter'] as const
/** Ways to pay for a subscription that staff sell. In upper case in the API. */
export const PAYMENT_TYPES = ['CASH', 'CARD'] as const
/** Customers that cinema staff see: those of their cinemas, or all. */
export const SHARING = ['cinema', 'all'] as const
export type Sharing = (typeof SHARING)[number]
export const SHARING_LABELS: Record<Sharing, string> = { cinema: 'Customers of their cinemas', all: 'All users' }
export const MONTHS_MOST = 24
export const REASON_LENGTH = 300

/** PIN of a card. */
export const isPin = (pin: string): boolean => /^\d{4,8}$/.test(pin)

/** Plan name of a person without a plan (operations 9). */
export const DEFAULT_PLAN = 'Basic'

/** Years. Upper bound of an age. */
const OLDEST_YEARS = 120

const TYPED_PHONE = /^[+\d\s().-]+$/

/** Compares a typed phone number with the stored one. */
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
  invalidPhone: 'Enter a phone number such as 0803 123 4567, or with + and the country code',
  noBirthDate: 'Date of birth is required',
  badBirthDate: errors.enter('a date of birth (DD/MM/YYYY)'),
  oldBirthDate: `Date of birth is more than ${OLDEST_YEARS} years ago`,
  birthDateToCome: 'Date of birth is in the future',
  noPassword: 'password is required',
  shortPassword: atLeast(CUSTOMER_PASSWORD_MIN),
  noMonths: 'Number of months is required',
  badMonths: `Enter 1 to ${MONTHS_MOST} months`,
  noPlan: 'Choose a plan',
  noPaymentType: errors.choose('Cash or Card as the payment type'),
  noStart: 'Start date is required',
  noEnd: 'End date is required',
  badDay: errors.enter('a date (DD/MM/YYYY)'),
  superadminsGive: 'Only a superadmin can change the plan and its dates',
  noReason: 'Enter a reason for the change of plan or dates',
  noEmailReason: 'Enter a reason for the change of email',
  resetBlocked: (until: string) =>
    `Staff changed this email in the last 24 hours. You can send a reset from ${until}, or after another approver accepts the change.`,
  tooFarAhead: `The end date is more than ${MONTHS_MOST} months ahead`,
  endBeforeStart: 'The end date is before the start date',
  noCardNumber: 'Card number is required',
  noPin: 'PIN is required',
  badPin: 'Enter a PIN of 4 to 8 digits',
  emailExists: 'Another customer has this email',
  cardExists: 'Another customer has this card number',
  noChanges: 'This key is not allowed to read customer changes, because it does not send customers',
  noSuchCustomer: errors.notFound('customer'),
  erased: "This customer's data was erased",
  isActive: 'This customer has been active since. Erase them from their profile.',
  mergedInto: (old: number, id: number) => `Customer ${old} was merged into customer ${id}`,
  noSuchCinema: errors.notFound('cinema'),
  noSubscription: 'This customer has no active subscription',
  noCancelReason: 'Enter a reason for the cancellation',
  badLastDay: (end: Day) => `Choose a last day from today on and before ${showDay(end)}`,
  cancelled: 'Subscription cancelled',
  noNote: errors.enter('a note'),
  noSuchNote: errors.notFound('note'),
  notYourNote: 'Only the author can edit a note. Superadmins can delete it.',
  noSuchPlace: 'before must be the next value of the previous page',
  noteAdded: 'Note added',
  noteSaved: 'Note saved',
  noteDeleted: 'Note deleted',
  noteRestored: 'Note restored',
  noEmail: 'This customer has no email address',
} as const

/** Returns the problem of a birth date, for the form and the server. */
export function birthDateProblem(day: string, today: Day): string | undefined {
  if (!day) return messages.noBirthDate
  if (!isDay(day)) return messages.badBirthDate
  if (day > today) return messages.birthDateToCome
  return day < addMonths(today, -12 * OLDEST_YEARS) ? messages.oldBirthDate : undefined
}
