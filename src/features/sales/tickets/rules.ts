import { showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'

/** Channels in the words of people; the wire's are the feed's. */
export const CHANNELS = { web: 'Web', mobile: 'Mobile', not_specified: 'Not specified' } as const
export type Channel = keyof typeof CHANNELS
export const channels = Object.keys(CHANNELS) as [Channel, ...Channel[]]

/** What a line is of; and what it is called when nothing else was reported about it. */
export const KINDS = { ticket: 'Ticket', concession: 'Concession', subscription: 'Subscription' } as const
export type Kind = keyof typeof KINDS

/** What shorter words lead to is most of the log, and no index finds it. */
export const SHORTEST_SEARCH = 3

/**
 * What is searched or filtered for is counted up to `counted` lines; of more, the `listed` newest are shown. A file has all.
 * What more than so many people, movies, or purchases (`counted`) have is not gathered: the next line that has it is near. It
 * is looked for in the lines of the filter, where these are at most `sifted`.
 */
export const SEARCH_BOUNDS = { counted: 10_000, listed: 1500, people: 10_000, movies: 50, sifted: 20_000 } as const
export type SearchBounds = Record<keyof typeof SEARCH_BOUNDS, number>

export const messages = {
  shortSearch: `Search for at least ${SHORTEST_SEARCH} characters`,
  noSuchPurchase: errors.notFound('purchase'),
  truncated: `Showing the newest ${showCount(SEARCH_BOUNDS.listed)} tickets. Add a filter, or download the file for all.`,
} as const

export const REFUND_STATES = ['none', 'part', 'full'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const REFUNDS: Record<RefundState, string> = { none: '', part: 'Partly refunded', full: 'Refunded' }
/** What the filter calls them. */
export const REFUND_LABELS = { ...REFUNDS, none: 'Not refunded' }

/** Of a line or a purchase: what was bought, and what came back of it. Tickets that cost nothing come back by number. */
export function refundState(
  bought: { quantity: number; kobo: number },
  back: { quantity: number; kobo: number },
): RefundState {
  if (back.kobo <= 0 && back.quantity <= 0) return 'none'
  const isAll = bought.kobo > 0 ? back.kobo >= bought.kobo : back.quantity >= bought.quantity
  return isAll ? 'full' : 'part'
}
