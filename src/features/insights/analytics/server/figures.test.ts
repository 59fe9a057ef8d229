import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDay } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { openTestDatabase } from '#server/test/database.ts'
import { DURATIONS } from '../rules.ts'
import * as figures from './figures.ts'
import { check } from '#features/operations/rollups/server/check.ts'
import { model } from './test/model.ts'
import { forgetTrade, load } from './test/load.ts'
import { CINEMAS, trade } from './test/trade.ts'
import { examples } from '#server/test/thorough.ts'

const ZONE = 'Africa/Lagos'
const RUNS = examples(25)

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database?.close())

/** Before, across and after the trade; across a year's end; one day; months. */
const RANGES = [
  ['2025-12-01', '2026-03-10'],
  ['2025-12-31', '2026-01-01'],
  ['2026-01-12', '2026-01-12'],
  ['2024-02-28', '2024-03-01'],
] as const
const MONTHS = [
  ['2025-12-01', '2025-12-31'],
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
] as const
const YEARS = [2025, 2026, 2027]

/** Sums of amounts in floating point agree to far less than a kobo. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, found) => (typeof found === 'number' ? Math.round(found * 1e6) / 1e6 : found))
/** The same rows, added up under the first of each month. */
function byMonth(days: readonly Record<string, unknown>[]) {
  const months = Map.groupBy(days, ({ date }) => String(date).slice(0, 7))
  return [...months.values()].map((rows) =>
    rows.reduce((sum, row) =>
      Object.fromEntries(
        Object.entries(sum).map(([name, n]) => [name, name === 'date' ? n : Number(n) + Number(row[name])]),
      ),
    ),
  )
}

const expectSame = (found: unknown, counted: unknown, what: string) =>
  expect(rounded(found), what).toEqual(rounded(counted))

