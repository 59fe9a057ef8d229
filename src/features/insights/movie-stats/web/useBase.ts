import type { Input, Output } from '#contract/endpoint.ts'
import { baseOf, comparedOf } from '#features/insights/analytics/compared-rules.ts'
import { useRead } from '#web/api/queries.ts'
import { beforeSales, comparisonText } from '#web/charts/compared.ts'
import { showClock, businessToday } from '#web/ui/format.ts'
import { movieStats } from '../contract.ts'

type List = (typeof movieStats)['list']
type Reading = { data: Output<List['reply']> | undefined; isPlaceholderData: boolean }
type BaseQuery = Omit<Input<List['query']>, 'page' | 'perPage' | 'up_to'>

/** By these the movies of other days would be others. */
const BY_FIGURES = ['tickets_sold', 'revenue', 'showings', 'occupancy', 'likes', 'dislikes'] as const

/** The same figures of the days that these are compared with (`comparedOf`), and the words for it. */
export function useBase(requested: BaseQuery, { data, isPlaceholderData }: Reading) {
  const { start_date: start, end_date: end } = requested
  const now = businessToday()
  const isBackwards = end < start
  const compared = isBackwards ? undefined : comparedOf({ start, end }, { today: now, clock: showClock(Date.now()) })
  const firstSale = isPlaceholderData ? undefined : data?.first_sale_on
  const isChosen = BY_FIGURES.some((name) => requested[name] !== undefined)
  const { hasBase: isThere, isEarly } = baseOf(compared, firstSale)
  const hasBase = isThere && !isChosen
  const { before, until } = compared ?? { before: { start, end }, until: undefined }
  const reading = useRead(
    movieStats.list,
    {
      query: {
        ...requested,
        start_date: before.start,
        end_date: before.end,
        perPage: 1,
        ...(until !== undefined && { up_to: until }),
      },
    },
    { enabled: hasBase },
  )
  const text = compared && comparisonText(compared, { start, end }, now)
  return {
    base: hasBase && !reading.isPlaceholderData ? reading.data?.totals : undefined,
    note: isChosen || !compared ? undefined : isEarly ? beforeSales(firstSale ?? null) : text!.note,
    days: hasBase ? text!.days : undefined,
  }
}
