import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/time.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { check } from '#features/operations/rollups/server/public.ts'
import { rollups } from '#features/operations/rollups/server/counted.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { dayClose } from '#features/payments/daily-finance/close-contract.ts'
import { newKey, sender } from '#features/operations/feed/server/test/sender.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { programme } from '#features/programming/programme/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { parseEnv } from '#server/env.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos } from '#server/test/pos.ts'
import { rebuildDays, settleDayZone } from './day-zone.ts'

const ENDS = { BUSINESS_DAY_ENDS: '06:00' }
const CINEMAS = ['0004', '0007'] as const
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']

/** In Lagos, an hour ahead, a day from 06:00 on. */
const dayOf = (at: string) => new Date(Date.parse(at) - 5 * 3_600_000).toISOString().slice(0, 10)

/** Around midnight and 06:00 in Lagos, to the second, and at any time. */
const moment = fc
  .record({
    day: fc.integer({ min: 0, max: 3 }),
    second: fc.oneof(
      ...[0, 6].map((hour) => fc.integer({ min: -3, max: 3 }).map((by) => (hour + 23) * 3600 + by)),
      fc.integer({ min: 0, max: 86_399 }),
    ),
  })
  .map(({ day, second }) =>
    new Date(Date.parse('2026-11-16T00:00:00Z') + day * 86_400_000 + second * 1000).toISOString(),
  )
const sale = fc.record({
  at: moment,
  show: moment,
  cinema: fc.constantFrom(...CINEMAS),
  quantity: fc.integer({ min: 1, max: 4 }),
  naira: fc.integer({ min: 100, max: 5000 }),
  back: fc.option(moment),
})
const [sales] = fc.sample(fc.array(sale, { minLength: 60, maxLength: 60 }), { seed: 22, numRuns: 1 }) as [
  { at: string; show: string; cinema: string; quantity: number; naira: number; back: string | null }[],
]
/** A show at 00:30 on the 20th is the last of the 19th. */
const SHOWS = [
  ['midnight', '2026-11-19T23:30:00Z'],
  ['late', '2026-11-19T21:00:00Z'],
  ['before six', '2026-11-20T04:59:00Z'],
  ['at six', '2026-11-20T05:00:00Z'],
  ['noon', '2026-11-20T11:00:00Z'],
] as const
const refunds = sales.flatMap((one, n) => (one.back && one.back > one.at ? [{ ...one, n, at: one.back }] : []))

async function fill(server: TestServer) {
  const pos = scriptedPos()
  pos.has = {
    cinemas: CINEMAS.map((id) => posCinema(id, `Cinema ${id}`, 'Lagos')),
    films: [posFilm('1', 'Harmattan')],
    sessions: SHOWS.map(([id, at]) => posSession(id, '0004', '1', at)),
  }
  server.app.pos = pos
  await syncSchedule(server.app)
  const ingest = sender(server, (await newKey(server, { name: 'Shop', source: 'shop' })).secret)
  const lines = ({ show, quantity, naira }: (typeof sales)[number]) => [
    { kind: 'ticket', movie_id: '1', show_at: show, quantity, amount: naira },
  ]
  const sold = sales.map((one, n) => ({
    id: `p${n}`,
    at: one.at,
    channel: 'web',
    cinema_id: one.cinema,
    payment_reference: `ref-${n}`,
    lines: lines(one),
  }))
  const back = refunds.map(({ n, ...one }) => ({ id: `r${n}`, purchase_id: `p${n}`, at: one.at, lines: lines(one) }))
  expect((await ingest('purchases', sold)).data.accepted).toBe(sold.length)
  expect((await ingest('refunds', back)).data.accepted).toBe(back.length)
}

const sum = (of: readonly { naira: number }[]) => of.reduce((all, { naira }) => all + naira, 0)
const tickets_ = (of: readonly { quantity: number }[]) => of.reduce((all, { quantity }) => all + quantity, 0)
const on = <T extends { at: string }>(day: string, of: readonly T[]) => of.filter(({ at }) => dayOf(at) === day)

