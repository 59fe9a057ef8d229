/** Rules and messages of the payment log and refunds (operations 2 and 4: Logs). */
import { showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { showNaira, toNaira } from '#contract/money.ts'

export const USER_TYPES = ['ALL', 'CUSTOMER', 'GUEST'] as const
export type UserType = (typeof USER_TYPES)[number]
export const USER_TYPE_LABELS: Record<UserType, string> = { ALL: 'All', CUSTOMER: 'Customer', GUEST: 'Guest' }

/** Statuses of a payment, including its refunds. */
export const STATUSES = [
  'succeeded',
  'failed',
  'needs_customer',
  'refunded',
  'partly_refunded',
  'charged_back',
] as const
export type Status = (typeof STATUSES)[number]
export const STATUS_LABELS: Record<Status, string> = {
  succeeded: 'Paid',
  failed: 'Failed',
  needs_customer: 'Waiting for the customer',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  charged_back: 'Charged back',
}

/** Provider value of payments and refunds at a cinema, which the payment provider does not know. */
export const COUNTER = 'counter'
export const PROVIDER_LABELS: Record<string, string> = {
  embedded: 'Demo',
  flutterwave: 'Flutterwave',
  [COUNTER]: 'Paid at a cinema',
}

/** Provider value of refunds reported only by another system. */
export const REPORTED = 'reported'
export const REFUND_PROVIDER_LABELS = { ...PROVIDER_LABELS, [REPORTED]: 'Reported by another system' }

/** States of a refund, which is requested once: requested until the provider reports its outcome. */
export const REFUND_STATES = ['requested', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const REFUND_DESCRIPTIONS: Record<RefundState, string> = {
  requested: 'Pending: the payment provider has not confirmed it yet',
  succeeded: 'The money was refunded',
  failed: 'Nothing was refunded',
}

/** Short labels of the states, for lists. */
export const REFUND_STATE_LABELS: Record<RefundState, string> = {
  requested: 'Pending',
  succeeded: 'Refunded',
  failed: 'Failed',
}

/** Kinds of items that can be paid for. */
export const SOLD_KINDS = ['ticket', 'concession', 'subscription', 'cube'] as const
export type SoldKind = (typeof SOLD_KINDS)[number]
export const SOLD_KIND_LABELS: Record<SoldKind, string> = {
  ticket: 'Tickets',
  concession: 'Concessions',
  subscription: 'Subscriptions',
  cube: 'Cubes',
}

/** Returns the name of a payment in audit log entries about it. */
export const paymentNamed = (reference: string): string => `payment ${reference}`

export const REFUND_KINDS = ['full', 'lines', 'amount'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]
export const REFUND_KIND_LABELS: Record<RefundKind, string> = { full: 'Full', lines: 'Items', amount: 'Amount' }

/** Subjects of a mismatch: a charge, or a later movement of its money. */
export const MISMATCH_SUBJECTS = ['charge', 'refund', 'fee', 'chargeback', 'payout'] as const
export type MismatchSubject = (typeof MISMATCH_SUBJECTS)[number]
export const MISMATCH_KINDS = ['missing here', 'missing there', 'amount', 'state'] as const
export type MismatchKind = (typeof MISMATCH_KINDS)[number]
export const MISMATCH_LABELS: Record<MismatchKind, string> = {
  'missing here': 'Missing in Marquee',
  'missing there': 'Missing at provider',
  amount: 'Different amount',
  state: 'Different state',
}

type Differing = {
  about: MismatchSubject
  kind: MismatchKind
  /** Expected fee in naira if the card is foreign and its country is unknown. */
  ledgerForeign: number | null
  isForeignCard: boolean | null
}
/** Returns the label of a mismatch. Screens show the expected amount next to it, and the label only that of a foreign card. */
export function mismatchLabel({ about, kind, ledgerForeign, isForeignCard }: Differing): string {
  if (about === 'charge') return MISMATCH_LABELS[kind]
  if (about === 'chargeback') return 'Chargeback'
  if (about === 'fee') {
    if (isForeignCard) return 'Foreign card fee differs'
    return ledgerForeign === null ? 'Fee differs' : `Fee differs (foreign card: ${showNaira(ledgerForeign)})`
  }
  const thing = about === 'refund' ? 'Refund' : 'Payout'
  return `${thing}: ${MISMATCH_LABELS[kind].toLowerCase().replace('marquee', 'Marquee')}`
}

/** Polling interval while the provider is asked. */
export const SOON_MS = 2500

/** Operations 9. */
export const LOG_ROWS = 10
export const SEARCH_DEBOUNCE_MS = 2000
/** Maximum results of the search call, newest first. */
export const MOST_FOUND = 100
/** Maximum number of payments with totals. */
export const MOST_SUMMED = 50_000
/** Maximum minutes between possible duplicates. */
export const TWIN_MINUTES = 10
/** Maximum number of counted and listed matches of a search, newest first. The file has all. */
export const MOST_COUNTED = 10_000
const IS_CURRENCY = /^[A-Z]{3}$/
/** Formats an amount in its currency (ISO 4217): ₦1,234.50, USD 25.50. */
export const showMoney = ({ amount, currency }: { amount: number; currency: string }): string => {
  if (currency === 'NGN') return showNaira(amount)
  if (!IS_CURRENCY.test(currency)) return `${currency} ${amount}`
  return amount.toLocaleString('en-NG', { style: 'currency', currency, currencyDisplay: 'code' }).replace('\u00a0', ' ')
}

export const messages = {
  search: errors.enter('a search term'),
  many: `more than ${showCount(MOST_COUNTED)}`,
  tooManyToAdd: `Totals are shown for up to ${showCount(MOST_SUMMED)} payments. Choose a shorter date range.`,
  truncated: `Showing the first ${showCount(MOST_COUNTED)} payments. Add a filter, or download the file for all.`,
  reason: 'Enter a reason',
  noLines: 'Choose at least one item',
  twice: 'Choose each item only once',
  noAmount: errors.enter('an amount above ₦0'),
  kindNeeds: 'Choose what to refund: the full payment, items or an amount',
  unknownLine: 'Item not found in this payment',
  tooMany: (product: string, left: number) => `Only ${left} of ${product || 'this item'} can still be refunded`,
  tooMuch: (leftKobo: number) => `Only ${showNaira(toNaira(leftKobo))} of this payment can still be refunded`,
  otherAmount: (kobo: number) => `The refund amount is ${showNaira(toNaira(kobo))}`,
  nothingLeft: 'This payment has nothing left to refund',
  chargedBack: (kobo: number) =>
    `The customer's bank charged back ${showNaira(toNaira(kobo))}. This payment has nothing left to refund.`,
  notPaid: 'This payment did not succeed, so there is nothing to refund',
  otherProvider: 'This was paid through another payment provider. Refund it there.',
  cube: 'This payment is for a cube booking. Refund it in Cube bookings.',
  unknownThere: 'The payment provider has no record of this payment. Refund it where it was taken.',
  notPaidThere: 'The payment provider reports that this payment did not succeed',
  notNaira: 'The payment provider charged this in another currency. Refund it there.',
  refunded: (kobo: number) => `${showNaira(toNaira(kobo))} refunded`,
  refundRequested: 'Refund requested',
  refundFailed: (reason: string) => `Nothing was refunded: ${reason}`,
  noSuchPayment: errors.notFound('payment'),
} as const

/** Bought line. Money is kobo. */
export type SoldLine = {
  purchaseId: number
  n: number
  kind: string
  product: string
  quantity: number
  kobo: number
}
/** Refunded part of a line. */
export type RefundPart = { purchaseId: number; n: number; quantity: number; kobo: number }
/** Reported part of a refund, by kind of item instead of line. */
export type ReportedPart = { purchaseId: number; kind: string; quantity: number; kobo: number }
/** Line with its refundable quantity and amount. */
export type LineLeft = SoldLine & { leftQuantity: number; leftKobo: number }

const isLine = (line: { purchaseId: number; n: number }) => (part: { purchaseId: number; n: number }) =>
  part.purchaseId === line.purchaseId && part.n === line.n

/** Returns the refundable rest of lines. Own refunds name their lines; reported ones reduce the first lines of their kind. */
export function leftOfLines(
  lines: readonly SoldLine[],
  own: readonly RefundPart[],
  reported: readonly ReportedPart[],
): LineLeft[] {
  const left = lines.map((line) => {
    const parts = own.filter(isLine(line))
    return {
      ...line,
      leftQuantity: Math.max(
        0,
        parts.reduce((quantity, part) => quantity - part.quantity, line.quantity),
      ),
      leftKobo: Math.max(
        0,
        parts.reduce((kobo, part) => kobo - part.kobo, line.kobo),
      ),
    }
  })
  for (const part of reported) {
    let { quantity, kobo } = part
    for (const line of left) {
      if (line.purchaseId !== part.purchaseId || line.kind !== part.kind) continue
      const [fewer, less] = [Math.min(quantity, line.leftQuantity), Math.min(kobo, line.leftKobo)]
      line.leftQuantity -= fewer
      line.leftKobo -= less
      quantity -= fewer
      kobo -= less
    }
  }
  return left
}

/** Returns the share of a quantity in the rest of a line. The last share includes rounding. */
export const shareOf = ({ leftQuantity, leftKobo }: LineLeft, quantity: number): number =>
  quantity === leftQuantity ? leftKobo : Number((BigInt(leftKobo) * BigInt(quantity)) / BigInt(leftQuantity))

/** Requested refund. */
export type Ask =
  | { kind: 'full' }
  | { kind: 'lines'; lines: readonly { purchaseId: number; n: number; quantity: number }[] }
  | { kind: 'amount'; kobo: number }
export type Plan = { kobo: number; parts: RefundPart[] }
/** Wrong field with its reason. */
export type Wrong = { field: 'lines' | 'amount' | 'kind'; reason: string }

/**
 * Plans which lines a refund returns, within the refundable rest of a payment. An amount returns money only: it reduces
 * the lines in order, and the items stay sold.
 */
export function planRefund(ask: Ask, lines: readonly LineLeft[], leftKobo: number): Plan | Wrong {
  if (leftKobo <= 0) return { field: 'kind', reason: messages.nothingLeft }
  if (ask.kind === 'full') return { kobo: leftKobo, parts: spread(lines, leftKobo, true) }
  if (ask.kind === 'amount') {
    if (ask.kobo <= 0) return { field: 'amount', reason: messages.noAmount }
    if (ask.kobo > leftKobo) return { field: 'amount', reason: messages.tooMuch(leftKobo) }
    return { kobo: ask.kobo, parts: spread(lines, ask.kobo, false) }
  }
  const parts: RefundPart[] = []
  for (const { purchaseId, n, quantity } of ask.lines) {
    const line = lines.find(isLine({ purchaseId, n }))
    if (!line) return { field: 'lines', reason: messages.unknownLine }
    if (parts.some(isLine(line))) return { field: 'lines', reason: messages.twice }
    if (quantity > line.leftQuantity)
      return { field: 'lines', reason: messages.tooMany(line.product, line.leftQuantity) }
    parts.push({ purchaseId, n, quantity, kobo: shareOf(line, quantity) })
  }
  if (!parts.length) return { field: 'lines', reason: messages.noLines }
  const kobo = parts.reduce((sum, part) => sum + part.kobo, 0)
  if (kobo > leftKobo) return { field: 'lines', reason: messages.tooMuch(leftKobo) }
  return kobo > 0 ? { kobo, parts } : { field: 'lines', reason: messages.noAmount }
}

/** Spreads an amount over the lines in order, up to the rest of each; with or without their quantities. */
function spread(lines: readonly LineLeft[], kobo: number, withThings: boolean): RefundPart[] {
  let rest = kobo
  return lines.flatMap(({ purchaseId, n, leftQuantity, leftKobo }) => {
    const part = { purchaseId, n, quantity: withThings ? leftQuantity : 0, kobo: Math.min(rest, leftKobo) }
    rest -= part.kobo
    return part.quantity || part.kobo ? [part] : []
  })
}
