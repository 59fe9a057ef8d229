import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs, type PaymentLog } from '../contract.ts'
import { STATUSES } from '../rules.ts'
import { pageOfPayments } from './list.ts'
import { Shop } from './test/paid.ts'

let server: TestServer
let shop: Shop
let every: PaymentLog[]
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, { 7: 'Lekki', 8: 'Ikeja' })
  const ticket = { kind: 'ticket', quantity: 2, amount: 5000 }
  const popcorn = { kind: 'concession', quantity: 1, amount: 3000 }
  for (const [cinema_id, at, back, payment_method, lines] of [
    ['7', '2026-10-01T09:00:00Z', 0, 'card', [ticket, popcorn]],
    ['7', '2026-11-20T22:59:59Z', 5000, 'card', [ticket]],
    ['8', '2026-11-20T23:00:00Z', 1000, 'transfer', [ticket]],
    ['8', '2026-11-21T08:00:00Z', 0, undefined, [popcorn]],
    [null, '2026-11-21T08:30:00Z', 0, 'ussd', [ticket]],
  ] as const) {
    const id = await shop.paid({ lines: [...lines], cinema_id, at, payment_method })
    if (back) await shop.refund(id, back === 5000 ? { kind: 'full', amount: 5000 } : { kind: 'amount', amount: back })
  }
  const both = { cinema_id: '7', at: '2026-11-19T07:00:00Z' }
  await shop.sell('both', [{ kind: 'concession', amount: 700 }], { ...both, id: 'both-1', payment_method: 'card' })
  await shop.sell('both', [{ kind: 'subscription', amount: 300 }], {
    ...both,
    id: 'both-2',
    payment_method: 'transfer',
  })
  await shop.sell('dear', [{ kind: 'ticket', amount: 250_000.5 }], { cinema_id: '7', at: '2026-11-21T07:00:00Z' })
  for (const [reference, status, currency] of [
    ['failed', 'failed', 'NGN'],
    ['waiting', 'needs_customer', 'NGN'],
    ['dollars', 'succeeded', 'USD'],
  ])
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, email, kobo, currency, purchase_type, status, provider_id, message)
      values ('2026-11-21T10:00:00Z', 'flutterwave', ${reference}, '', 700000, ${currency}, 'Web or app purchase', ${status},
        ${reference}, '')`)
  // A chargeback, as a comparison with the provider stores it.
  await shop.sell('taken back', [{ kind: 'ticket', amount: 4000 }], { cinema_id: '7', at: '2026-11-18T07:00:00Z' })
  await server.db.execute(sql`update payments set charged_back_kobo = 400000 where reference = 'taken back'`)
  every = (await list()).payment_logs
})
afterAll(() => server.close())

const list = async (query: object = {}) =>
  (await server.call(paymentLogs.list, { query: { perPage: 100, ...query } })).body.data

const of = ({ data: { meta } }: PaymentLog) => meta
const naira = (row: PaymentLog) => (of(row).currency === 'NGN' ? of(row).amountPaid : NaN)

const sums = async (query: object) => (await server.call(paymentLogs.sums, { query })).body.data.sums
const chargedBackOf = (rows: PaymentLog[]) => 4000 * rows.filter((row) => of(row).status === 'charged_back').length
/** Adds up the rows of a screen. */
function sumsOf(rows: PaymentLog[]) {
  const paid = rows.map(of).filter(({ status }) => status !== 'failed' && status !== 'needs_customer')
  const naira = paid.filter(({ currency }) => currency === 'NGN')
  const add = (amounts: number[]) => Math.round(amounts.reduce((sum, one) => sum + one * 100, 0)) / 100
  const all = add(naira.map(({ amountPaid }) => amountPaid))
  const back = add(naira.map(({ amountRefunded }) => amountRefunded))
  const dollars = paid.filter(({ currency }) => currency === 'USD').map(({ amountPaid }) => amountPaid)
  const ways = Map.groupBy(
    rows.filter((row) => naira.includes(of(row))),
    ({ methods }) => (methods.length > 1 ? 'several' : (methods[0] ?? null)),
  )
  const methods = [...ways].map(([method, those]) => {
    const paid = add(those.map((row) => of(row).amountPaid))
    const refunded = add(those.map((row) => of(row).amountRefunded))
    const chargedBack = chargedBackOf(those)
    return { method, count: those.length, paid, refunded, chargedBack, net: add([paid, -refunded, -chargedBack]) }
  })
  return {
    count: rows.length,
    paid: all,
    refunded: back,
    chargedBack: chargedBackOf(rows),
    net: add([all, -back, -chargedBackOf(rows)]),
    others: dollars.length ? [{ currency: 'USD', amount: add(dollars) }] : [],
    methods: methods.toSorted(
      (one, other) => other.paid - one.paid || ((one.method ?? '~') < (other.method ?? '~') ? -1 : 1),
    ),
  }
}

test('adds up all payments', async () => {
  expect(await sums({})).toEqual(sumsOf(every))
  expect(await sums({ userType: 'CUSTOMER' })).toMatchObject({ count: 0, paid: 0 })
})

test('tests filters with every status', () => {
  expect(new Set(every.map((row) => of(row).status)).size).toBe(STATUSES.length)
})

test.each<[object, (row: PaymentLog) => boolean]>([
  [{ status: 'succeeded' }, (row) => of(row).status === 'succeeded'],
  [{ status: 'refunded' }, (row) => of(row).status === 'refunded'],
  [{ status: 'partly_refunded,failed' }, (row) => ['partly_refunded', 'failed'].includes(of(row).status)],
  [{ status: 'charged_back' }, (row) => of(row).status === 'charged_back'],
  [{ status: 'needs_customer' }, (row) => of(row).status === 'needs_customer'],
  [{ amount: '5000' }, (row) => naira(row) === 5000],
  [{ amount: '6000..' }, (row) => naira(row) >= 6000],
  [{ amount: '..7000' }, (row) => naira(row) <= 7000],
  [{ amount: '250000.5..250000.50' }, (row) => naira(row) === 250_000.5],
  // The business day begins at 23:00 UTC.
  [{ date: '2026-11-20' }, (row) => row.createdAt === '2026-11-20T22:59:59.000Z'],
  [{ date: '2026-11-21..' }, (row) => row.createdAt >= '2026-11-20T23:00:00.000Z'],
  [{ date: '..2026-10-31' }, (row) => row.createdAt < '2026-10-31T23:00:00.000Z'],
  [{ date: 'today-29..today' }, (row) => row.createdAt > '2026-10-20'],
  [
    { provider: 'flutterwave' },
    (row) => row.data.id !== null && ['failed', 'waiting', 'dollars'].includes(row.reference),
  ],
  [{ method: 'card' }, (row) => row.methods.includes('card')],
  [{ method: 'card,ussd' }, (row) => row.methods.some((method) => method === 'card' || method === 'ussd')],
  [{ method: '-' }, (row) => row.methods.length === 0],
  [{ method: 'transfer,-' }, (row) => row.methods.length === 0 || row.methods.includes('transfer')],
  [{ method: '*' }, (row) => row.methods.length > 0],
  [{ kind: 'ticket' }, (row) => row.data.meta.purchaseType.includes('Tickets')],
  [{ kind: 'concession,subscription' }, (row) => /Concessions|Subscription/.test(row.data.meta.purchaseType)],
  [
    { kind: 'ticket', method: 'card', cinema_id: '7' },
    (row) => row.data.meta.purchaseType.includes('Tickets') && row.methods.includes('card'),
  ],
  [
    { status: 'succeeded', amount: '5000', date: '2026-11-21' },
    (row) => of(row).status === 'succeeded' && naira(row) === 5000 && row.createdAt > '2026-11-20T23',
  ],
])('lists matching rows for %j, as in the file', async (query, matches) => {
  const expected = every.filter(matches).map(({ reference }) => reference)
  expect(expected.length).toBeGreaterThan(0)
  const found = await list(query)
  expect([found.payment_logs.map(({ reference }) => reference), found.totalCount]).toEqual([expected, expected.length])
  const file = await server.call(paymentLogs.csv, { query: { ...query, columns: 'reference' } })
  expect(file.text.trim().split('\r\n').slice(1)).toEqual(expected)
  expect(await sums(query)).toEqual(sumsOf(every.filter(matches)))
  const searched = await list({ ...query, search: 'order' })
  const ofOrders = every.filter((row) => matches(row) && row.reference.startsWith('order'))
  expect(await sums({ ...query, search: 'order' })).toEqual(sumsOf(ofOrders))
  expect(searched.payment_logs.map(({ reference }) => reference)).toEqual(
    expected.filter((name) => name.startsWith('order')),
  )
})

const ascending: Record<string, (one: PaymentLog, other: PaymentLog) => number> = {
  createdAt: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id,
  amount: (one, other) => of(one).amountPaid - of(other).amountPaid || ascending.createdAt!(one, other),
}
test.each(
  ['createdAt', '-createdAt', 'amount', '-amount'].flatMap((sort) =>
    [{}, { method: 'card,transfer' }, { search: 'order' }, { cinema_id: '7' }, { cinema_id: '7', search: 'o' }].map(
      (filter) => [sort, filter] as const,
    ),
  ),
)('sorts pages and the file by %s with %j', async (sort, filter) => {
  const { payment_logs: unsorted } = await list(filter)
  const inOrder = unsorted.toSorted(ascending[sort.replace('-', '')])
  const expected = (sort.startsWith('-') ? inOrder.toReversed() : inOrder).map(({ reference }) => reference)
  const pages = []
  for (let page = 1; page <= Math.ceil(expected.length / 2) + 1; page++)
    pages.push(...(await list({ ...filter, sort, page, perPage: 2 })).payment_logs)
  expect(pages.map(({ reference }) => reference)).toEqual(expected)
  const file = await server.call(paymentLogs.csv, { query: { ...filter, sort, columns: 'reference' } as never })
  expect(file.text.trim().split('\r\n').slice(1)).toEqual(expected)
})

test('filters by one, several, no or any cinema', async () => {
  const counts = async (cinema_id: string) => (await list({ cinema_id })).totalCount
  expect(await Promise.all(['7', '7,8', '-', '8,-', '*'].map(counts))).toEqual([5, 7, 4, 6, 7])
})

test.each([
  [{ status: 'paid' }, 'status'],
  [{ status: 'succeeded,-' }, 'status'],
  [{ amount: '1000..10' }, 'amount'],
  [{ method: 'cheque' }, 'method'],
  [{ kind: 'song' }, 'kind'],
  [{ kind: '-' }, 'kind'],
  [{ sort: 'name' }, 'sort'],
  [{ date: 'soon' }, 'date'],
])('rejects %j with the field', async (query, field) => {
  for (const call of [paymentLogs.list, paymentLogs.csv] as const) {
    const { status, body } = await server.call(call as typeof paymentLogs.list, { query: query as never })
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  }
})

test('lists only payments of the same person and amount within minutes as possible duplicates', async () => {
  const sell = (name: string, minutes: number, more: object = {}) =>
    shop.sell(name, [{ kind: 'ticket', amount: 4321 }], {
      at: new Date(Date.parse('2026-09-01T10:00:00Z') + minutes * 60_000).toISOString(),
      email: 'Ngozi@mail.example',
      ...more,
    })
  await sell('first', 0)
  await sell('second', 9, { email: 'ngozi@mail.example' })
  await sell('later', 20)
  await sell('other', 3, { email: 'tunde@mail.example' })
  await shop.sell('less', [{ kind: 'ticket', amount: 4320 }], {
    at: '2026-09-01T10:01:00Z',
    email: 'ngozi@mail.example',
  })
  const { payment_logs } = await list({ date: '2026-09-01' })
  const twinsOf = async (name: string) => {
    const { id } = payment_logs.find(({ reference }) => reference === name)!
    const { body } = await server.call(paymentLogs.detail, { params: { id } })
    return body.data.twins.map(({ reference }) => reference)
  }
  expect(await Promise.all(['first', 'second', 'later', 'other', 'less'].map(twinsOf))).toEqual([
    ['second'],
    ['first'],
    [],
    [],
    [],
  ])
})

test('returns each reported method of a payment once, and none without a report', async () => {
  const more = { at: '2026-09-02T10:00:00Z' }
  const line = [{ kind: 'ticket', amount: 100 }]
  for (const [id, payment_method, amount] of [
    ['t1', 'transfer', 100],
    ['t2', 'card', 200],
    ['t3', 'card', 300],
  ] as const)
    await shop.sell('mixed', [{ kind: 'ticket', amount }], { ...more, id, payment_method })
  await shop.sell('unknown', line, more)
  const { payment_logs } = await list({ date: '2026-09-02' })
  const methods = await Promise.all(
    payment_logs.map(async ({ id, reference }) => {
      const { body } = await server.call(paymentLogs.detail, { params: { id } })
      return [reference, body.data.methods]
    }),
  )
  expect(Object.fromEntries(methods)).toEqual({ mixed: ['card', 'transfer'], unknown: [] })
})

test.each(['concession', 'ticket,subscription', 'concession,cube'])(
  'lists the first of all matches for %s in any order, if more match than are counted',
  async (kind) => {
    for (const sort of ['amount', '-amount', 'createdAt', '-createdAt'] as const) {
      const filter = paymentLogs.csv.query.parse({ kind, sort })
      const all = await pageOfPayments(server.db, filter, { page: 1, perPage: 2 })
      const first = await pageOfPayments(server.db, filter, { page: 1, perPage: 2 }, 2)
      expect(first).toEqual({ payment_logs: all.payment_logs, totalCount: 2, isTruncated: true })
    }
  },
)
