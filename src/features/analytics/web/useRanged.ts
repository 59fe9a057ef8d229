import { useRead } from '#web/api/queries.ts'
import type { analytics } from '../contract.ts'
import { isWithinReach } from '../rules.ts'
import { asked, problemOf, rangeBefore, type Range } from './figures.ts'

/** The calls of a range of days. */
type Ranged = (typeof analytics)['salesAndRevenue' | 'churnRate' | 'redemptionRate' | 'users' | 'conversionRate']

/**
 * A figure of a range, and the same of as many days before it. Nothing is asked for a range that ends before it starts
 * (core 5).
 */
export function useRanged<E extends Ranged>(row: E, range: Range) {
  const problem = problemOf(range)
  const earlier = rangeBefore(range)
  const hasEarlier = !problem && isWithinReach(earlier.start)
  const reading = useRead(row, { query: asked(range) } as never, { enabled: !problem })
  const before = useRead(row, { query: asked(earlier) } as never, { enabled: hasEarlier })
  const isHere = Boolean(reading.data) && !reading.isPlaceholderData
  return {
    problem,
    reading,
    data: problem ? undefined : reading.data,
    /** Of the days before: null where there is nothing to ask for, undefined as long as there is no answer. */
    before: !hasEarlier ? null : isHere && !before.isPlaceholderData ? before.data : undefined,
  }
}
