import * as z from 'zod/mini'
import { Day, PageNumber } from '#contract/atoms.ts'
import { ofBusinessDays } from '#contract/business-day.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addDays, addMonths, type Day as DayText } from '#contract/time.ts'
import { scopeOf } from '#contract/permissions.ts'
import { CinemaChoice } from '#features/programming/cinemas/contract.ts'
import { useMe } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import { showClock, businessToday } from '#web/ui/format.ts'
import { COMPARE, PERIODS } from '../compared-rules.ts'
import { analytics } from '../contract.ts'
import { FIRST_YEAR } from '#contract/range.ts'
import { DURATIONS } from '../rules.ts'
import { CHANNELS, type Month, type Range } from './figures.ts'

export const TABS = ['overview', 'cinemas', 'sales', 'subscriptions', 'users', 'redemption'] as const
export type Tab = (typeof TABS)[number]

/** All that can be chosen on the two screens. A range has a start and an end. */
const Address = ofBusinessDays(
  z.object({
    cinemas: CinemaChoice,
    tab: z.enum(TABS),
    compare: z.enum(COMPARE),
    /** By cinema: a period, any day of it, and the order. */
    period: z.enum(PERIODS),
    day: Day,
    sort: analytics.byCinema.query.shape.sort,
    channel: z.enum(CHANNELS),
    year: z.coerce.number().check(z.int(), z.minimum(FIRST_YEAR), z.maximum(9999)),
    month: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)),
    start_date: Day,
    end_date: Day,
    trend_start: Day,
    trend_end: Day,
    conversion_start: Day,
    conversion_end: Day,
    date: Day,
    duration: z.enum(DURATIONS),
    page: PageNumber,
  }),
)

export type Place = { cinemas?: string }
/** What of the chosen place a call asks for: what only the chain has is read of the chain. */
export const placeFor = ({ about }: Endpoint, place: Place): Place => (about ? place : {})

/** Whether somebody sees the figures of the whole chain, and so those that only the chain has. */
export const useSeesChain = () => scopeOf(useMe(), analytics.dashboard.permission) === 'chain'

export const lastDays = (count: number, end: DayText = businessToday()): Range => ({
  start: addDays(end, 1 - count),
  end,
})
/** Core 9: last month to today. */
const lastMonth = (): Range => ({ start: addMonths(businessToday(), -1), end: businessToday() })

/** What is chosen on the screen, with its defaults, and how to choose. Its state is the address. */
export function useChosen() {
  const [address, set] = useAddress(Address)
  const now = businessToday()
  const thisYear = Number(now.slice(0, 4))
  const year = Math.min(address.year ?? thisYear, thisYear)
  const month: Month = { year, month: address.month ?? Number(now.slice(5, 7)) }
  const range = (start: DayText | undefined, end: DayText | undefined, fallback: Range): Range => ({
    start: start ?? fallback.start,
    end: end ?? fallback.end,
  })
  return {
    now,
    /** The time of day, to the minute. */
    clock: showClock(Date.now()),
    compare: address.compare ?? 'before',
    period: address.period ?? 'week',
    day: address.day ?? now,
    sort: address.sort,
    cinemas: address.cinemas,
    /** As calls ask for the cinemas that are chosen. */
    place: (address.cinemas ? { cinemas: address.cinemas.join() } : {}) as Place,
    tab: address.tab ?? 'overview',
    channel: address.channel ?? 'all',
    year,
    month,
    overview: range(address.start_date, address.end_date, lastDays(7)),
    trend: range(address.trend_start, address.trend_end, lastMonth()),
    conversion: range(address.conversion_start, address.conversion_end, lastMonth()),
    date: address.date ?? now,
    duration: address.duration ?? 'WEEKLY',
    page: address.page ?? 1,
    /** Leaves the page of the table where it is. */
    set: (patch: Parameters<typeof set>[0], how?: Parameters<typeof set>[1]) =>
      set({ page: address.page, ...patch }, how),
  } as const
}
