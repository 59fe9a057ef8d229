import { errors } from '#contract/errors.ts'
import { showDay, showInstant, type Day } from '#contract/time.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'

/** Types of records from other programs, in the best order for a first import. */
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

/** Scopes of a key: sending a record type, or redeeming vouchers. */
export const SCOPES = [...RECORD_TYPES, 'vouchers'] as const
export type Scope = (typeof SCOPES)[number]

/** Platforms of devices that receive notifications. */
export const PLATFORMS = ['android', 'ios', 'web'] as const

/** Maximum records and bytes of a batch. */
export const BATCH_LINES = 5000
export const BATCH_BYTES = 16 * 1024 * 1024

/** Label and description of each scope. */
export const SCOPE_LABELS: Record<Scope, { label: string; description: string }> = {
  customers: { label: 'Customers', description: 'New customers and changes to them' },
  subscriptions: { label: 'Subscriptions', description: 'Starts, renewals and ends' },
  purchases: { label: 'Purchases', description: 'Tickets, concessions and subscriptions that were paid' },
  refunds: { label: 'Refunds', description: 'Money returned to customers' },
  corrections: { label: 'Corrections', description: 'Fixes to records already included in reports' },
  redemptions: { label: 'Redemptions', description: 'Tickets checked in at the door' },
  visits: { label: 'Visits', description: 'Visits to the web shop and the app' },
  reviews: { label: 'Reviews', description: 'Customers’ opinions of movies' },
  errors: { label: 'Errors', description: 'Errors in the web shop and the app' },
  devices: { label: 'Devices', description: 'Devices that receive notifications' },
  vouchers: { label: 'Vouchers', description: 'Redeem voucher codes' },
}

/** Values of the key form. */
export type KeyDraft = { name: string; source: string; record_types: Scope[] }
export const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/
export const NAME_LENGTH = 80

/** Returns the errors of a key by field, in the contract's messages. */
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
  badSource: 'Use small letters, digits and hyphens, such as web-shop; at most 40',
  ownSource: `${OWN_SOURCE} is reserved for changes made in Marquee`,
  noStreams: 'Choose at least one record type',
  keyMade: 'Key created. Copy it now: you will not see it again.',
  keyRevoked: 'Key revoked',
  keyChanged: 'Key updated successfully',
  recordTypeDenied: 'This key cannot send this record type',
  nameExists: errors.exists('a feed key with this name'),
  isRevoked: 'This key is already revoked',
  notJson: 'is not JSON',
  noNote: 'Reason is empty',
  noRecord: errors.notFound('record'),
  released: 'Record released',
  corrected: 'Record corrected and included in reports',
  rejected: 'Record rejected',
  reopened: 'Record moved back to quarantine',
  isRejected: 'This record was rejected. Undo the rejection first.',
  notRejected: 'This record was not rejected',
  stillWaits: 'The purchase has not arrived yet. The refund will be included when it does.',
  otherId: 'The ID of a record cannot change',
  noId: 'ID is empty',
  notCounted: 'No included record has this source and ID',
  recordedHere: 'This was recorded in Marquee. You can only void or correct records from other systems.',
  hasRefunds: 'This purchase has refunds. Void them first.',
  refundedHere: 'This purchase was refunded in Marquee and cannot be voided or corrected',
  refundByStaff: 'This refund was made in Marquee and cannot be voided or corrected',
  dayClosed: (day: Day) => `${showDay(day)} is closed. Reopen it in Daily finance first.`,
  sameLine: 'No changes to save',
  changedMeanwhile: 'This record was changed after you opened it. Load it again.',
  lineDone: (kind: CorrectionKind) => `Record ${CORRECTION_LABELS[kind].toLowerCase()}`,
}

/**
 * Results of a record. A pending refund waits for its purchase and is included with it. A quarantined record is
 * excluded until the sender fixes it or staff decide.
 */