describe('whatever was told, in whatever order', () => {
  // Clauses: core 149-165
  test('every figure is what the raw facts amount to, and the roll-ups are what the check counts', async () => {
    await fc.assert(
      fc.asyncProperty(trade, async ({ facts, batches, now }) => {
        await forgetTrade(database.pool)
        const events = await load(database.pool, facts, batches, ZONE)
        const counted = model(facts, events, now)
        const at = {
          db: database.db,
          now: new Date(now),
          today: counted.today,
          zone: ZONE,
          weekBegins: 'friday' as const,
        }
        await expectOfCinemas(at, counted, 'of the chain')
        for (const [start_date, end_date] of RANGES) {
          const range = { start_date, end_date }
          const what = `${start_date} to ${end_date}, today ${counted.today}`
          const pair = [start_date, end_date] as const
          expectSame(await figures.churnRate(at, range), counted.churn(...pair), `churn ${what}`)
          expectSame(await figures.churnSummary(at, range), counted.churnSummary(...pair), `lost ${what}`)
          expectSame(await figures.users(at, range), counted.users(...pair), `users ${what}`)
          expectSame(await figures.conversion(at, range), counted.conversion(...pair), `conversion ${what}`)
        }
        for (const [first, end] of MONTHS)
          expectSame(await figures.visits(at, first), counted.visits(first, end), first)
        for (const year of YEARS) {
          const what = `${year}, today ${counted.today}`
          expectSame(await figures.recurringRevenue(at, year), counted.recurring(year), `recurring ${what}`)
          for (const day of [`${year}-02-29`, `${year}-07-15`, `${year}-12-31`].filter(isDay))
            expectSame(
              await figures.recurringRevenue(at, year, day),
              counted.recurring(year, day),
              `recurring ${what} until ${day}`,
            )
          expectSame(await figures.signups(at, year), counted.signups(year), `signups ${what}`)
          expectSame(await figures.subscriptionRedemption(at, year), counted.subscriptionRedemption(year), what)
          expectSame(await figures.cancelledRevenue(at, year), counted.cancelled(year), `cancelled ${what}`)
          expectSame(await figures.customerChurn(at, year), counted.customerChurn(year), `churn ${what}`)
        }
        expect(await check(database, ZONE)).toEqual([])
      }),
      // A smaller example would take minutes; the one that failed is reported with its seed.
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  const some = fc.uniqueArray(fc.constantFrom(...CINEMAS), { minLength: 1 })
  // ASVS: 8.2.2
  test('the same of any cinemas, whether they are chosen or are those of a role', async () => {
    await fc.assert(
      fc.asyncProperty(trade, some, some, async ({ facts, batches, now }, own, chosen) => {
        await forgetTrade(database.pool)
        const events = await load(database.pool, facts, batches, ZONE)
        const { db } = database
        const scoped = scopedTo(db, own)
        for (const [how, seeing, cinemas] of [
          ['chosen', { db, cinemas: chosen }, chosen],
          ['of a role', { db: scoped }, own],
          ['chosen with a role', { db: scoped, cinemas: chosen }, own.filter((one) => chosen.includes(one))],
        ] as const) {
          const counted = model(facts, events, now, cinemas)
          const at = { ...seeing, now: new Date(now), today: counted.today, zone: ZONE, weekBegins: 'friday' as const }
          await expectOfCinemas(at, counted, `${how} ${cinemas.join()}`)
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  /** Every figure that cinemas have. */
  async function expectOfCinemas(at: figures.At, counted: ReturnType<typeof model>, how: string) {
    for (const [start_date, end_date] of RANGES) {
      const range = { start_date, end_date }
      const what = `${how}, ${start_date} to ${end_date}, today ${counted.today}`
      const sales = counted.sales(start_date, end_date)
      expectSame(await figures.salesAndRevenue(at, range), sales, `sales ${what}`)
      expectSame(await figures.salesAndRevenue(at, { ...range, step: 'month' }), byMonth(sales), `months ${what}`)
      expectSame(
        await figures.redemptionRate(at, range),
        counted.redemption(start_date, end_date),
        `redemption ${what}`,
      )
      for (const duration of DURATIONS)
        expectSame(
          await figures.averageRedemption(at, end_date, duration),
          counted.average(end_date, duration),
          `average ${duration} ${what}`,
        )
    }
    for (const [first, end] of MONTHS) {
      const month = { year: Number(first.slice(0, 4)), monthIndex: Number(first.slice(5, 7)) - 1 }
      const what = `${how}, ${first}`
      expectSame(await figures.ticketsByDay(at, month, 'count'), counted.ticketCount(first, end), what)
      expectSame(await figures.ticketsByDay(at, month, 'revenue'), counted.ticketRevenue(first, end), what)
    }
    for (const year of YEARS)
      expectSame(await figures.concessionDiscounts(at, year), counted.discounts(year), `discounts ${how} ${year}`)
    expectSame(await figures.dashboard(at), counted.dashboard(), `dashboard ${how}`)
    await expectOnce(at, counted.once())
  }

  /** All pages of it, of an odd size; those of one moment may stand in either order. */
  async function expectOnce(at: figures.At, counted: { at: string }[]) {
    const read: Awaited<ReturnType<typeof figures.oneTimePurchases>>['purchases'] = []
    for (let page = 1; ; page++) {
      const { purchases, totalCount } = await figures.oneTimePurchases(at, { page, perPage: 3 })
      expect(totalCount).toBe(counted.length)
      if (!purchases.length) break
      read.push(...purchases)
    }
    expect(read.map((one) => one.at)).toEqual(
      counted
        .map((one) => one.at)
        .toSorted()
        .toReversed(),
    )
    const sumsOf = ({ at, ticket_purchase, concession_purchase }: (typeof read)[number]) =>
      JSON.stringify({ at, ticket_purchase, concession_purchase })
    expect(read.map(sumsOf).toSorted()).toEqual(counted.map((one) => JSON.stringify(one)).toSorted())
    expect(new Set(read.map(({ id }) => id)).size).toBe(read.length)
  }
})
