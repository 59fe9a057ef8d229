import { showDay, showInstant, type Day } from '#contract/time.ts'
import { OWN_SOURCE } from '#features/trade/rules.ts'

/** What other programs tell us of, in the order in which a first load is best sent. */
export const STREAMS = [
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
export type StreamName = (typeof STREAMS)[number]

/** What a key can be good for: telling of a stream, or redeeming vouchers. */
export const SCOPES = [...STREAMS, 'vouchers'] as const
export type Scope = (typeof SCOPES)[number]

/** What a device that takes pushes runs. */
export const PLATFORMS = ['android', 'ios', 'web'] as const

/** Lines of one batch, and its bytes. */
export const BATCH_LINES = 5000
export const BATCH_BYTES = 16 * 1024 * 1024

/** What a scope is called on screen, and what it is for. */
export const SCOPE_LABELS: Record<Scope, { label: string; tells: string }> = {
  customers: { label: 'Customers', tells: 'Who registered, and changes of it' },
  subscriptions: { label: 'Subscriptions', tells: 'Starts, renewals and ends' },
  purchases: { label: 'Purchases', tells: 'Tickets, concessions and subscriptions that were paid' },
  refunds: { label: 'Refunds', tells: 'What was paid back' },
  corrections: { label: 'Corrections', tells: 'Lines that counted and were sent wrongly' },
  redemptions: { label: 'Redemptions', tells: 'Tickets torn at the door' },
  visits: { label: 'Visits', tells: 'Visits to the web shop and the app' },
  reviews: { label: 'Reviews', tells: 'What customers say of movies' },
  errors: { label: 'Errors', tells: 'Faults of the web shop and the app' },
  devices: { label: 'Devices', tells: 'Where notifications can be pushed to' },
  vouchers: { label: 'Vouchers', tells: 'It may redeem them' },
}

/** What a key's form holds. */
export type KeyDraft = { name: string; source: string; streams: Scope[] }
export const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/
export const NAME_LENGTH = 80

/** What is wrong with a key, by field, in the words of the contract. */
export const keyErrors = ({ name, source, streams }: KeyDraft): Partial<Record<keyof KeyDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(source.trim() === ''
    ? { source: messages.noSource }
    : !SOURCE.test(source.trim())
      ? { source: messages.badSource }
      : source.trim() === OWN_SOURCE && { source: messages.ownSource }),
  ...(streams.length === 0 && { streams: messages.noStreams }),
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
  notYours: 'This key may not send that stream',
  nameTaken: 'There is a key of this name already',
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
  ownLine: 'This was recorded in Marquee. Only lines that were sent can be voided or corrected',
  hasRefunds: 'Refunds were sent for this purchase. Void them first',
  refundedHere: 'Staff refunded this purchase in Marquee, so it cannot be voided or corrected',
  refundOfOurs: 'This is a refund that staff made in Marquee, so it cannot be voided or corrected',
  dayClosed: (day: Day) => `${showDay(day)} is closed. Reopen it under Day's close first`,
  sameLine: 'Nothing is changed',
  changedMeanwhile: 'This line was changed meanwhile. Load it again',
  lineDone: (kind: CorrectionKind) => `Line ${CORRECTION_LABELS[kind].toLowerCase()}`,
}

/**
 * What became of one line. A waiting one speaks of a purchase that was not reported yet, and is taken with it; a held one is kept
 * and not counted until its sender mends it or staff decide.
 */
export const LINE_STATES = ['accepted', 'duplicate', 'waiting', 'held', 'refused'] as const
export type LineState = (typeof LINE_STATES)[number]
/** What counts lines by what became of them. */
export const NO_LINES: Record<LineState, number> = { accepted: 0, duplicate: 0, waiting: 0, held: 0, refused: 0 }

/** Streams whose lines are held where they cannot be right. */
export const GUARDED = ['purchases', 'refunds'] as const satisfies readonly StreamName[]
export type GuardedStream = (typeof GUARDED)[number]
/** Streams whose lines are voided, corrected and restored after they have counted. */
export const CORRECTABLE = [...GUARDED, 'redemptions', 'visits'] as const satisfies readonly StreamName[]
export type CorrectableStream = (typeof CORRECTABLE)[number]
/** What one of their lines is called. */
export const LINE_NOUNS: Record<CorrectableStream, string> = {
  purchases: 'Purchase',
  refunds: 'Refund',
  redemptions: 'Redemption',
  visits: 'Visits',
}
export const isGuarded = (stream: StreamName): stream is GuardedStream => GUARDED.some((one) => one === stream)

/** By which rule a line is held. */
export const GUARDS = ['time', 'bought', 'unknown', 'unusual', 'contact', 'repeated', 'currency', 'differs'] as const
export type Guard = (typeof GUARDS)[number]
export const GUARD_LABELS: Record<Guard, string> = {
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
export const whyNotRelease = ({
  state,
  guard,
  reason,
}: {
  state: KeptState
  guard: Guard | null
  reason: string | null
}) => (state === 'waiting' ? messages.stillWaits : guard === 'currency' && reason ? reason : undefined)

/** A field of a line for people: product_id is “Product ID”, at “Time”. */
export const fieldWords = (name: string): string =>
  name === 'at' ? 'Time' : capital(name.replace(/_id$/, ' ID').replaceAll('_', ' '))
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const FIELD = /^(?:lines\.(\d+)\.)?([a-z_]+)/
/** The field with which a reason begins, as a path: `lines.0.amount`. */
export const fieldOf = (reason: string): string | undefined => FIELD.exec(reason)?.[0]

/**
 * Why a line does not count, as its sender is told it, for people: lines.0.product_id is “Line 1, product ID”, and instants are
 * those of the chain's clock.
 */
export const inWords = (reason: string, zone: string): string =>
  reason
    .replace(FIELD, (_, index: string | undefined, name: string) => {
      const field = fieldWords(name)
      return index === undefined
        ? field
        : `Line ${Number(index) + 1}, ${field.charAt(0).toLowerCase()}${field.slice(1)}`
    })
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => showInstant(at, zone))

/** What is done to a line that counts; a voided one is restored. */
export const CORRECTION_KINDS = ['void', 'correct', 'restore'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]
export const CORRECTION_LABELS: Record<CorrectionKind, string> = {
  void: 'Voided',
  correct: 'Corrected',
  restore: 'Restored',
}

/** What a line is at most where too few are known to say what is usual, and what the usual is never less than. Money is naira. */
export const USUAL = {
  days: 28,
  /** So many lines of a cinema, channel and kind say what is usual there. */
  lines: 200,
  /** Times what all but one in a hundred are at most. */
  times: 10,
  least: { quantity: 50, amount: 50_000 },
  unknown: { quantity: 500, amount: 1_000_000 },
} as const

/** Lines that are kept, and not counted. */
export const KEPT_STATES = ['held', 'waiting', 'rejected'] as const
export type KeptState = (typeof KEPT_STATES)[number]
export const KEPT_LABELS: Record<KeptState, string> = { held: 'Held', waiting: 'Waiting', rejected: 'Rejected' }
export const NOTE_LENGTH = 300
/** Days that the counts are added up for. */
export const COUNT_DAYS = [1, 7, 30] as const
