import { showDay, showInstant, type Day } from '#contract/time.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'

/** What other programs tell us of, in the order in which a first load is best sent. */
export const RECORD_TYPES = [
  'customers',
  'subscriptions',
  'purchases',
  'refunds',
  'corrections',
  'redemptions',
  'visits',
  'reviews',
  'errors',
  'devices',
] as const
export type RecordType = (typeof RECORD_TYPES)[number]

/** What a key can be good for: telling of a stream, or redeeming vouchers. */
export const SCOPES = [...RECORD_TYPES, 'vouchers'] as const
export type Scope = (typeof SCOPES)[number]

/** What a device that takes pushes runs. */
export const PLATFORMS = ['android', 'ios', 'web'] as const

/** Lines of one batch, and its bytes. */
export const BATCH_LINES = 5000
export const BATCH_BYTES = 16 * 1024 * 1024

/** What a scope is called on screen, and what it is for. */
export const SCOPE_LABELS: Record<Scope, { label: string; description: string }> = {
  customers: { label: 'Customers', description: 'Who registered, and changes of it' },
  subscriptions: { label: 'Subscriptions', description: 'Starts, renewals and ends' },
  purchases: { label: 'Purchases', description: 'Tickets, concessions and subscriptions that were paid' },
  refunds: { label: 'Refunds', description: 'What was paid back' },
  corrections: { label: 'Corrections', description: 'Lines that counted and were sent wrongly' },
  redemptions: { label: 'Redemptions', description: 'Tickets torn at the door' },
  visits: { label: 'Visits', description: 'Visits to the web shop and the app' },
  reviews: { label: 'Reviews', description: 'What customers say of movies' },
  errors: { label: 'Errors', description: 'Faults of the web shop and the app' },
  devices: { label: 'Devices', description: 'Where notifications can be pushed to' },
  vouchers: { label: 'Vouchers', description: 'It may redeem them' },
}

/** What a key's form holds. */
export type KeyDraft = { name: string; source: string; record_types: Scope[] }
export const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/
export const NAME_LENGTH = 80

/** What is wrong with a key, by field, in the words of the contract. */
export const keyErrors = ({
  name,
  source,
  record_types: recordTypes,
}: KeyDraft): Partial<Record<keyof KeyDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(source.trim() === ''
    ? { source: messages.noSource }
    : !SOURCE.test(source.trim())
      ? { source: messages.badSource }
      : source.trim() === OWN_SOURCE && { source: messages.ownSource }),
  ...(recordTypes.length === 0 && { record_types: messages.noStreams }),
})

export const messages = {
  noName: 'Name is empty',
  noSource: 'Source is empty',
  badSource: 'Small letters, digits and hyphens, such as web-shop; at most 40',
  ownSource: `${OWN_SOURCE} is the source of what staff do here`,
  noStreams: 'Choose at least one stream',
  keyMade: 'Key created. Copy it now: it is shown only this once',
  keyRevoked: 'Key revoked',
  keyChanged: 'Key updated successfully',
  recordTypeDenied: 'This key may not send that stream',
  nameExists: 'There is a key of this name already',
  isRevoked: 'This key was revoked already',
  notJson: 'is not JSON',
  noNote: 'Reason is empty',
  noSuchLine: 'There is no such line',
  released: 'Line released',
  corrected: 'Line corrected and counted',
  rejected: 'Line rejected',
  reopened: 'Line is held again',
  isRejected: 'This line was rejected. Take it back first',
  notRejected: 'This line was not rejected',
  stillWaits: 'Its purchase was not sent yet. It counts as soon as it is',
  otherId: 'The id of a line stays as it was sent',
  noId: 'ID is empty',
  notCounted: 'No line that counts has this source and ID',
  recordedHere: 'This was recorded in Marquee. Only lines that were sent can be voided or corrected',
  hasRefunds: 'Refunds were sent for this purchase. Void them first',
  refundedHere: 'Staff refunded this purchase in Marquee, so it cannot be voided or corrected',
  refundByStaff: 'This is a refund that staff made in Marquee, so it cannot be voided or corrected',
  dayClosed: (day: Day) => `${showDay(day)} is closed. Reopen it under Day's close first`,
  sameLine: 'Nothing is changed',
  changedMeanwhile: 'This line was changed meanwhile. Load it again',
  lineDone: (kind: CorrectionKind) => `Line ${CORRECTION_LABELS[kind].toLowerCase()}`,
}

/**
 * What became of one line. A waiting one speaks of a purchase that was not reported yet, and is taken with it; a held one is kept
 * and not counted until its sender mends it or staff decide.
 */
