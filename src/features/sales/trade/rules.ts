/** Words of the trade that others speak as well: whose rows are whose, and what is sold. */
import { addDays, type Day } from '#contract/time.ts'

/** The source of what happened here, not in a shop: customers and subscriptions of staff, terms of vouchers, refunds. */
export const OWN_SOURCE = 'marquee'
/** The id of a customer that was made here, as other programs name them: `marquee:1204`. */
export const ourId = (id: number): string => `${OWN_SOURCE}:${id}`
export const isOurId = (id: string): boolean => id.startsWith(`${OWN_SOURCE}:`)

/** The id of the term that a voucher gave. */
export const voucherTerm = (voucherId: number): string => `voucher ${voucherId}`
export const isVoucherTerm = (id: string): boolean => /^voucher \d+$/.test(id)

export const CHANNELS = ['web', 'mobile', 'not_specified'] as const
export type Channel = (typeof CHANNELS)[number]

export const LINE_KINDS = ['ticket', 'concession', 'subscription'] as const
export type LineKind = (typeof LINE_KINDS)[number]

export const EVENT_KINDS = ['start', 'renewal', 'end'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * Which subscriptions are lost in a range (docs/metrics.md, `lost`), for its figures and its list: those that ended from
 * its first day on and before `before`, and were not renewed until after `renewedAfter`. What ends today may still be
 * renewed today.
 */
export const lostIn = (range: { start_date: Day; end_date: Day }, today: Day) => ({
  from: range.start_date,
  before: range.end_date < today ? addDays(range.end_date, 1) : today,
  renewedAfter: range.end_date,
})

/** How something was paid. */
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
