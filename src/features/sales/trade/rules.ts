/** Terms of sales that other features share: sources, kinds and labels. */
import { addDays, type Day } from '#contract/time.ts'

/** Source of rows that Marquee made itself: customers and subscriptions by staff, subscriptions by voucher, refunds. */
export const OWN_SOURCE = 'marquee'
/** Id under which other programs name a customer of Marquee: `marquee:1204`. */
export const ourId = (id: number): string => `${OWN_SOURCE}:${id}`
export const isOurId = (id: string): boolean => id.startsWith(`${OWN_SOURCE}:`)

/** Id of the subscription event of a voucher. */
export const voucherTerm = (voucherId: number): string => `voucher ${voucherId}`
export const isVoucherTerm = (id: string): boolean => /^voucher \d+$/.test(id)

export const CHANNELS = ['web', 'mobile', 'not_specified'] as const
export type Channel = (typeof CHANNELS)[number]

export const LINE_KINDS = ['ticket', 'concession', 'subscription'] as const
export type LineKind = (typeof LINE_KINDS)[number]

export const EVENT_KINDS = ['start', 'renewal', 'end'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * Bounds of the subscriptions that are lost in a range (docs/metrics.md, `lost`), for its figures and its list. They ended
 * from `from` and before `before`, without a renewal up to `renewedAfter`. A subscription that ends today can still be
 * renewed today.
 */
export const lostIn = (range: { start_date: Day; end_date: Day }, today: Day) => ({
  from: range.start_date,
  before: range.end_date < today ? addDays(range.end_date, 1) : today,
  renewedAfter: range.end_date,
})

/** Ways to pay for a purchase. */
export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'ussd', 'wallet', 'voucher', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  ussd: 'USSD',
  wallet: 'Wallet',
  voucher: 'Voucher',
  other: 'Other',
}
