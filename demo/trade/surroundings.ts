import { rngOf } from '#demo/random.ts'
import type { Day } from '#contract/time.ts'
import { share, type Channel } from './channels.ts'
import { customerId } from './customers.ts'
import { HOUR } from './zone.ts'
import type { Chain } from './purchases.ts'

/** What is reported beside the trade. `at` in milliseconds. */
export type Visit = { id: string; at: number; channel: Channel; count: number }
export type ErrorReport = {
  id: string
  at: number
  message: string
  stack: string
  page: string
  release: string
  channel: Channel
  customer: string | null
}

/** Of a day's visits, hour by hour. */
const HOURS = [1, 0, 0, 0, 0, 1, 2, 4, 6, 7, 8, 9, 10, 9, 8, 9, 10, 12, 13, 13, 11, 9, 6, 3]
const ALL_HOURS = HOURS.reduce((sum, part) => sum + part, 0)
const VISITS_PER_PURCHASE = { web: 13, mobile: 8 }

/** Days before the origin are reported at once; from it on the day is reported hour by hour, as it happens. */
export function visitsOn(day: Day, { demand, zone, seed }: Chain): Visit[] {
  const rng = rngOf(`visits ${seed} ${day}`)
  const bought = demand.purchasesOn(day) + 2
  return (['web', 'mobile'] as const).flatMap((channel) => {
    const visits = bought * share(channel, demand.age(day)) * VISITS_PER_PURCHASE[channel] * rng.range(0.85, 1.15)
    if (day < demand.origin)
      return [
        {
          id: `v${day}-${channel}`,
          at: zone.midnight(day) + 12 * HOUR,
          channel,
          count: Math.max(1, Math.round(visits)),
        },
      ]
    return HOURS.map((part, hour) => ({
      id: `v${day}-${channel}-${hour}`,
      at: zone.midnight(day) + (hour + 0.5) * HOUR,
      channel,
      count: Math.round((visits * part) / ALL_HOURS),
    })).filter(({ count }) => count > 0)
  })
}

const ERRORS: [message: string, stack: string, page: string][] = [
  ["TypeError: Cannot read properties of undefined (reading 'seats')", 'at SeatMap (seat-map.js:88:21)', '/book/seats'],
  ['Payment window was closed before it answered', 'at pay (checkout.js:41:9)', '/checkout'],
  ['Network request failed', 'at fetchShows (shows.js:12:5)', '/cinemas'],
  ['ChunkLoadError: Loading chunk 14 failed', 'at load (runtime.js:3:118)', '/film'],
  ['QuotaExceededError: storage is full', 'at keep (basket.js:29:3)', '/basket'],
  ['RangeError: Invalid time value', 'at showTime (time.js:7:14)', '/film'],
  ['The voucher service answered 502', 'at redeem (voucher.js:19:11)', '/checkout'],
]

/** A few on most days, a burst now and then after a release, and fewer as the years go by. */
export function errorReportsOn(day: Day, { demand, zone, seed }: Chain): ErrorReport[] {
  const rng = rngOf(`errors ${seed} ${day}`)
  const age = demand.age(day)
  const count = rng.chance(0.02) ? rng.int(6, 18) : rng.chance(0.55 - 0.25 * age) ? rng.int(1, 3) : 0
  const burst = rng.int(0, ERRORS.length - 1)
  return Array.from({ length: count }, (_, at) => {
    const [message, stack, page] = ERRORS[count > 5 ? burst : rng.int(0, ERRORS.length - 1)]!
    const known = demand.customersBefore(day)
    return {
      id: `e${day}-${at}`,
      at: Math.floor(zone.midnight(day) + rng.range(7, 23.5) * HOUR),
      message,
      stack,
      page,
      release: `${1 + Math.floor(age * 3)}.${Number(day.slice(5, 7))}.${Math.floor(Number(day.slice(8)) / 10)}`,
      channel: rng.chance(0.5) ? 'web' : 'mobile',
      customer: known > 0 && rng.chance(0.4) ? customerId(rng.int(0, known - 1)) : null,
    }
  })
}
