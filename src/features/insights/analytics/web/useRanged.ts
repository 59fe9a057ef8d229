import { useRead } from '#web/api/queries.ts'
import { beforeSales, endsOf, comparisonText } from '#web/charts/compared.ts'
import { baseOf, comparedOf } from '../compared-rules.ts'
import type { analytics, Step } from '../contract.ts'
import { placeFor, useChosen } from './address.ts'
import { rangeQuery, problemOf, type Range } from './figures.ts'
import { useFirstSale } from './useTotals.ts'

/** The calls of a range of days. */
type Ranged = (typeof analytics)[
  | 'salesAndRevenue'
  | 'cubeRevenue'
  | 'churnRate'
  | 'churnSummary'
  | 'redemptionRate'
  | 'users'
  | 'conversionRate']

type Options = {
  step?: Step
  /** Known up to this moment: today is compared, too. */
  byHour?: boolean
  /** Of what it is a part, where its days alone do not say so. */
  unit?: 'month'
}

/**
 * A figure of a range, of its days that are compared, and of those they are compared with (`comparedOf`), so that a card's
 * value and its change are of the same days. Nothing is asked for a range that ends before it starts (core 5).
 */
export function useRanged<E extends Ranged>(row: E, range: Range, { step, byHour, unit }: Options = {}) {
  const { now: today, clock, compare, place } = useChosen()
  const of = { ...placeFor(row, place), ...(step && { step }) }
  const problem = problemOf(range)
  const compared = problem
    ? undefined
    : comparedOf(range, { today, to: compare, clock: byHour ? clock : undefined, ...(unit && { unit }) })
  const { now, before, until } = compared ?? { now: range, before: range, until: undefined }
  const firstSale = useFirstSale(row)
  const { hasBase, isEarly } = baseOf(compared, firstSale)
  const reading = useRead(row, { query: { ...rangeQuery(range), ...of } } as never, { enabled: !problem })
  // The same question as the first where all days of the range count.
  const counted = useRead(row, { query: { ...rangeQuery(byHour ? range : now), ...of } } as never, {
    enabled: !problem,
  })
  const base = useRead(row, { query: { ...rangeQuery(before), ...of, ...(until && { up_to: until }) } } as never, {
    enabled: hasBase,
  })
  const value = problem || counted.isPlaceholderData ? undefined : counted.data
  const text = compared && comparisonText(compared, range, today)
  return {
    problem,
    reading,
    /** Of all days, for a chart. */
    data: problem ? undefined : reading.data,
    /** Of the days that are compared. */
    value,
    /** Undefined as long as there is none. */
    base: hasBase && value && !base.isPlaceholderData ? base.data : undefined,
    /** With what it is compared, or why it is not, and the days in full. */
    note: !text ? 'so far today' : isEarly ? beforeSales(firstSale ?? null) : text.note,
    days: hasBase ? text?.days : undefined,
    /** Of a figure as it was at the end of these days and of those before. */
    ends: hasBase && compared && until === undefined ? endsOf(compared) : undefined,
  }
}
