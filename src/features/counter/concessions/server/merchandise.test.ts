import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { check } from '#features/operations/rollups/server/check.ts'
import { rebuild } from '#features/operations/rollups/server/rebuild.ts'
import { countMerchandiseJob, takeProducts } from './jobs.ts'
import { counter, IKEJA, LEKKI, PRODUCTS } from './test/counter.ts'
import { newKey, sender, type Send } from '#features/operations/feed/server/test/sender.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { posProduct, type ScriptedPos } from '#server/test/pos.ts'
import { merchandise, type Merchandise } from '../product-contract.ts'
import { messages } from '../product-rules.ts'

type Query = Input<(typeof merchandise)['list']['query']>

const MUG = posProduct('00705', 'Marquee mug', 4500, { kind: 'merchandise', type: 'Homeware', size: '35 cl' })

let server: TestServer
let pos: ScriptedPos
let report: Send
beforeAll(async () => {
  server = await testServer()
  report = sender(server, (await newKey(server, { name: 'Shop', source: 'shop' })).secret)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`
    truncate merchandise_days, merchandise_cinema_days, merchandise_sales, sales_days, cinema_sales_days, cinema_sales, purchase_lines, purchases, payments, payment_days, payment_cinema_days, cinema_products,
      product_syncs, products, showtimes, screens, cinemas, states, movies, sync_runs cascade`)
  pos = await counter(server)
  pos.has.products![LEKKI] = [...PRODUCTS, MUG]
  await takeProducts(server.app)
})

type Line = { product: string; quantity?: number; amount?: number; kind?: string }
let reportCount = 0
/** Tells a purchase of these lines. */
async function buy(lines: Line[], at = '2026-11-20T12:00:00+01:00', cinema_id: string | null = LEKKI) {
  const purchase = {
    id: `p${reportCount++}`,
    at,
    cinema_id,
    lines: lines.map((line) => ({ kind: 'concession', quantity: 1, amount: 5000, ...line })),
  }
  expect(await report('purchases', [purchase])).toMatchObject({ status: 200, data: { accepted: 1 } })
}

const list = async (query: Query = {}) => (await server.call(merchandise.list, { query })).body.data
const units = async () =>
  Object.fromEntries(((await list()) as Merchandise[]).map(({ name, units_sold }) => [name, units_sold]))
const idOf = async (name: string) => ((await list()) as Merchandise[]).find((one) => one.name === name)!.id
const record = async (name: string, query: object = {}) =>
  (await server.call(merchandise.fetch, { params: { id: await idOf(name) }, query })).body.data

describe('merchandise', () => {
  // Clauses: operations 203, 387
  test('what the cinemas sell of it, with prices; food is none of it', async () => {
    const all = (await list()) as Merchandise[]
    expect(all.map(({ name }) => name)).toEqual(['Marquee mug', 'Popcorn bucket'])
    expect(all[1]).toMatchObject({
      rosetta_product_id: '00703',
      type: 'Collectible',
      price: 5000,
      highest_price: 7500,
      units_sold: 0,
      size: '',
      createdAt: TEST_NOW,
    })
    expect(all[0]!.concessions.map(({ cinema_id }) => cinema_id)).toEqual([LEKKI])
  })

  // Clauses: operations 59, 62, 65
  test.each<[Query, string[]]>([
    [{ search: 'mug' }, ['Marquee mug']],
    [{ search: '00703' }, ['Popcorn bucket']],
    [{ sort: '-price' }, ['Popcorn bucket', 'Marquee mug']],
    [{ sort: 'type' }, ['Popcorn bucket', 'Marquee mug']],
    [{ sort: 'size' }, ['Popcorn bucket', 'Marquee mug']],
    [{ sort: '-name' }, ['Popcorn bucket', 'Marquee mug']],
    [{ sort: 'createdAt' }, ['Marquee mug', 'Popcorn bucket']],
    [{ sort: '-units_sold' }, ['Popcorn bucket', 'Marquee mug']],
    [{ start_date: '2026-11-22' }, []],
    [{ perPage: 1, page: 2 }, ['Popcorn bucket']],
    [{ page: 9 }, []],
  ])('%j', async (query, expected) => {
    await buy([{ product: 'Popcorn bucket' }])
    const { merchandises } = (await list({ page: 1, ...query })) as { merchandises: Merchandise[] }
    expect(merchandises.map(({ name }) => name)).toEqual(expected)
  })

  test('a page says how many there are in all', async () => {
    expect(await list({ page: 9 })).toEqual({ merchandises: [], totalCount: 2 })
  })

  test.each([
    [{ sort: 'secret' }, 'sort'],
    [{ start_date: 'yesterday' }, 'start_date'],
    [{ page: 'x' }, 'page'],
  ])('%j is refused', async (query, field) => {
    const answer = await server.call(merchandise.list, { query: query as never })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field }] })
  })

  // Clauses: operations 60
  test('the CSV holds the table, in the columns that are asked for', async () => {
    await buy([{ product: 'Marquee mug', quantity: 3 }])
    const full = await server.call(merchandise.listCsv)
    expect(full.headers['content-disposition']).toBe('attachment; filename="merchandise.csv"')
    expect(full.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Name,Type,Price,Units sold,Size,Date added',
      'Marquee mug,Homeware,4500.00,3,35 cl,21/11/2026',
      'Popcorn bucket,Collectible,5000.00 – 7500.00,0,,21/11/2026',
    ])
    const some = await server.call(merchandise.listCsv, { query: { search: 'mug', columns: 'units_sold,name' } })
    expect(some.text.replace('\uFEFF', '')).toBe('Units sold,Name\r\n3,Marquee mug\r\n')
    expect((await server.call(merchandise.listCsv, { query: { columns: 'secret' } })).status).toBe(422)
  })
})

