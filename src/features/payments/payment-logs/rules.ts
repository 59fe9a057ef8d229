/** Rules and words of the payment log and refunds (operations 2 and 4: Logs). */
import { showCount } from '#contract/counted.ts'
import { showNaira, toNaira } from '#contract/money.ts'

export const USER_TYPES = ['ALL', 'CUSTOMER', 'GUEST'] as const
export type UserType = (typeof USER_TYPES)[number]
export const USER_TYPE_LABELS: Record<UserType, string> = { ALL: 'All', CUSTOMER: 'Customer', GUEST: 'Guest' }

/** What became of a payment; refunds follow it. */
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

/** In place of the provider, of what staff took and give back: the payment provider has nothing of it. */
export const COUNTER = 'counter'
export const PROVIDER_LABELS: Record<string, string> = {
  embedded: 'Demo',
  flutterwave: 'Flutterwave',
  [COUNTER]: 'Paid to staff',
}

/** In place of the provider, of a refund that a program alone reported. */
export const REPORTED = 'reported'
export const REFUND_PROVIDER_LABELS = { ...PROVIDER_LABELS, [REPORTED]: 'Recorded by another program' }

/** A refund is asked for once; asked until the provider says what became of it. */
export const REFUND_STATES = ['requested', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const REFUND_DESCRIPTIONS: Record<RefundState, string> = {
  requested: 'Pending: the payment provider has not confirmed yet that the money is back',
  succeeded: 'The money is paid back',
  failed: 'Nothing was paid back',
}

/** The states in few words, for lists. */
export const REFUND_STATE_LABELS: Record<RefundState, string> = {
  requested: 'Pending',
  succeeded: 'Refunded',
  failed: 'Failed',
}

/** What can be paid for. */
export const SOLD_KINDS = ['ticket', 'concession', 'subscription', 'cube'] as const
export type SoldKind = (typeof SOLD_KINDS)[number]
export const SOLD_KIND_LABELS: Record<SoldKind, string> = {
  ticket: 'Tickets',
  concession: 'Concessions',
  subscription: 'Subscriptions',
  cube: 'Cubes',
}

/** A payment, as lines of the audit log say that they are about it. */
export const paymentNamed = (reference: string): string => `payment ${reference}`

export const REFUND_KINDS = ['full', 'lines', 'amount'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]
export const REFUND_KIND_LABELS: Record<RefundKind, string> = { full: 'Full', lines: 'Items', amount: 'Amount' }

/** What differs: a charge, or what became of its money. */
export const MISMATCH_SUBJECTS = ['charge', 'refund', 'fee', 'chargeback', 'payout'] as const
export type MismatchSubject = (typeof MISMATCH_SUBJECTS)[number]
export const MISMATCH_KINDS = ['missing here', 'missing there', 'amount', 'state'] as const
export type MismatchKind = (typeof MISMATCH_KINDS)[number]
export const MISMATCH_LABELS: Record<MismatchKind, string> = {
  'missing here': 'Missing in Marquee',
  'missing there': 'Missing at provider',
  amount: 'Amount differs',
  state: 'State differs',
}

type Differing = {
  about: MismatchSubject
  kind: MismatchKind
  /** Of a fee: naira that were expected if the card is foreign, where nobody says whether it is. */
  ledgerForeign: number | null
  isForeignCard: boolean | null
}
/** What differs, in words. What was expected is said beside them, as ours; of a fee that may be another, here. */
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

/** While the provider is being asked, the state is read this often. */
export const SOON_MS = 2500

/** Operations 9. */
export const LOG_ROWS = 10
export const SEARCH_DEBOUNCE_MS = 2000
/** Of a search by other programs, the newest. */
export const MOST_FOUND = 100
/** Of more payments no sums are worked out, and more than so many minutes apart two are not taken for one. */
export const MOST_SUMMED = 50_000
export const TWIN_MINUTES = 10
/** What a word leads to is counted up to here: of more, the newest so many are listed. The file has all. */
export const MOST_COUNTED = 10_000
const IS_CURRENCY = /^[A-Z]{3}$/
/** An amount in its currency (ISO 4217): ₦1,234.50, USD 25.50. */
export const showMoney = ({ amount, currency }: { amount: number; currency: string }): string => {
  if (currency === 'NGN') return showNaira(amount)
  if (!IS_CURRENCY.test(currency)) return `${currency} ${amount}`
  return amount.toLocaleString('en-NG', { style: 'currency', currency, currencyDisplay: 'code' }).replace('\u00a0', ' ')
}

export const messages = {
  search: 'Enter what to search for',
  many: `more than ${showCount(MOST_COUNTED)}`,
  tooManyToAdd: `No sums of more than ${MOST_SUMMED.toLocaleString('en-NG')} payments: choose fewer days`,
  truncated: `More than ${showCount(MOST_COUNTED)} payments match: the first of them are listed, and the file has all. Add a filter, or search for more letters.`,
  reason: 'Enter a reason',
  noLines: 'Choose at least one item',
  twice: 'The same item is named twice',
  noAmount: 'Enter an amount above ₦0',
  kindNeeds: 'Say what is refunded: the full payment, lines, or an amount',
  unknownLine: 'This payment has no such item',
  tooMany: (product: string, left: number) => `Of ${product || 'this item'} only ${left} can still be refunded`,
  tooMuch: (leftKobo: number) => `Only ${showNaira(toNaira(leftKobo))} of this payment is left to refund`,
  otherAmount: (kobo: number) => `The refund amounts to ${showNaira(toNaira(kobo))}`,
  nothingLeft: 'Nothing of this payment is left to refund',
  chargedBack: (kobo: number) =>
    `The customer's bank took back ${showNaira(toNaira(kobo))}: nothing of this payment is left to refund`,
  notPaid: 'This payment did not succeed: there is nothing to refund',
  otherProvider: 'This was paid through another payment provider: refund it there',
  cube: 'This paid for a cube booking: refund it in Cube bookings',
  unknownThere: 'The payment provider does not know this payment: refund it where it was made',
  notPaidThere: 'The payment provider says that this payment did not succeed',
  notNaira: 'The payment provider charged this in another currency: refund it there',
  refunded: (kobo: number) => `${showNaira(toNaira(kobo))} refunded`,
  refundRequested: 'The refund is pending',
  refundFailed: (reason: string) => `Nothing was refunded: ${reason}`,
  noSuchPayment: 'There is no such payment',
} as const

/** A line that was bought. Money is kobo. */
export type SoldLine = {
  purchaseId: number
  n: number
  kind: string
  product: string
  quantity: number
  kobo: number
}
/** What of a line is refunded, or to be. */
export type RefundPart = { purchaseId: number; n: number; quantity: number; kobo: number }
/** What a program reported about a refund: of a kind of things, not of a line. */
export type ReportedPart = { purchaseId: number; kind: string; quantity: number; kobo: number }
/** A line with what of it is left to refund. */
export type LineLeft = SoldLine & { leftQuantity: number; leftKobo: number }

const isLine = (line: { purchaseId: number; n: number }) => (part: { purchaseId: number; n: number }) =>
  part.purchaseId === line.purchaseId && part.n === line.n

/** What is left of lines: our refunds name them, those that were reported are taken off the first lines of their kind. */
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

/** A quantity's share of what is left of a line; the last ones take what rounding left. */
export const shareOf = ({ leftQuantity, leftKobo }: LineLeft, quantity: number): number =>
  quantity === leftQuantity ? leftKobo : Number((BigInt(leftKobo) * BigInt(quantity)) / BigInt(leftQuantity))

/** What staff ask for. */
export type Ask =
  | { kind: 'full' }
  | { kind: 'lines'; lines: readonly { purchaseId: number; n: number; quantity: number }[] }
  | { kind: 'amount'; kobo: number }
export type Plan = { kobo: number; parts: RefundPart[] }
/** Which field is wrong, and why. */
export type Wrong = { field: 'lines' | 'amount' | 'kind'; reason: string }

/**
 * What a refund gives back of which lines, of a payment of which so much is left. An amount is money alone: it comes
 * off the lines in their order, and the things stay bought.
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

/** An amount over the lines in their order, at most what is left of each; with the things themselves, or money alone. */
function spread(lines: readonly LineLeft[], kobo: number, withThings: boolean): RefundPart[] {
  let rest = kobo
  return lines.flatMap(({ purchaseId, n, leftQuantity, leftKobo }) => {
    const part = { purchaseId, n, quantity: withThings ? leftQuantity : 0, kobo: Math.min(rest, leftKobo) }
    rest -= part.kobo
    return part.quantity || part.kobo ? [part] : []
  })
}
