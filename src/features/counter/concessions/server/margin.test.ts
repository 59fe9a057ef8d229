import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { concessions } from '../contract.ts'
import { margin } from '../margin-contract.ts'
import { losesMoney, marginOf, messages } from '../margin-rules.ts'
import { counter, IKEJA, JABI, LEKKI } from './test/counter.ts'

let server: TestServer
let shop: Shop
const idOf: Record<string, number> = {}
beforeAll(async () => {
  server = await testServer()
  server.clock.set(TEST_NOW)
  await counter(server)
  const { rows } = await server.db.execute<{ id: number; rosetta_id: string }>(sql`select id, rosetta_id from products`)
  for (const row of rows) idOf[row.rosetta_id] = row.id
  shop = await newShop(server)
  const sale = (id: string, at: string, cinema_id: string, lines: object[]) => ({
    id,
    at,
    channel: 'web',
    cinema_id,
    lines: lines.map((line) => ({ kind: 'concession', ...line })),
  })
  await shop.sendAll('purchases', [
    sale('1', '2026-11-02T23:30:00+01:00', LEKKI, [{ product: 'Popcorn, large', quantity: 2, amount: 6000 }]),
    sale('2', '2026-11-03T00:30:00+01:00', LEKKI, [{ product: 'popcorn, LARGE', quantity: 1, amount: 3000 }]),
    sale('3', '2026-11-10T12:00:00+01:00', IKEJA, [
      { product: 'Combo for two', quantity: 1, amount: 3500 },
      { product: '00201', quantity: 3, amount: 3600 },
      { product: 'Something else', quantity: 1, amount: 100 },
    ]),
  ])
  await server.call(concessions.createCombo, {
    body: { rosetta_product_id: '00501', combo_items: ['00101', '00201'], cinema_id: IKEJA },
  })
})
afterAll(() => server.close())
beforeEach(() => server.db.execute(sql`truncate product_costs`))

const DAYS = { start_date: '2026-11-01', end_date: '2026-11-20' }
const set = (product: string, from_day: string, cost: number) =>
  server.call(margin.setCost, { params: { id: idOf[product]! }, body: { from_day, cost } })
const list = async (query: object = {}) => (await server.call(margin.list, { query: { ...DAYS, ...query } })).body.data
const figures = (row: Awaited<ReturnType<typeof list>>['rows'][number]) => [
  row.name,
  row.units,
  row.revenue,
  row.cost,
  row.margin,
  row.percent,
  row.unknown_units,
]

test('what is left of revenue', () => {
  expect(marginOf(1000, 250)).toEqual({ margin: 750, percent: 75 })
  expect(marginOf(0, 0)).toEqual({ margin: 0, percent: null })
  expect([losesMoney(100, 101), losesMoney(100, 100), losesMoney(0, null)]).toEqual([true, false, false])
  const kobo = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(
    fc.property(kobo, kobo, (revenue, cost) => {
      const known = marginOf(revenue, cost)
      expect(known.margin! + cost).toBe(revenue)
      expect(known.margin! < 0).toBe(losesMoney(revenue, cost))
      expect(marginOf(revenue, null)).toEqual({ margin: null, percent: null })
    }),
  )
})

