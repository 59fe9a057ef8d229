import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs, type ListedRefund } from '../contract.ts'
import { Shop } from './test/paid.ts'

let server: TestServer
let shop: Shop
const ids: Record<string, number> = {}

const tickets = [{ kind: 'ticket', quantity: 2, amount: 5000.01 }]
const both = [
  { kind: 'ticket', quantity: 1, amount: 3000 },
  { kind: 'concession', quantity: 1, amount: 1000 },
]

beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, { 7: 'Lekki', 8: 'Ikeja' })
  const pay = async (name: string, more: Record<string, unknown>) => (ids[name] = await shop.paid(more))
  await pay('failed', { lines: tickets, last4: '0006', cinema_id: '7', payment_method: 'card' })
  await pay('whole', { lines: tickets, cinema_id: '7', payment_method: 'card' })
  await pay('parts', { lines: both, cinema_id: '8', payment_method: 'transfer', email: 'ada@mail.example' })
  await pay('unknown', { lines: both, cinema_id: null })
  await shop.refund(ids.failed!, { kind: 'full', amount: 5000.01 })
  await shop.refund(ids.whole!, { kind: 'full', amount: 5000.01 })
  const { lines } = await shop.detail(ids.parts!)
  const popcorn = lines.find(({ kind }) => kind === 'concession')!
  await shop.refund(ids.parts!, {
    kind: 'lines',
    lines: [{ purchase_id: popcorn.purchase_id, line: popcorn.line, quantity: 1 }],
    amount: 1000,
  })
  await shop.refund(ids.parts!, { kind: 'amount', amount: 500 })
  await shop.refund(ids.unknown!, { kind: 'amount', amount: 20.5 })
  await server.db.execute(sql`
    update payment_refunds set state = 'failed', settled_at = now(), message = 'Account closed' where payment_id = ${ids.failed!}`)
  await server.db.execute(sql`
    update payment_refunds set state = 'requested', settled_at = null, booked_at = null where payment_id = ${ids.unknown!}`)
})
afterAll(() => server.close())

const list = async (query: object = {}) =>
  (await server.call(paymentLogs.refunds, { query: { perPage: 100, ...query } })).body.data
const sums = async (query: object = {}) => (await server.call(paymentLogs.refundSums, { query })).body.data
const summaries = (rows: ListedRefund[]) => rows.map(({ amount, state }) => `${amount} ${state}`)

test('lists pending and failed refunds first, each newest first', async () => {
  const { refunds, totalCount } = await list()
  expect(totalCount).toBe(5)
  expect(summaries(refunds)).toEqual([
    '20.5 requested',
    '5000.01 failed',
    '500 succeeded',
    '1000 succeeded',
    '5000.01 succeeded',
  ])
  expect(refunds[1]).toMatchObject({ paymentId: ids.failed, cinema: 'Lekki', methods: ['card'], kind: 'full' })
  expect(refunds[1]!.message).toBe('Account closed')
})

test.each<[object, number[]]>([
  [{ state: 'failed' }, [5000.01]],
  [{ state: 'requested,failed' }, [20.5, 5000.01]],
  [{ amount: '500..1000' }, [500, 1000]],
  [{ method: 'card' }, [5000.01, 5000.01]],
  [{ method: 'transfer,-' }, [20.5, 500, 1000]],
  [{ method: '-' }, [20.5]],
  [{ method: '*' }, [5000.01, 500, 1000, 5000.01]],
  [{ kind: 'concession' }, [1000]],
  [{ kind: 'cube' }, []],
  [{ cinema_id: '8' }, [500, 1000]],
  [{ cinema_id: '-' }, [20.5]],
  [{ provider: 'embedded' }, [20.5, 5000.01, 500, 1000, 5000.01]],
  [{ provider: 'flutterwave' }, []],
  [{ date: 'today' }, [20.5, 5000.01, 500, 1000, 5000.01]],
  [{ date: '..2026-01-31' }, []],
  [{ search: 'ada@' }, [500, 1000]],
  [{ search: '%' }, []],
  [{ sort: '-amount', state: 'succeeded' }, [5000.01, 1000, 500]],
  [{ sort: 'at' }, [5000.01, 5000.01, 1000, 500, 20.5]],
])('%j', async (query, amounts) => {
  const { refunds, totalCount } = await list(query)
  expect(refunds.map(({ amount }) => amount)).toEqual(amounts)
  expect([totalCount, (await sums(query)).count]).toEqual([amounts.length, amounts.length])
})

