import { showCount } from '#contract/counted.ts'
import type { PointsLine } from '../contract.ts'
import { tierName } from '../rules.ts'

export const count = showCount
/** With its sign, which is what tells an award from a redemption. */
export const change = (points: number): string => (points > 0 ? `+${count(points)}` : count(points))

/** What a line did, in a word or two. */
export function kindOf({ kind, points, from_tier: from, to_tier: to }: PointsLine): string {
  const tierChange = from !== null && to !== null && from !== to ? `${tierName(from)} to ${tierName(to)}` : ''
  if (kind === 'tier') return `Tier: ${tierChange}`
  if (kind === 'reversal')
    return tierChange ? `Reversal: ${tierChange}` : points < 0 ? 'Award reversed' : 'Redemption reversed'
  return { award: 'Award', redemption: 'Redemption', merge: 'Merge', erasure: 'Erasure' }[kind]
}