describe('what was sold', () => {
  // Clauses: operations 203
  test('lines of it are counted as they are told, by its name in any letters or its id; others are not', async () => {
    await buy([
      { product: 'POPCORN bucket', quantity: 2 },
      { product: '00705' },
      { product: 'Popcorn, large', quantity: 9 },
      { product: '' },
    ])
    await buy([{ product: 'Marquee mug', kind: 'subscription' }])
    expect(await units()).toEqual({ 'Popcorn bucket': 2, 'Marquee mug': 1 })
  })

  // Clauses: operations 204, 388
  test('its history: the newest first, in pages, by days of the chain', async () => {
    await buy([{ product: 'Marquee mug', quantity: 2, amount: 9000.5 }], '2026-11-18T23:30:00Z', IKEJA)
    await buy([{ product: 'Marquee mug', amount: 4500 }], '2026-11-18T12:00:00Z', null)
    await buy([{ product: 'Marquee mug' }, { product: 'Marquee mug' }], '2026-11-20T12:00:00Z')
    const full = await record('Marquee mug')
    expect(full).toMatchObject({ name: 'Marquee mug', units_sold: 5, purchaseCount: 4 })
    expect(full.purchaseHistory.map(({ purchaseDate }) => purchaseDate.slice(0, 16))).toEqual([
      '2026-11-20T12:00',
      '2026-11-20T12:00',
      '2026-11-18T23:30',
      '2026-11-18T12:00',
    ])
    expect(full.purchaseHistory[2]).toEqual({
      id: expect.stringMatching(/^\d+-1$/),
      purchase_id: expect.any(Number),
      name: 'Marquee mug',
      type: 'Homeware',
      purchaseDate: '2026-11-18T23:30:00.000Z',
      quantity: 2,
      totalPrice: 9000.5,
      cinema_name: 'Ikeja',
    })
    expect(full.purchaseHistory[3]!.cinema_name).toBeNull()
    const second = await record('Marquee mug', { page: 2, perPage: 3 })
    expect(second.purchaseHistory).toEqual(full.purchaseHistory.slice(3))
    for (const [at, one] of full.purchaseHistory.entries())
      expect((await record('Marquee mug', { page: at + 1, perPage: 1 })).purchaseHistory).toEqual([one])
    expect(await record('Marquee mug', { page: 9 })).toMatchObject({
      purchaseHistory: [],
      purchaseCount: 4,
      purchaseQuantity: 5,
    })
    const days = await record('Marquee mug', { start_date: '2026-11-19', end_date: '2026-11-19' })
    expect(days.purchaseHistory).toEqual([full.purchaseHistory[2]])
    expect([days.purchaseCount, days.purchaseQuantity, days.purchaseTotal]).toEqual([1, 2, 9000.5])
    expect((await record('Marquee mug', { end_date: '2026-11-18' })).purchaseCount).toBe(1)
  })

  test('its history is a file, of some days too', async () => {
    await buy([{ product: 'Marquee mug', quantity: 2, amount: 9000.5 }], '2026-11-18T23:30:00Z', IKEJA)
    await buy([{ product: 'Marquee mug', amount: 4500 }, { product: 'Popcorn bucket' }], '2026-11-18T12:00:00Z', null)
    const file = async (query: object) => {
      const call = { params: { id: await idOf('Marquee mug') }, query }
      const { text, headers } = await server.call(merchandise.historyCsv, call)
      expect(headers['content-disposition']).toBe('attachment; filename="merchandise-purchases.csv"')
      return text.replace('\uFEFF', '').trim().split('\r\n')
    }
    const [heading, late, early] = [
      'Name,Type,Purchase date,Cinema,Quantity,Total price',
      'Marquee mug,Homeware,19/11/2026 00:30,Ikeja,2,9000.50',
      'Marquee mug,Homeware,18/11/2026 13:00,,1,4500.00',
    ]
    expect(await file({})).toEqual([heading, late, early])
    expect(await file({ start_date: '2026-11-19' })).toEqual([heading, late])
    const none = { params: { id: 999_999 }, query: {} }
    expect((await server.call(merchandise.historyCsv, none)).status).toBe(404)
  })

  test.each([
    [{ page: 0 }, 'page'],
    [{ end_date: 'x' }, 'end_date'],
  ])('%j is refused', async (query, field) => {
    const answer = await server.call(merchandise.fetch, { params: { id: await idOf('Marquee mug') }, query })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field }] })
  })

  test('what there is not, and what is food, is no merchandise', async () => {
    const { rows } = await server.db.execute<{ id: number }>(sql`select id from products where rosetta_id = '00101'`)
    for (const id of [999_999, rows[0]!.id]) {
      const answer = await server.call(merchandise.fetch, { params: { id } })
      expect(answer.problem).toEqual({ status: 404, message: messages.noMerchandise })
    }
    for (const id of ['mug', 9_999_999_999]) {
      const answer = await server.call(merchandise.fetch, { params: { id } })
      expect(answer.problem).toMatchObject({ status: 422, message: messages.noMerchandise })
    }
  })

  test('what was told before the point of sale told of it is counted afterwards, once', async () => {
    const cap = posProduct('00702', 'Marquee cap', 7500, { kind: 'merchandise', type: 'Clothing' })
    await buy([{ product: 'Marquee cap', quantity: 2 }, { product: '00702' }, { product: 'Marquee mug' }])
    pos.has.products![LEKKI] = [...PRODUCTS, MUG, cap]
    await takeProducts(server.app)
    await buy([{ product: 'Marquee cap', quantity: 4 }])
    await countMerchandiseJob.run(server.app, {})
    expect((await units())['Marquee cap']).toBe(4)
    // Not at once: what is being reported while it becomes known must have come in.
    server.clock.set('2026-11-21T09:03:00Z')
    await countMerchandiseJob.run(server.app, {})
    await countMerchandiseJob.run(server.app, {})
    expect(await units()).toEqual({ 'Marquee cap': 7, 'Marquee mug': 1, 'Popcorn bucket': 0 })
  })

  test('by days it is kept as the lines amount to, however they are told, and repaired where it is not', async () => {
    const { env } = server.app
    const database = server.app.database
    const cap = posProduct('00702', 'Marquee cap', 7500, { kind: 'merchandise', type: 'Clothing' })
    const lines = [
      { product: 'Marquee cap', quantity: 2 },
      { product: 'Marquee mug', quantity: 3 },
      { product: '00705' },
    ]
    for (const at of ['2026-11-18T22:30:00Z', '2026-11-18T23:30:00Z', '2026-11-19T12:00:00Z']) await buy(lines, at)
    pos.has.products![LEKKI] = [...PRODUCTS, MUG, cap]
    await takeProducts(server.app)
    server.clock.set('2026-11-21T09:03:00Z')
    await countMerchandiseJob.run(server.app, {})
    await buy([{ product: 'Marquee cap' }], '2026-11-19T12:00:00Z')
    const stored = async () => {
      const { rows } = await server.db.execute(sql`
        select p.name, d.day, d.lines, d.quantity from merchandise_days d join products p on p.id = d.product_id order by 1, 2`)
      return rows.map(Object.values)
    }
    const right = [
      ['Marquee cap', '2026-11-18', 1, 2],
      ['Marquee cap', '2026-11-19', 3, 5],
      ['Marquee mug', '2026-11-18', 2, 4],
      ['Marquee mug', '2026-11-19', 4, 8],
    ]
    expect(await stored()).toEqual(right)
    expect(await check(database, env.zone)).toEqual([])
    await server.db.execute(sql`delete from merchandise_days where day = '2026-11-18'`)
    await server.db.execute(sql`update merchandise_days set quantity = quantity + 1, lines = lines - 1`)
    const { found, left } = await rebuild(database, env.zone)
    expect(found.map(({ table, key }) => [table, key.day])).toEqual([
      ['merchandise_days', '2026-11-18'],
      ['merchandise_days', '2026-11-18'],
      ['merchandise_days', '2026-11-19'],
      ['merchandise_days', '2026-11-19'],
    ])
    expect(left).toEqual([])
    expect(await stored()).toEqual(right)
  })
})
