import { rngOf, hash, type Rng } from '#demo/random.ts'
import type { BasketLine } from './basket.ts'
import { HOUR, MINUTE } from './zone.ts'
import type { Purchase } from './purchases.ts'

/** What follows from purchases. Instants are milliseconds, money is kobo. */
export type Refund = {
  id: string
  purchase: string
  at: number
  reason: string
  lines: (Pick<BasketLine, 'kind' | 'quantity' | 'kobo'> & { show_at: number | null })[]
}
export type Redemption = {
  id: string
  at: number
  show_at: number
  cinema: string
  customer: string | null
  tickets: number
  by_subscription: boolean
  purchase: string
}
export type Review = { id: string; at: number; movie: string; customer: string; liked: boolean; review: string }
type Consequences = { refund?: Refund; redemption?: Redemption; review?: Review }

/** The longest that a consequence takes after its show. */
export const LONGEST_REVIEW_HOURS = 40

const REFUNDED = { online: 0.023, counter: 0.011, subscription: 0.006 }
const REASONS = [
  'Changed plans',
  'Changed plans',
  'Booked the wrong day',
  'Booked the wrong cinema',
  'Paid twice',
  'Show was cancelled',
  'Sound fault in the screen',
  'Order never arrived',
]
const PRAISE = [
  'Laughed from start to finish.',
  'Worth every naira.',
  'The whole hall was clapping at the end.',
  'Best outing we have had this year.',
  'Great sound, clean hall, friendly staff.',
  'I would see it again tomorrow.',
]
const COMPLAINTS = [
  'Too long for me.',
  'The story is weak.',
  'The hall was too cold.',
  'I expected more after the trailer.',
  'It started twenty minutes late.',
]

export function consequencesOf(purchase: Purchase, seed: number): Consequences {
  const rng = rngOf(`after ${seed} ${purchase.id}`)
  const refund = refundOf(purchase, rng)
  const { show } = purchase
  const sold = purchase.lines.find(({ kind }) => kind === 'ticket')?.quantity ?? 0
  const tickets = sold - (refund?.lines.find(({ kind }) => kind === 'ticket')?.quantity ?? 0)
  const comes = rng.chance(purchase.channel === 'not_specified' ? 0.985 : 0.915)
  if (!show || tickets < 1 || !comes) return { refund }
  const at = Math.max(purchase.at + MINUTE, Math.floor(show.at + rng.range(-28, 12) * MINUTE))
  const { id, cinema, customer } = purchase
  return {
    refund,
    redemption: {
      id: `${id}-in`,
      at,
      show_at: show.at,
      cinema: cinema!,
      customer,
      tickets: rng.chance(0.97) ? tickets : Math.max(1, tickets - 1),
      by_subscription: purchase.byPlan,
      purchase: id,
    },
    ...(customer && rng.chance(0.02) && { review: reviewOf(id, show, customer, rng) }),
  }
}

function refundOf({ id, at, channel, lines, show }: Purchase, rng: Rng): Refund | undefined {
  const isPlan = lines[0]!.kind === 'subscription'
  const share = isPlan ? REFUNDED.subscription : channel === 'not_specified' ? REFUNDED.counter : REFUNDED.online
  if (!rng.chance(share) || lines.every(({ kobo }) => kobo === 0)) return
  const latest = Math.max(at + 20 * MINUTE, Math.min(at + 48 * HOUR, (show?.at ?? at + 48 * HOUR) - 30 * MINUTE))
  const paid = lines.filter(({ kobo }) => kobo > 0)
  const first = paid[0]!
  const onlyOne = first.quantity > 1 && rng.chance(0.15)
  return {
    id: `${id}-back`,
    purchase: id,
    at: Math.floor(rng.range(at + 4 * MINUTE, latest)),
    reason: isPlan ? 'Subscribed by mistake' : rng.pick(REASONS),
    lines: (onlyOne ? [{ ...first, quantity: 1, kobo: Math.floor(first.kobo / first.quantity) }] : paid).map(
      ({ kind, quantity, kobo, show_at }) => ({ kind, quantity, kobo, show_at }),
    ),
  }
}

function reviewOf(id: string, show: NonNullable<Purchase['show']>, customer: string, rng: Rng): Review {
  const liked = rng.chance(0.62 + (hash(`liked ${show.movie}`) % 32) / 100)
  const writes = rng.chance(0.4)
  return {
    id: `${id}-said`,
    at: Math.floor(show.at + rng.range(2.5, LONGEST_REVIEW_HOURS) * HOUR),
    movie: show.movie,
    customer,
    liked,
    review: writes ? rng.pick(liked ? PRAISE : COMPLAINTS) : '',
  }
}
