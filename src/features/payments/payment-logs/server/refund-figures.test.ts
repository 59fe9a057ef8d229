/** Refunds of payments without a reference are in the list, whose totals equal the figures. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { addCube, wanted } from '#features/rooms/cubes/server/test/chain.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { pageOfRefunds, sumsOfRefunds } from './refund-list.ts'
import { Shop } from './test/paid.ts'

const LEKKI = '7'
const IKEJA = '8'
const YESTERDAY = '2026-11-20T23:30:00+01:00'

let server: TestServer
let shop: Shop

const counter = { payment_reference: undefined, channel: 'not_specified' }
const back = async (id: string, of: string, kind: string, amount: number, at: unknown = TEST_NOW) => {
  const reported = await shop.send('refunds', [
    { id, purchase_id: of, at, reason: 'Cold', lines: [{ kind, quantity: 1, amount }] },
  ])
  expect(reported.data.accepted).toBe(1)
}

beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, { [LEKKI]: 'Lekki', [IKEJA]: 'Ikeja' })
  const popcorn = [{ kind: 'concession', quantity: 2, amount: 3000 }]
  const at = '2026-11-20T20:00:00+01:00'
  await shop.sell('till-1', popcorn, { ...counter, at, cinema_id: LEKKI, payment_method: 'cash' })
  await shop.sell('till-2', popcorn, { ...counter, at, cinema_id: IKEJA, payment_method: 'card', name: 'Bisi Ade' })
  await shop.sell('till-3', popcorn, { ...counter, at, cinema_id: LEKKI })
  await back('back-1', 'till-1', 'concession', 1000)
  await back('back-2', 'till-1', 'concession', 500)
  await back('back-3', 'till-2', 'concession', 3000)
  await back('back-4', 'till-3', 'concession', 700, YESTERDAY)
  const paid = await shop.paid({ cinema_id: IKEJA, payment_method: 'card' })
  await back('back-5', (await shop.detail(paid)).reference, 'concession', 1000)
  await shop.refund(paid, { kind: 'amount', amount: 250 })
})
afterAll(() => server.close())

const list = async (query: object = {}) =>
  (await server.call(paymentLogs.refunds, { query: { perPage: 100, sort: 'amount', ...query } })).body.data
const sums = async (query: object = {}) => (await server.call(paymentLogs.refundSums, { query })).body.data
const amounts = async (query: object) => {
  const { refunds, totalCount } = await list(query)
  expect([totalCount, (await sums(query)).count]).toEqual([refunds.length, refunds.length])
  return refunds.map(({ amount }) => amount)
}

test('shows the purchase of a counter refund', async () => {
  const { refunds } = await list({ search: 'Bisi' })
  expect(refunds).toEqual([
    expect.objectContaining({
      paymentId: await shop.idOf('shop:till-2'),
      purchaseId: expect.any(Number),
      bookingId: 'till-2',
      reference: 'back-3',
      cinema: 'Ikeja',
      methods: ['card'],
      kind: 'full',
      amount: 3000,
      name: 'Bisi Ade',
      source: 'shop',
      state: 'succeeded',
      at: expect.stringContaining('2026-11-2'),
    }),
  ])
})

test.each<[object, number[]]>([
  [{}, [250, 500, 700, 1000, 1000, 3000]],
  [{ method: 'cash' }, [500, 1000]],
  [{ method: '-' }, [700]],
  [{ cinema_id: LEKKI }, [500, 700, 1000]],
  [{ kind: 'concession', cinema_id: LEKKI }, [500, 700, 1000]],
  [{ kind: 'ticket', cinema_id: LEKKI }, []],
  [{ provider: 'reported' }, [500, 700, 1000, 1000, 3000]],
  [{ amount: '600..900' }, [700]],
  [{ date: 'today-1' }, [700]],
  [{ search: 'till-1' }, [500, 1000]],
  [{ search: 'back-4' }, [700]],
  [{ state: 'requested,failed' }, []],
])('%j', async (query, expected) => {
  expect(await amounts(query)).toEqual(expected)
})

test('counts a counter payment once in the totals, with any number of refunds', async () => {
  expect(await sums({ method: 'cash' })).toMatchObject({ count: 2, paid: 3000, refunded: 1500, net: 1500 })
})

test('exports them without a payment reference', async () => {
  const { text } = await server.call(paymentLogs.refundsCsv, {
    query: { search: 'till-1', sort: '-amount', columns: 'bookingId,paymentReference,amount,methods,cinema' },
  })
  expect(
    text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/),
  ).toEqual([
    'Booking ID,Payment Reference,Amount,Method,Cinema',
    'till-1,,1000.00,Cash,Lekki',
    'till-1,,500.00,Cash,Lekki',
  ])
})

test.each(['2026-11-20', '2026-11-21'])('adds up the refunds of %s to the figures', async (day) => {
  const figures = (await server.call(analytics.byCinema, { query: { period: 'day', date: day } })).body.data
  const listed = await sums({ date: `${day}..${day}` })
  expect(listed.refunded).toBeGreaterThan(0)
  expect([listed.refunded, listed.count]).toEqual([figures.total.now.refunded, figures.total.now.refunds])
  for (const { cinema_id, now } of figures.cinemas)
    expect((await sums({ cinema_id, date: `${day}..${day}` })).refunded).toBe(now.refunded)
})

test('shows cinema staff the refunds of purchases at their cinemas', async () => {
  const lekki = scopedTo(server.db, [LEKKI])
  const filter = { zone: 'Africa/Lagos' }
  const { refunds, totalCount } = await pageOfRefunds(lekki, filter, { page: 1, perPage: 10 })
  expect([totalCount, refunds.map(({ cinema }) => cinema)]).toEqual([3, ['Lekki', 'Lekki', 'Lekki']])
  expect(await sumsOfRefunds(lekki, filter)).toMatchObject({ count: 3, paid: 6000, refunded: 2200 })
})

test('includes cube refunds that the payment log does not have', async () => {
  await server.db.execute(sql`insert into movies (id, name, title) values ('HO0001', 'ANIKULAPO', 'Anikulapo')`)
  const cube = await addCube(server, { cinema_id: LEKKI })
  const booked = await server.call(cubes.book, { body: wanted(cube) })
  expect(booked.status).toBe(201)
  await server.db.execute(sql`
    update cube_payments set reference = null, method = null, refund = 'done', refund_at = ${TEST_NOW}, refund_kobo = kobo`)
  const { refunds } = await list({ kind: 'cube' })
  expect(refunds).toEqual([
    expect.objectContaining({
      paymentId: null,
      purchaseId: null,
      bookingId: booked.body.data.booking_id,
      cinema: 'Lekki',
      amount: 90,
      kind: 'full',
      name: 'Ada Obi',
    }),
  ])
  const day = '2026-11-21'
  const figures = await server.call(analytics.cubeRevenue, { query: { start_date: day, end_date: day } })
  expect(figures.body.data).toEqual([expect.objectContaining({ refunded: 90 })])
  expect(await sums({ kind: 'cube', date: `${day}..${day}` })).toMatchObject({ count: 1, paid: 90, refunded: 90 })
})