export const OUTCOMES = ['accepted', 'duplicate', 'pending', 'quarantined', 'rejected'] as const
export type OutcomeState = (typeof OUTCOMES)[number]
/** Zero count of each result. */
export const NO_OUTCOMES: Record<OutcomeState, number> = {
  accepted: 0,
  duplicate: 0,
  pending: 0,
  quarantined: 0,
  rejected: 0,
}

/** Record types that are validated and quarantined. */
export const VALIDATED = ['purchases', 'refunds'] as const satisfies readonly RecordType[]
export type ValidatedRecordType = (typeof VALIDATED)[number]
/** Record types that can be voided, corrected and reinstated after they were included. */
export const CORRECTABLE = [...VALIDATED, 'redemptions', 'visits'] as const satisfies readonly RecordType[]
export type CorrectableRecordType = (typeof CORRECTABLE)[number]
/** Label of one record of each type. */
export const RECORD_NOUNS: Record<CorrectableRecordType, string> = {
  purchases: 'Purchase',
  refunds: 'Refund',
  redemptions: 'Redemption',
  visits: 'Visits',
}
export const isValidated = (recordType: RecordType): recordType is ValidatedRecordType =>
  VALIDATED.some((one) => one === recordType)

/** Rules that quarantine a record. */
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
  bought: 'Exceeds the purchase',
  unknown: 'Unknown cinema or movie',
  unusual: 'Unusual amount or quantity',
  contact: 'Wrong email or phone number',
  repeated: 'Payment of another purchase',
  currency: 'Not in naira',
  differs: 'Same ID, different content',
}

/** Returns why a record cannot be released. */
export const releaseBlockedReason = ({
  state,
  rule,
  reason,
}: {
  state: QuarantineState
  rule: ValidationRule | null
  reason: string | null
}) => (state === 'pending' ? messages.stillWaits : rule === 'currency' && reason ? reason : undefined)

/** Returns the label of a field: “Product ID” for product_id, “Time” for at. */
export const fieldLabel = (name: string): string =>
  name === 'at' ? 'Time' : capital(name.replace(/_id$/, ' ID').replaceAll('_', ' '))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const FIELD = /^(?:lines\.(\d+)\.)?([a-z_]+)/
/** Returns the field at the start of a reason, as a path: `lines.0.amount`. */
export const fieldOf = (reason: string): string | undefined => FIELD.exec(reason)?.[0]

/**
 * Turns the reason that a sender gets into text for people: lines.0.product_id becomes “Line 1, product ID”. Times are
 * shown in the chain's zone.
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

/** Changes to an included record; `reinstate` is for a voided one. */
export const CORRECTION_KINDS = ['void', 'correct', 'reinstate'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]
export const CORRECTION_LABELS = {
  void: 'Voided',
  correct: 'Corrected',
  reinstate: 'Reinstated',
} as const satisfies Record<CorrectionKind, string>

/**
 * Limits of usual quantities and amounts, in naira. `unknown` applies while there are too few sales; a computed limit
 * is never below `least`.
 */
export const PRICE_BASELINE = {
  days: 28,
  /** Minimum number of lines per cinema, channel and kind to compute a limit. */
  lines: 200,
  /** Factor over the 99th percentile. */
  times: 10,
  least: { quantity: 50, amount: 50_000 },
  unknown: { quantity: 500, amount: 1_000_000 },
} as const

/** States of records in quarantine. */
export const QUARANTINE_STATES = ['quarantined', 'pending', 'rejected'] as const
export type QuarantineState = (typeof QUARANTINE_STATES)[number]
export const QUARANTINE_LABELS: Record<QuarantineState, string> = {
  quarantined: 'Quarantined',
  pending: 'Pending',
  rejected: 'Rejected',
}
export const NOTE_LENGTH = 300
/** Choices for the number of days in the counts. */
export const COUNT_DAYS = [1, 7, 30] as const
