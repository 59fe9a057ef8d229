/** Rules and messages of the kids club (operations 2, Kids club). */
import { errors } from '#contract/errors.ts'
import { ageOn, type Day } from '#contract/time.ts'

export const CLUB_PAGE = 10
export const SEARCH_DEBOUNCE_MS = 2000
export const GUARDIAN_LENGTH = 200
/** From this age on nobody is a child. */
export const ADULT_AGE = 18

/** How a guardian's consent reached the chain. */
export const CONSENT_SOURCES = ['Form', 'Web', 'Mobile app', 'Phone', 'At the counter'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

export const messages = {
  noGuardian: "Guardian's name is required with a consent",
  longGuardian: `Enter up to ${GUARDIAN_LENGTH} characters`,
  noConsentDate: 'Date of the consent is required with its source',
  consentToCome: 'Choose today or an earlier date for the consent',
  noConsentSource: 'Source of the consent is required with its date',
  badConsentSource: `Source is one of ${CONSENT_SOURCES.join(', ')}`,
  noCustomer: 'Choose a customer',
  noSuchCustomer: errors.notFound('customer'),
  noSuchMember: errors.notFound('kids club member'),
  isMember: 'This customer is already in the kids club',
  isAdult: (age: number) => `This customer is ${age} years old, and the kids club is for children`,
  joinedToCome: 'The joining date is in the future',
  badJoined: errors.enter('a date and time (ISO 8601 with time zone)'),
  added: 'Added to the kids club',
  saved: 'Kids club member saved',
  removed: 'Removed from the kids club',
  putBack: 'Added back to the kids club',
  noMembers: 'No members yet',
} as const

/** A guardian's consent, or none: then date and source are null. The guardian may be known without one. */
export type Guardian = { guardianName: string; consentDate: Day | null; consentSource: string | null }

export const NO_GUARDIAN: Guardian = { guardianName: '', consentDate: null, consentSource: null }

/** What is said before somebody grown up is added, who can be added all the same. */
export function adultWarning(born: Day | null, today: Day): string | undefined {
  const age = born === null ? 0 : ageOn(born, today)
  return age >= ADULT_AGE ? messages.isAdult(age) : undefined
}

/** What is wrong, by field; null where nothing is. `today` is a day of the chain's zone. */
export function guardianErrors({ guardianName, consentDate, consentSource }: Guardian, today: Day) {
  const isGiven = Boolean(consentDate || consentSource)
  return {
    guardianName: isGiven && !guardianName.trim() ? messages.noGuardian : null,
    consentDate: !consentDate
      ? isGiven
        ? messages.noConsentDate
        : null
      : consentDate > today
        ? messages.consentToCome
        : null,
    consentSource: isGiven && !consentSource ? messages.noConsentSource : null,
  }
}