test('counts a payment with several refunds once as paid', async () => {
  expect(await sums()).toEqual({
    count: 5,
    paid: 18_000.02,
    refunded: 6500.01,
    net: 11_500.01,
    underWay: 20.5,
    methods: [
      { method: 'card', count: 2, paid: 10_000.02, refunded: 5000.01, net: 5000.01, underWay: 0 },
      { method: 'transfer', count: 2, paid: 4000, refunded: 1500, net: 2500, underWay: 0 },
      { method: null, count: 1, paid: 4000, refunded: 0, net: 4000, underWay: 20.5 },
    ],
  })
  expect(await sums({ date: '..2026-01-31' })).toMatchObject({ count: 0, paid: 0, methods: [] })
})

test('exports all refunds in the order of the list', async () => {
  const { text } = await server.call(paymentLogs.refundsCsv, { query: { columns: 'amount,state,methods,cinema' } })
  expect(
    text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/),
  ).toEqual([
    'Amount,Status,Method,Cinema',
    '20.50,Pending,,',
    '5000.01,Failed,Card,Lekki',
    '500.00,Refunded,Bank transfer,Ikeja',
    '1000.00,Refunded,Bank transfer,Ikeja',
    '5000.01,Refunded,Card,Lekki',
  ])
})

test('returns pages of the requested size', async () => {
  const { refunds, totalCount } = await list({ page: 2, perPage: 2 })
  expect([summaries(refunds), totalCount]).toEqual([['500 succeeded', '1000 succeeded'], 5])
})

test('lists refunds reported only by the shop, and own refunds that it reports once', async () => {
  const own = (await list({ search: 'ada@' })).refunds
  const [full] = (await list({ state: 'succeeded', method: 'card' })).refunds
  const before = await sums()
  const id = await shop.paid({ lines: both, cinema_id: '8', payment_method: 'card', email: 'bisi@mail.example' })
  const { reference } = await shop.detail(id)
  const back = (name: string, of: string, kind: string, amount: number, more: object = {}) =>
    shop.send('refunds', [
      { id: name, purchase_id: of, at: TEST_NOW, reason: 'Till', lines: [{ kind, quantity: 1, amount }], ...more },
    ])
  expect((await back('told', reference, 'concession', 1000)).data.accepted).toBe(1)
  const again = { refund_reference: full!.reference }
  expect((await back('again', full!.bookingId, 'ticket', 2500, again)).data.accepted).toBe(0)

  const { refunds, totalCount } = await list({ provider: 'reported' })
  expect([totalCount, refunds]).toEqual([
    1,
    [
      expect.objectContaining({
        paymentId: id,
        reference: 'told',
        bookingId: reference,
        provider: 'reported',
        source: 'shop',
        state: 'succeeded',
        kind: 'lines',
        amount: 1000,
        createdBy: 'shop',
        reason: 'Till',
      }),
    ],
  ])
  expect((await list({ kind: 'ticket', search: 'bisi@' })).totalCount).toBe(0)
  expect((await list({ kind: 'concession', search: 'bisi@' })).totalCount).toBe(1)
  expect((await list({ search: 'ada@' })).refunds).toEqual(own)
  const after = await sums()
  expect(after).toMatchObject({ count: before.count + 1, paid: before.paid + 4000, refunded: before.refunded + 1000 })
  expect(after.methods[0]).toMatchObject({ method: 'card', count: 3, refunded: 6000.01 })
  const { text } = await server.call(paymentLogs.refundsCsv, {
    query: { provider: 'reported', columns: 'amount,provider' },
  })
  expect(text).toContain('1000.00,Reported by shop')
})