describe('with a business day that ends at 06:00', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ env: ENDS })
    await fill(server)
  })
  afterAll(() => server.close())

  test.each(DAYS)('figures, logs and the close of %s count the same rows', async (day) => {
    const [bought, back] = [on(day, sales), on(day, refunds)]
    const revenue = sum(bought) - sum(back)
    const range = { start_date: day, end_date: day }

    const figures = (await server.call(analytics.salesAndRevenue, { query: range })).body.data
    expect(figures).toMatchObject([
      { date: day, all_total_revenue: revenue, web_tickets: tickets_(bought) - tickets_(back) },
    ])

    const { cinemas } = (await server.call(analytics.byCinema, { query: { period: 'day', date: day } })).body.data
    const isOver = day < '2026-11-21'
    expect(
      isOver ? Object.fromEntries(cinemas.map(({ cinema_id, now }) => [cinema_id, now.revenue])) : {},
    ).toMatchObject(
      Object.fromEntries(
        (isOver ? CINEMAS : []).map((id) => {
          const of = <T extends { cinema: string }>(all: readonly T[]) => all.filter(({ cinema }) => cinema === id)
          return [id, sum(of(bought)) - sum(of(back))]
        }),
      ),
    )

    const log = (await server.call(tickets.breakdown, { query: { ...range, page: 1, perPage: 100 } })).body.data
    expect(log).toMatchObject({ totalCount: bought.length })
    const shows = { show_start_date: day, show_end_date: day, page: 1, perPage: 100 }
    expect((await server.call(tickets.breakdown, { query: shows })).body.data).toMatchObject({
      totalCount: sales.filter(({ show }) => dayOf(show) === day).length,
    })

    const payments = await server.call(paymentLogs.list, { query: { userType: 'GUEST', date: day } })
    expect(payments.body.data.totalCount).toBe(bought.length)

    const { totals } = (await server.call(movieStats.list, { query: range })).body.data
    expect(totals).toMatchObject({
      tickets_sold: tickets_(bought) - tickets_(back),
      revenue,
      showings: SHOWS.filter(([, at]) => dayOf(at) === day).length,
    })

    const { chain } = (await server.call(dayClose.day, { params: { day }, query: {} })).body.data
    expect(chain.subtotals.revenue).toBe(revenue)
  })

  test('a show after midnight is of the day before', async () => {
    const figures = async (day: string) => {
      const { cinemas } = (await server.call(programme.schedule, { query: { start_date: day, end_date: day } })).body
        .data
      return cinemas.flatMap(({ showings }) => showings.map(({ id, day }) => [id, day]))
    }
    const of = (day: string, ...ids: string[]) => ids.map((id) => [id, day])
    expect(await figures('2026-11-19')).toEqual(of('2026-11-19', 'late', 'midnight', 'before six'))
    expect(await figures('2026-11-20')).toEqual(of('2026-11-20', 'at six', 'noon'))
  })

  test('today is the day before until it ends, also in the words of a filter', async () => {
    server.clock.set('2026-11-21T03:00:00Z')
    const counts = async (date: string) =>
      (await server.call(paymentLogs.list, { query: { userType: 'GUEST', date } as never })).body.data.totalCount
    expect(await counts('today')).toBe(on('2026-11-20', sales).length)
    const up = { start_date: '2026-11-19', end_date: '2026-11-19', up_to: '00:00' }
    const [row] = (await server.call(analytics.salesAndRevenue, { query: up })).body.data
    const before = <T extends { at: string }>(of: readonly T[]) =>
      on('2026-11-19', of).filter(({ at }) => at < '2026-11-19T23:00:00.000Z')
    expect(row!.all_total_revenue).toBe(sum(before(sales)) - sum(before(refunds)))
    server.clock.set('2026-11-21T09:00:00Z')
  })
})

describe('a change of the setting', () => {
  let [before, always] = [] as unknown as [TestServer, TestServer]
  beforeAll(async () => {
    before = await testServer()
    always = await testServer({ env: ENDS })
    await fill(before)
    await fill(always)
  })
  afterAll(async () => {
    await before.close()
    await always.close()
  })

  test('starts nothing on days that are stored, moves none that is closed, and is carried out by a rebuild', async () => {
    const { env } = always.app
    await expect(settleDayZone(before.db, env)).rejects.toThrow('npm run rollups:rebuild')
    await before.db.execute(sql`
      insert into day_closes (day, closed_at, closed_by, note, figures)
      values ('2026-11-18', clock_timestamp(), 'Ada', '', '{}')`)
    await expect(rebuildDays(before.app.database, env)).rejects.toThrow('the first on 2026-11-18')
    await before.db.execute(
      sql`update day_closes set reopened_at = clock_timestamp(), reopened_by = 'Ada', reason = 'x'`,
    )
    const { found, left } = await rebuildDays(before.app.database, env)
    expect(found.length).toBeGreaterThan(0)
    expect(left).toEqual([])
    await settleDayZone(before.db, env)
    await expect(settleDayZone(before.db, before.app.env)).rejects.toThrow('npm run rollups:rebuild')
    expect(await check(always.app.database, env.dayZone)).toEqual([])
    for (const { table, keys, values } of rollups) {
      const isThere = sql.raw(values.map((value) => `${value} <> 0`).join(' or '))
      const rows = async ({ db }: TestServer) =>
        (
          await db.execute(
            sql`select ${sql.raw([...keys, ...values].join(', '))} from ${sql.identifier(table)} where ${isThere}
              order by ${sql.raw(keys.join(', '))}`,
          )
        ).rows
      expect([table, await rows(before)]).toEqual([table, await rows(always)])
    }
  })
})

test('a zone with summer time or without whole hours takes midnight', () => {
  const set = (CHAIN_ZONE: string, BUSINESS_DAY_ENDS = '06:00') => parseEnv({ CHAIN_ZONE, BUSINESS_DAY_ENDS }).dayZone
  expect(() => set('Europe/London')).toThrow('Set BUSINESS_DAY_ENDS=00:00')
  expect(() => set('Asia/Kolkata')).toThrow('without summer time')
  expect(() => set('Africa/Lagos', '09:00')).toThrow('BUSINESS_DAY_ENDS must be a full hour')
  expect(set('Europe/London', '00:00')).toBe('Europe/London')
  expect(set('Africa/Lagos')).toBe('Etc/GMT+5')
  expect(set('Asia/Dubai', '04:00')).toBe('Etc/UTC')
  expect(set('Asia/Tokyo', '02:00')).toBe('Etc/GMT-7')
  expect(addDays(DAYS[0]!, 4)).toBe(DAYS[4])
})
