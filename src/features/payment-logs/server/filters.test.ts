import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs, type PaymentLog } from '../contract.ts'
import { Shop } from './test/paid.ts'

let server: TestServer
let every: PaymentLog[]
beforeAll(async () => {
  server = await testServer()
  const shop = await Shop.of(server)
  await server.db.execute(sql`insert into states (name) values ('Lagos')`)
  await server.db.execute(sql`
    insert into cinemas (id, name, state_id) select x.id, x.name, s.id
    from states s, (values ('7', 'Lekki'), ('8', 'Ikeja')) x (id, name) where s.name = 'Lagos'`)
  const lines = [{ kind: 'ticket', quantity: 2, amount: 5000 }]
  for (const [cinema_id, at, ...more] of [
    ['7', '2026-10-01T09:00:00Z'],
    ['7', '2026-11-20T22:59:59Z', 'full'],
    ['8', '2026-11-20T23:00:00Z', 'part'],
    ['8', '2026-11-21T08:00:00Z'],
    [null, '2026-11-21T08:30:00Z'],
  ] as const) {
    const id = await shop.paid({ lines, cinema_id, at })
    if (more.length)
      await shop.refund(id, more[0] === 'full' ? { kind: 'full', amount: 5000 } : { kind: 'amount', amount: 1000 })
  }
  await shop.sell('dear', [{ kind: 'ticket', amount: 250_000.5 }], { cinema_id: '7', at: '2026-11-21T07:00:00Z' })
  for (const [reference, status, currency] of [
    ['failed', 'failed', 'NGN'],
    ['waiting', 'needs_customer', 'NGN'],
    ['dollars', 'succeeded', 'USD'],
  ])
    await server.db.execute(sql`
      insert into payment_logs (at, provider, reference, email, kobo, currency, purchase_type, status, provider_id, message)
      values ('2026-11-21T10:00:00Z', 'flutterwave', ${reference}, '', 700000, ${currency}, 'Web or app purchase', ${status},
        ${reference}, '')`)
  every = (await list()).payment_logs
})
afterAll(() => server.close())

const list = async (query: object = {}) =>
  (await server.call(paymentLogs.list, { query: { perPage: 100, ...query } })).body.data

const of = ({ data: { meta } }: PaymentLog) => meta
const naira = (row: PaymentLog) => (of(row).currency === 'NGN' ? of(row).amountPaid : NaN)

test('what the filters are tried on has every status', () => {
  expect(new Set(every.map((row) => of(row).status)).size).toBe(5)
})

test.each<[object, (row: PaymentLog) => boolean]>([
  [{ status: 'succeeded' }, (row) => of(row).status === 'succeeded'],
  [{ status: 'refunded' }, (row) => of(row).status === 'refunded'],
  [{ status: 'partly_refunded,failed' }, (row) => ['partly_refunded', 'failed'].includes(of(row).status)],
  [{ status: 'needs_customer' }, (row) => of(row).status === 'needs_customer'],
  [{ amount: '5000' }, (row) => naira(row) === 5000],
  [{ amount: '6000..' }, (row) => naira(row) >= 6000],
  [{ amount: '..7000' }, (row) => naira(row) <= 7000],
  [{ amount: '250000.5..250000.50' }, (row) => naira(row) === 250_000.5],
  // The chain's day begins at 23:00 UTC.
  [{ date: '2026-11-20' }, (row) => row.createdAt === '2026-11-20T22:59:59.000Z'],
  [{ date: '2026-11-21..' }, (row) => row.createdAt >= '2026-11-20T23:00:00.000Z'],
  [{ date: '..2026-10-31' }, (row) => row.createdAt < '2026-10-31T23:00:00.000Z'],
  [{ date: 'today-29..today' }, (row) => row.createdAt > '2026-10-20'],
  [
    { provider: 'flutterwave' },
    (row) => row.data.id !== null && ['failed', 'waiting', 'dollars'].includes(row.reference),
  ],
  [
    { status: 'succeeded', amount: '5000', date: '2026-11-21' },
    (row) => of(row).status === 'succeeded' && naira(row) === 5000 && row.createdAt > '2026-11-20T23',
  ],
])('%j lists what shows it, and the file has the same', async (query, isMeant) => {
  const meant = every.filter(isMeant).map(({ reference }) => reference)
  expect(meant.length).toBeGreaterThan(0)
  const found = await list(query)
  expect([found.payment_logs.map(({ reference }) => reference), found.totalCount]).toEqual([meant, meant.length])
  const file = await server.call(paymentLogs.csv, { query: { ...query, columns: 'reference' } })
  expect(file.text.trim().split('\r\n').slice(1)).toEqual(meant)
  const searched = await list({ ...query, search: 'order' })
  expect(searched.payment_logs.map(({ reference }) => reference)).toEqual(
    meant.filter((name) => name.startsWith('order')),
  )
})

test('cinemas: one, several, none, and any', async () => {
  const counts = async (cinema_id: string) => (await list({ cinema_id })).totalCount
  expect(await Promise.all(['7', '7,8', '-', '8,-', '*'].map(counts))).toEqual([3, 5, 4, 6, 5])
})

test.each([
  [{ status: 'paid' }, 'status'],
  [{ status: 'succeeded,-' }, 'status'],
  [{ amount: '1000..10' }, 'amount'],
  [{ date: 'soon' }, 'date'],
])('%j is refused, and the field named', async (query, field) => {
  for (const call of [paymentLogs.list, paymentLogs.csv] as const) {
    const { status, body } = await server.call(call as typeof paymentLogs.list, { query: query as never })
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  }
})