describe('the cost of a product', () => {
  test('holds from its day until the next one, and is replaced by another from that day', async () => {
    await set('00101', '2026-11-03', 1500)
    await set('00101', '2026-11-01', 1000)
    const answer = await set('00101', '2026-11-03', 1400)
    expect(answer.body).toMatchObject({
      message: messages.saved,
      data: {
        costs: [
          { from_day: '2026-11-03', cost: 1400 },
          { from_day: '2026-11-01', cost: 1000 },
        ],
      },
    })
    const popcorn = (await list()).rows.find(({ name }) => name === 'Popcorn, large')!
    expect(figures(popcorn)).toEqual(['Popcorn, large', 3, 9000, 3400, 5600, 62.2, 0])
    const params = { id: idOf['00101']! }
    const removed = await server.call(margin.removeCost, { params, query: { from_day: '2026-11-03' } })
    expect(removed.body.data.costs).toHaveLength(1)
    expect((await server.call(margin.removeCost, { params, query: { from_day: '2026-11-03' } })).status).toBe(404)
    expect((await list()).rows[0]!.cost).toBe(3000)
  })

  test('is a price from nothing on, of a product that there is', async () => {
    expect((await set('00101', '2026-11-01', -1)).problem).toMatchObject({
      errors: [{ field: 'cost', message: messages.badCost }],
    })
    const unknown = await server.call(margin.setCost, {
      params: { id: 999 },
      body: { from_day: '2026-11-01', cost: 1 },
    })
    expect(unknown.status).toBe(404)
  })

  test('that fifty set at once is one of theirs', async () => {
    const costs = Array.from({ length: 50 }, (_, index) => index + 1)
    const answers = await Promise.all(costs.map((cost) => set('00101', '2026-11-01', cost)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { data } = (await server.call(margin.costs, { params: { id: idOf['00101']! } })).body
    expect([data.costs.length, costs.includes(data.costs[0]!.cost)]).toEqual([1, true])
  })
})

describe('margin', () => {
  test('that is not known is not nothing', async () => {
    await set('00101', '2026-11-03', 1400)
    const { rows, totals } = await list({ sort: 'name' })
    expect(rows.map(figures)).toEqual([
      ['Coke 50 cl', 3, 3600, null, null, null, 3],
      ['Combo for two', 1, 3500, null, null, null, 1],
      ['Not matched to a product', 1, 100, null, null, null, 1],
      // Of the day before its cost begins two are not known: margin is of the third.
      ['Popcorn, large', 3, 9000, 1400, 1600, 53.3, 2],
    ])
    expect(totals).toMatchObject({ units: 8, revenue: 16_200, cost: 1400, margin: 1600, unknown_units: 7 })
  })

  test('of a combo is by the cost of its parts, and by product, combo or cinema', async () => {
    await set('00101', '2026-01-01', 2500)
    await set('00201', '2026-01-01', 1200)
    expect((await list({ by: 'combo' })).rows.map(figures)).toEqual([['Combo for two', 1, 3500, 3700, -200, -5.7, 0]])
    expect((await list({ by: 'cinema' })).rows.map(figures)).toEqual([
      ['Ikeja', 5, 7200, 7300, -200, -2.8, 1],
      ['Lekki', 3, 9000, 7500, 1500, 16.7, 0],
    ])
    const { rows, totalCount } = await list({ cinemas: IKEJA, sort: '-margin', perPage: 1 })
    expect([totalCount, rows.map(({ name }) => name)]).toEqual([3, ['Coke 50 cl']])
    const menu = (await server.call(margin.menu, { params: { id: IKEJA } })).body.data
    expect(menu.find(({ product_id }) => product_id === '00501')).toEqual({
      product_id: '00501',
      price: 5250,
      cost: 3700,
      margin: 1550,
      percent: 29.5,
      loses_money: false,
    })
    expect(menu.find(({ product_id }) => product_id === '00502')).toMatchObject({ cost: null, loses_money: false })
    await set('00201', '2026-11-21', 3000)
    const now = (await server.call(margin.menu, { params: { id: IKEJA } })).body.data
    expect(now.find(({ product_id }) => product_id === '00501')).toMatchObject({ margin: -250, loses_money: true })
  })

  test('by movie is of what was bought with tickets of one movie alone', async () => {
    await set('00201', '2026-01-01', 300)
    await server.db.execute(sql`
      insert into movies (id, name, title) values ('F1', 'JAWS (2D)', 'Jaws'), ('F2', 'Alien', '')`)
    const ticket = (movie_id: string) => ({ kind: 'ticket', quantity: 2, amount: 9000, movie_id })
    const coke = (quantity: number) => ({ kind: 'concession', product: '00201', quantity, amount: 1200 * quantity })
    const at = '2026-12-02T12:00:00+01:00'
    server.clock.set('2026-12-03T12:00:00Z')
    await shop.sendAll('purchases', [
      { id: 'm1', at, channel: 'web', cinema_id: LEKKI, lines: [ticket('F1'), ticket('F1'), coke(2)] },
      { id: 'm2', at, channel: 'web', cinema_id: IKEJA, lines: [ticket('F2'), coke(1)] },
      { id: 'm3', at, channel: 'web', cinema_id: IKEJA, lines: [ticket('F1'), ticket('F2'), coke(5)] },
      { id: 'm4', at, channel: 'web', cinema_id: IKEJA, lines: [coke(7)] },
    ])
    const december = { by: 'movie', start_date: '2026-12-01', end_date: '2026-12-03' }
    expect((await list(december)).rows.map(figures)).toEqual([
      ['Alien', 1, 1200, 300, 900, 75, 0],
      ['Jaws', 2, 2400, 600, 1800, 75, 0],
    ])
    expect((await list({ ...december, cinemas: LEKKI })).rows.map(({ name }) => name)).toEqual(['Jaws'])
    expect((await list({ ...december, by: 'product' })).totals).toMatchObject({ units: 15 })
    server.clock.set(TEST_NOW)
  })

  test('is in a file', async () => {
    await set('00101', '2026-01-01', 1000)
    const { text } = await server.call(margin.csv, { query: { ...DAYS, search: 'popcorn' } })
    expect(text).toContain('"Popcorn, large",3,9000.00,3000.00,6000.00,66.7,0')
  })

  test('is of a year, and of at most so many days', async () => {
    expect((await list({ start_date: '2025-11-16' })).totals).toMatchObject({ units: 8, revenue: 16_200 })
    const { problem } = await server.call(margin.list, { query: { start_date: '2025-11-15', end_date: '2026-11-20' } })
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'end_date', message: messages.tooLong }] })
  })

  test('costs are told by no other call', async () => {
    await set('00101', '2026-01-01', 1234.56)
    for (const path of ['/concessions', `/concessions/${LEKKI}?add_mobile_device=true`, '/concessions/rosetta/00101'])
      expect((await server.inject({ method: 'GET', url: `/api${path}` })).body).not.toContain('1234.56')
    const menu = await server.call(concessions.fetch, { params: { id: LEKKI }, query: { add_mobile_device: 'true' } })
    expect([menu.status, menu.text.includes('1234.56')]).toEqual([200, false])
    expect((await server.call(margin.menu, { params: { id: LEKKI }, as: 'powerless' })).status).toBe(403)
  })
})

