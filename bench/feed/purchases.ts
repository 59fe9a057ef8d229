import type { FeedRecord } from '#features/operations/feed/records-contract.ts'

/** A chain of ten million purchases in three years has one in so many seconds. */
const SECONDS_APART = 9.5
const CINEMAS = 20
const MOVIES = 40
const START = Date.parse('2026-01-01T08:00:00+01:00')
const CHANNELS = ['web', 'mobile', 'mobile', 'not_specified'] as const

/** Customers that are known before the first purchase; a tenth have a subscription. */
export const CUSTOMERS = 20_000

/** A number of 0..n-1 that follows from the purchase's number and a salt, the same in every run. */
export const pick = (i: number, salt: number, n: number) => (Math.imul(i + 1, 2_654_435_761 + 2 * salt) >>> 8) % n
const instant = (i: number, hours = 0) => new Date(START + i * SECONDS_APART * 1000 + hours * 3_600_000).toISOString()

/** The purchases from number `first` on as a program tells them: tickets, half of them with a snack, a fifth by guests. */
export const batch = (first: number, count: number): string =>
  Array.from({ length: count }, (_, n) => JSON.stringify(purchase(first + n))).join('\n')

/** What the bare handler reads of it is typed by the feed. */
export type Purchase = Pick<
  FeedRecord<'purchases'>,
  'id' | 'at' | 'channel' | 'cinema_id' | 'customer_id' | 'name' | 'email' | 'payment_reference' | 'lines'
>

function purchase(i: number) {
  const seats = 1 + pick(i, 1, 4)
  const isGuest = pick(i, 2, 5) === 0
  const hasDiscount = pick(i, 3, 5) === 0
  const ticket = {
    kind: 'ticket',
    quantity: seats,
    amount: seats * 3500,
    movie_id: `HO${String(pick(i, 4, MOVIES)).padStart(8, '0')}`,
    show_at: instant(i, 3 + pick(i, 5, 48)),
  }
  const snack = {
    kind: 'concession',
    amount: hasDiscount ? 2250 : 2500,
    product: 'Popcorn, large',
    ...(hasDiscount && { discount: 250 }),
  }
  return {
    id: `order-${i}`,
    at: instant(i),
    channel: CHANNELS[pick(i, 6, CHANNELS.length)],
    cinema_id: String(1 + pick(i, 7, CINEMAS)).padStart(4, '0'),
    ...(isGuest
      ? { name: `Guest ${i}`, email: `guest${i}@mail.example` }
      : { customer_id: `cust-${pick(i, 8, CUSTOMERS)}` }),
    payment_reference: `FLW-${i}`,
    lines: i % 2 ? [ticket, snack] : [ticket],
  }
}
