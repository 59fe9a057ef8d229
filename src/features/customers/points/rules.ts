/** Rules and messages of points and tiers (operations 2, 3 and 5, Points). */
import { showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { POINTS_MOST } from '#contract/permissions.ts'
import { TIERS, type Tier } from '#contract/tiers.ts'

export { TIERS, type Tier }
export const tierName = (tier: number): string => TIERS[tier] ?? TIERS[0]

export const KINDS = ['award', 'redemption', 'reversal', 'tier', 'merge', 'erasure'] as const
export type Kind = (typeof KINDS)[number]

export const MEMBER_PAGE = 10
export const HISTORY_PAGE = 10
export const REASON_LENGTH = 300

const pointsText = (points: number) => `${showCount(points)} ${points === 1 ? 'point' : 'points'}`

export const messages = {
  noPoints: 'Points amount is required',
  badPoints: `Enter 1 to ${showCount(POINTS_MOST)} points`,
  overPointsLimit: (limit: number) => `Your role allows up to ${pointsText(limit)} in 24 hours`,
  overDay: (limit: number, left: number) =>
    `Your role allows up to ${pointsText(limit)} in 24 hours: ${left > 0 ? `${showCount(left)} are left` : 'none are left'}`,
  overCustomer: (limit: number, left: number) =>
    `Your role allows up to ${pointsText(limit)} per customer in 24 hours: ${left > 0 ? `${showCount(left)} are left` : 'none are left'}`,
  noReason: 'Reason is required',
  noTier: 'Target tier is required',
  badTier: `A tier is ${TIERS.map((name, tier) => `${tier} (${name})`).join(', ')}`,
  noSuchCustomer: errors.notFound('customer'),
  awarded: 'Points awarded',
  redeemed: 'Points redeemed',
  tierChanged: 'Tier changed',
  reversed: 'Transaction reversed',
  inTier: (tier: number) => `The customer is already in ${tierName(tier)}`,
  tooFew: (available: number) =>
    available === 0 ? 'There are no points to redeem' : `Only ${pointsText(available)} can be redeemed`,
  notReversible: 'Only awards, redemptions and tier changes can be reversed',
  reversedBefore: 'This transaction was already reversed',
  spent: (available: number) =>
    available === 0
      ? 'The points of this award have been redeemed'
      : `Only ${showCount(available)} of the awarded points are left, because the rest were redeemed`,
  tierMoved: 'The tier was changed again after this',
} as const

/** Definition of each figure of a member. */
export const MEANINGS = {
  tier: 'Everyone starts as a Fan. Staff can move customers to another tier, with a reason.',
  available: 'Points that can be redeemed now. Lifetime points are all points ever awarded.',
  awarded: 'Points awarded this month, minus awards reversed this month',
  redeemed: 'Points redeemed this month, minus redemptions reversed this month',
} as const

/** What a line changes of a member, and what stands then. */
export type Balance = { tier: number; lifetime: number; available: number }
export type Change = { points: number; lifetime: number; fromTier: number | null; toTier: number | null }

export const awardOf = (points: number): Change => ({ points, lifetime: points, fromTier: null, toTier: null })
export const redemptionOf = (points: number): Change => ({ points: -points, lifetime: 0, fromTier: null, toTier: null })
export const tierChange = (from: number, to: number): Change => ({ points: 0, lifetime: 0, fromTier: from, toTier: to })

type Reversible = Change & { kind: Kind; isReversed: boolean }

/** Why a line cannot be taken back now, by somebody with this ceiling; undefined when it can. */
export function reverseBlockedReason(line: Reversible, member: Balance, limit: number): string | undefined {
  if (line.kind !== 'award' && line.kind !== 'redemption' && line.kind !== 'tier') return messages.notReversible
  if (line.isReversed) return messages.reversedBefore
  if (Math.abs(line.points) > limit) return messages.overPointsLimit(limit)
  if (line.points > member.available) return messages.spent(member.available)
  if (line.toTier !== null && line.toTier !== member.tier) return messages.tierMoved
}

/** The counter-line: what the line did, the other way round. */
export const reversalOf = ({ points, lifetime, fromTier, toTier }: Change): Change => ({
  points: minus(points),
  lifetime: minus(lifetime),
  fromTier: toTier,
  toTier: fromTier,
})
const minus = (n: number) => (n === 0 ? 0 : -n)

/** What is typed into the dialogs; points as text, as an empty field is no number. */
export type PointsDraft = { points: string | number; reason: string }
export type TierDraft = { tier: string | null; reason: string }

/** Points as people type them: 1,000 is a thousand, and 1e3 is none. */
export const typedPoints = (points: string | number): number => {
  const text = String(points).trim()
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

export const isPoints = (points: number): boolean => Number.isInteger(points) && points >= 1 && points <= POINTS_MOST

export const reasonError = (reason: string) => (reason.trim() ? null : messages.noReason)

/** @param available what can be redeemed; left out for an award */
export function pointsErrors({ points, reason }: PointsDraft, limit: number, available?: number) {
  const amount = typedPoints(points)
  return {
    points:
      String(points).trim() === ''
        ? messages.noPoints
        : !isPoints(amount)
          ? messages.badPoints
          : amount > limit
            ? messages.overPointsLimit(limit)
            : available !== undefined && amount > available
              ? messages.tooFew(available)
              : null,
    reason: reasonError(reason),
  }
}

export const tierErrors = ({ tier, reason }: TierDraft, current: number) => ({
  tier: tier === null || tier === '' ? messages.noTier : Number(tier) === current ? messages.inTier(current) : null,
  reason: reasonError(reason),
})