describe('a combo tried on what was sold', () => {
  const simulated = (items: string, price = 3500, cinema = JABI) =>
    server.call(margin.simulate, { params: { id: cinema }, query: { items, price } })
  const IDS = ['00101', '00201', '00104']
  const PRODUCTS = ['Popcorn, large', 'COKE 50 cl', '00104']
  const UNIT = [300_000, 80_001, 320_050]
  const COST: (number | null)[] = [100_000, 30_033, null]

  test('is worked out of the orders that had all of its items, as a count by hand does', async () => {
    const line = fc.record({ of: fc.integer({ min: 0, max: 2 }), quantity: fc.integer({ min: 1, max: 4 }) })
    const order = fc.record({
      ago: fc.integer({ min: 0, max: 100 }),
      here: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    })
    const orders = fc.sample(order, { numRuns: 400, seed: 22 })
    await shop.sendAll(
      'purchases',
      orders.map(({ ago, here, lines }, n) => ({
        id: `tried-${n}`,
        at: new Date(Date.parse(TEST_NOW) - ago * 86_400_000).toISOString(),
        channel: 'web',
        cinema_id: here ? JABI : IKEJA,
        lines: lines.map(({ of, quantity }) => ({
          kind: 'concession',
          product: PRODUCTS[of],
          quantity,
          amount: (UNIT[of]! * quantity) / 100,
        })),
      })),
    )
    await set('00101', '2026-01-01', 1000)
    await set('00201', '2026-01-01', 300.33)
    for (const items of [[0], [0, 1], [1, 2], [0, 1, 2]]) {
      let [found, sets, separately, cost] = [0, 0, 0, 0]
      for (const { ago, here, lines } of orders) {
        const counts = items.map((item) =>
          lines.filter(({ of }) => of === item).reduce((n, { quantity }) => n + quantity, 0),
        )
        const fewest = Math.min(...counts)
        if (!here || ago >= 90 || fewest === 0) continue
        found++
        sets += fewest
        separately += items.reduce((sum, item) => sum + UNIT[item]! * fewest, 0)
        cost += items.reduce((sum, item) => sum + (COST[item] ?? NaN) * fewest, 0)
      }
      expect(found).toBeGreaterThan(5)
      const { data } = (await simulated(items.map((item) => IDS[item]).join(), 2500.5)).body
      expect(data).toEqual({
        start_date: '2026-08-24',
        end_date: '2026-11-21',
        orders: found,
        sets,
        separately: separately / 100,
        as_combo: (sets * 250_050) / 100,
        margin_separately: Number.isNaN(cost) ? null : (separately - cost) / 100,
        margin_as_combo: Number.isNaN(cost) ? null : (sets * 250_050 - cost) / 100,
      })
    }
  })

  test('of which no order had all items has earned nothing', async () => {
    expect((await simulated('00101,00703')).body.data).toMatchObject({ orders: 0, sets: 0, separately: 0, as_combo: 0 })
  })

  test('says which field is wrong', async () => {
    const errors = async (items: string, price?: number) => (await simulated(items, price)).problem.errors
    expect(await errors('')).toEqual([{ field: 'items', message: messages.noItem }])
    expect(await errors('00101,nothing')).toEqual([{ field: 'items', message: messages.unknownItem('nothing') }])
    expect(await errors('00101', -1)).toEqual([{ field: 'price', message: messages.badPrice }])
    expect((await simulated('00101', 1, 'nowhere')).status).toBe(404)
  })
})
