import { useRead } from '#web/api/queries.ts'
import type { analytics, Step } from '../contract.ts'
import { isWithinReach } from '../rules.ts'
import { placeFor, useChosen } from './address.ts'
import { asked, comparisonOf, problemOf, type Range } from './figures.ts'

/** The calls of a range of days. */
type Ranged = (typeof analytics)['salesAndRevenue' | 'churnRate' | 'redemptionRate' | 'users' | 'conversionRate']

/**
 * A figure of a range, of its days that are compared, and of those they are compared with (`comparisonOf`). Nothing is
 * asked for a range that ends before it starts (core 5).
 */
export function useRanged<E extends Ranged>(row: E, range: Range, more: { step?: Step } = {}) {
  const { now: today, place } = useChosen()
  const of = { ...placeFor(row, place), ...more }
  const problem = problemOf(range)
  const comparison = problem ? undefined : comparisonOf(range, today)
  const hasEarlier = comparison !== undefined && isWithinReach(comparison.before.start)
  const { now, before } = comparison ?? { now: range, before: range }
  const reading = useRead(row, { query: { ...asked(range), ...of } } as never, { enabled: !problem })
  // The same question as the first where all days of the range are over.
  const whole = useRead(row, { query: { ...asked(now), ...of } } as never, { enabled: hasEarlier })
  const earlier = useRead(row, { query: { ...asked(before), ...of } } as never, { enabled: hasEarlier })
  const isHere = [reading, whole, earlier].every(({ data, isPlaceholderData }) => data && !isPlaceholderData)
  return {
    problem,
    reading,
    data: problem ? undefined : reading.data,
    /** Null where there is nothing to compare with, undefined as long as there is no answer or nothing is compared. */
    compared: !comparison
      ? undefined
      : !hasEarlier
        ? null
        : isHere
          ? { now: whole.data!, before: earlier.data! }
          : undefined,
    /** With what the change is, for a card's note. */
    words: comparison?.words ?? 'so far today',
  }
}