export const OUTCOMES = ['accepted', 'duplicate', 'pending', 'quarantined', 'rejected'] as const
export type OutcomeState = (typeof OUTCOMES)[number]
/** What counts lines by what became of them. */
export const NO_OUTCOMES: Record<OutcomeState, number> = {
  accepted: 0,
  duplicate: 0,
  pending: 0,
  quarantined: 0,
  rejected: 0,
}

/** Streams whose lines are held where they cannot be right. */
export const VALIDATED = ['purchases', 'refunds'] as const satisfies readonly RecordType[]
export type ValidatedRecordType = (typeof VALIDATED)[number]
/** Streams whose lines are voided, corrected and restored after they have counted. */
export const CORRECTABLE = [...VALIDATED, 'redemptions', 'visits'] as const satisfies readonly RecordType[]
export type CorrectableRecordType = (typeof CORRECTABLE)[number]
/** What one of their lines is called. */
export const RECORD_NOUNS: Record<CorrectableRecordType, string> = {
  purchases: 'Purchase',
  refunds: 'Refund',
  redemptions: 'Redemption',
  visits: 'Visits',
}
export const isValidated = (recordType: RecordType): recordType is ValidatedRecordType =>
  VALIDATED.some((one) => one === recordType)

/** By which rule a line is held. */
export const VALIDATION_RULES = [
  'time',
  'bought',
  'unknown',
  'unusual',
  'contact',
  'repeated',
  'currency',
  'differs',
] as const
export type ValidationRule = (typeof VALIDATION_RULES)[number]
export const VALIDATION_RULE_LABELS: Record<ValidationRule, string> = {
  time: 'Wrong time',
  bought: 'More than was bought',
  unknown: 'Unknown cinema or movie',
  unusual: 'Unusual amount or quantity',
  contact: 'Wrong email or phone number',
  repeated: 'Payment of another purchase',
  currency: 'Other currency',
  differs: 'Sent before, differently',
}

/** Why a line cannot be released, whatever was sent meanwhile. */
export const releaseBlockedReason = ({
  state,
  rule,
  reason,
}: {
  state: QuarantineState
  rule: ValidationRule | null
  reason: string | null
}) => (state === 'pending' ? messages.stillWaits : rule === 'currency' && reason ? reason : undefined)

/** A field of a line for people: product_id is “Product ID”, at “Time”. */
export const fieldLabel = (name: string): string =>
  name === 'at' ? 'Time' : capital(name.replace(/_id$/, ' ID').replaceAll('_', ' '))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const FIELD = /^(?:lines\.(\d+)\.)?([a-z_]+)/
/** The field with which a reason begins, as a path: `lines.0.amount`. */
export const fieldOf = (reason: string): string | undefined => FIELD.exec(reason)?.[0]

/**
 * Why a line does not count, as its sender is told it, for people: lines.0.product_id is “Line 1, product ID”, and instants are
 * those of the chain's clock.
 */
export const describeReason = (reason: string, zone: string): string =>
  reason
    .replace(FIELD, (_, index: string | undefined, name: string) => {
      const field = fieldLabel(name)
      return index === undefined
        ? field
        : `Line ${Number(index) + 1}, ${field.charAt(0).toLowerCase()}${field.slice(1)}`
    })
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => showInstant(at, zone))

/** What is done to a line that counts; a voided one is restored. */
export const CORRECTION_KINDS = ['void', 'correct', 'reinstate'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]
export const CORRECTION_LABELS: Record<CorrectionKind, string> = {
  void: 'Voided',
  correct: 'Corrected',
  reinstate: 'Restored',
}

/** What a line is at most where too few are known to say what is usual, and what the usual is never less than. Money is naira. */
export const PRICE_BASELINE = {
  days: 28,
  /** So many lines of a cinema, channel and kind say what is usual there. */
  lines: 200,
  /** Times what all but one in a hundred are at most. */
  times: 10,
  least: { quantity: 50, amount: 50_000 },
  unknown: { quantity: 500, amount: 1_000_000 },
} as const

/** Lines that are kept, and not counted. */
export const QUARANTINE_STATES = ['quarantined', 'pending', 'rejected'] as const
export type QuarantineState = (typeof QUARANTINE_STATES)[number]
export const QUARANTINE_LABELS: Record<QuarantineState, string> = {
  quarantined: 'Held',
  pending: 'Waiting',
  rejected: 'Rejected',
}
export const NOTE_LENGTH = 300
/** Days that the counts are added up for. */
export const COUNT_DAYS = [1, 7, 30] as const
