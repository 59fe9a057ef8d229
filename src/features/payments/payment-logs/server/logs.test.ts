import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feed } from '#features/operations/feed/contract.ts'
import { paymentsOf } from '#features/payments/payments/server/store.ts'
import { person as inPayments } from '#features/payments/payments/server/person.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { search } from '#features/lists/search/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { paymentLogs } from '../contract.ts'
import { detailOf } from './detail.ts'
import { paymentOf } from './payments.ts'
import { messages, MOST_COUNTED } from '../rules.ts'
import { pageOfPayments } from './list.ts'
import { person } from './person.ts'
import { Shop } from './test/paid.ts'

let server: TestServer
let shop: Shop
let ada: number
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await shop.send('customers', [
    {
      id: 'ada',
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@mail.example',
      registered_at: '2026-01-01T09:00:00Z',
    },
  ])
  const { rows } = await server.db.execute<{ id: number }>(sql`select id from customers where external_id = 'ada'`)
  ada = rows[0]!.id
  await shop.sell('FLW-100', undefined, { at: '2026-11-20T09:00:00Z', customer_id: 'ada' })
  await shop.sell('order-71', [{ kind: 'ticket', amount: 3500 }], {
    payment_reference: 'FLW-200',
    at: '2026-11-20T10:00:00Z',
    name: 'Tunde Bakare',
    email: 'tunde@mail.example',
  })
  await shop.sell('counter', undefined, { payment_reference: null })
  await log('FLW-300', 'failed', 5000, '2026-11-20T11:00:00Z', 'ngozi@mail.example')
})
afterAll(() => server.close())

const log = (reference: string, status: string, kobo: number, at: string, email = '') =>
  server.db.execute(sql`
    insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, provider_id, message)
    values (${at}, 'embedded', ${reference}, ${email}, ${kobo}, 'Web or app purchase', ${status}, ${`id-${reference}`}, 'Said')`)
const list = async (query: object = {}) => (await server.call(paymentLogs.list, { query })).body.data
const references = async (query: object = {}) => (await list(query)).payment_logs.map(({ reference }) => reference)

describe('GET /flutterwave/payment-logs', () => {
  // Clauses: operations 222, 412
  test('has one row per payment from all sources, newest first, with the fields of operations 3', async () => {
    const { payment_logs: rows, totalCount } = await list()
    expect(totalCount).toBe(4)
    expect(rows.map(({ reference }) => reference)).toEqual(['', 'FLW-300', 'FLW-200', 'FLW-100'])
    expect(rows[0]).toMatchObject({ bookingId: 'counter', data: { meta: { amountPaid: 8000.01 } } })
    expect(rows[3]).toEqual({
      id: expect.any(Number),
      createdAt: '2026-11-20T09:00:00.000Z',
      bookingId: 'FLW-100',
      reference: 'FLW-100',
      name: 'Ada Obi',
      methods: [],
      data: {
        id: null,
        meta: {
          userId: ada,
          email: 'ada@mail.example',
          amountPaid: 8000.01,
          currency: 'NGN',
          amountRefunded: 0,
          purchaseType: 'Concessions, Tickets',
          status: 'succeeded',
        },
      },
    })
    expect(rows[1]).toMatchObject({
      data: {
        id: 'id-FLW-300',
        meta: { userId: null, amountPaid: 50, status: 'failed', purchaseType: 'Web or app purchase' },
      },
    })
  })

  // Clauses: operations 98, 245, 412
  test('filters by userType ALL, CUSTOMER and GUEST: customers are listed', async () => {
    expect(await references({ userType: 'ALL' })).toHaveLength(4)
    expect([await references({ userType: 'CUSTOMER' }), (await list({ userType: 'CUSTOMER' })).totalCount]).toEqual([
      ['FLW-100'],
      1,
    ])
    expect([await references({ userType: 'GUEST' }), (await list({ userType: 'GUEST' })).totalCount]).toEqual([
      ['', 'FLW-300', 'FLW-200'],
      3,
    ])
    expect((await server.call(paymentLogs.list, { query: { userType: 'SOME' as never } })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'userType', message: 'userType is one of ALL, CUSTOMER, GUEST' }],
    })
  })

  // Clauses: operations 412
  test('returns pages of 10, and none beyond the end', async () => {
    expect(await references({ page: 2, perPage: 3 })).toEqual(['FLW-100'])
    expect(await list({ page: 9 })).toEqual({ payment_logs: [], totalCount: 4, isTruncated: false })
    expect((await server.call(paymentLogs.list, { query: { perPage: 101 } })).status).toBe(422)
  })

  test.each([
    ['FLW-2', ['FLW-200']],
    ['flw-', ['FLW-300', 'FLW-200', 'FLW-100']],
    ['ADA@mail', ['FLW-100']],
    ['bakare', ['FLW-200']],
    ['ORDER-71', ['FLW-200']],
    ['%', []],
  ])('finds %s', async (search, found) => {
    expect(await references({ search })).toEqual(found)
  })

  test('combines search and filter', async () => {
    expect(await references({ search: 'flw', userType: 'GUEST', perPage: 1 })).toEqual(['FLW-300'])
    expect((await list({ search: 'flw', userType: 'GUEST', perPage: 1 })).totalCount).toBe(2)
  })
})

// Clauses: operations 413
test('GET /flutterwave/search-payment-logs returns only rows', async () => {
  const { body } = await server.call(paymentLogs.search, { query: { searchInput: ' tunde ' } })
  expect(body.data.map(({ reference }) => reference)).toEqual(['FLW-200'])
  const none = await server.call(paymentLogs.search, { query: { searchInput: '' } })
  expect(none.problem).toMatchObject({ status: 422, message: messages.search })
})

test('finds a payment in the palette by reference and booking, with the permission', async () => {
  const found = async (query: string, as?: 'powerless') =>
    (await server.call(search.find, { query: { query }, ...(as && { as }) })).body.data.filter(
      ({ kind }) => kind === 'payment',
    )
  const payment = {
    kind: 'payment',
    id: String(await shop.idOf('FLW-200')),
    title: 'order-71 · ₦3,500',
    subtitle: 'FLW-200 · tunde@mail.example',
  }
  expect(await found('flw-200')).toEqual([payment])
  expect(await found('order-71')).toEqual([payment])
  expect(await found('tunde')).toEqual([])
  expect(await found('FLW-200', 'powerless')).toEqual([])
})

test('exports all rows as CSV with the chosen columns and audits it', async () => {
  const { text, headers } = await server.call(paymentLogs.csv, {
    query: { userType: 'GUEST', columns: 'createdAt,reference,email,amountPaid,status' },
  })
  expect(headers['content-disposition']).toContain('payment-logs.csv')
  expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Date,Reference,Email,Amount Paid,Status',
    '21/11/2026 10:00,,,8000.01,Paid',
    '20/11/2026 12:00,FLW-300,ngozi@mail.example,50.00,Failed',
    '20/11/2026 11:00,FLW-200,tunde@mail.example,3500.00,Paid',
  ])
  const { rows } = await server.db.execute(sql`select summary from audit_log order by id desc limit 1`)
  expect(rows).toEqual([{ summary: 'Exported 3 payments' }])
})

describe('GET /flutterwave/payment-logs/{id}', () => {
  test('returns lines, provider reference, state and history', async () => {
    await log('FLW-200', 'succeeded', 350_000, '2026-11-20T10:01:00Z')
    expect(await shop.detail(await shop.idOf('FLW-200'))).toMatchObject({
      provider: 'embedded',
      data: { id: 'id-FLW-200', meta: { purchaseType: 'Tickets' } },
      lines: [
        { bookingId: 'order-71', kind: 'ticket', quantity: 1, amount: 3500, left_quantity: 1, left_amount: 3500 },
      ],
      history: [
        { at: '2026-11-20T10:00:00.000Z', what: 'Sale reported by shop', amount: 3500, message: 'order-71' },
        { at: '2026-11-20T10:01:00.000Z', what: 'Charged', amount: 3500, message: 'Said' },
      ],
      amountLeft: 3500,
      refusal: null,
    })
    expect((await server.call(paymentLogs.detail, { params: { id: 999_999 } })).status).toBe(404)
    expect((await server.call(paymentLogs.detail, { params: { id: 'x' } })).status).toBe(422)
  })

  test('shows the correction of its sale, with actor and reason', async () => {
    await shop.sell('corrected', [{ kind: 'ticket', amount: 3500 }])
    const line = { id: 'corrected', at: TEST_NOW, channel: 'web', payment_reference: 'corrected' }
    const body = {
      record_type: 'purchases' as const,
      source: 'shop',
      external_id: 'corrected',
      reason: 'Typed wrongly',
      line: { ...line, lines: [{ kind: 'ticket', amount: 2000 }] },
    }
    expect((await server.call(feed.amend, { body })).status).toBe(200)
    const { history } = await shop.detail(await shop.idOf('corrected'))
    expect(history).toContainEqual({
      at: TEST_NOW,
      what: 'Sale corrected by superadmin Tester',
      amount: 2000,
      amountBefore: 3500,
      currency: 'NGN',
      message: 'Typed wrongly',
    })
    expect(history).toContainEqual(expect.objectContaining({ what: 'Sale reported by shop', amount: 3500 }))
  })

  const amend = (id: string, line?: object) =>
    server.call(feed.amend, {
      body: {
        record_type: 'purchases',
        source: 'shop',
        external_id: id,
        reason: 'Typed wrongly',
        ...(line && { line }),
      },
    })

  test('finds all changes of the payment and its sales in the audit log, also by reference', async () => {
    await shop.charge('FLW-600', 3500)
    await shop.sell('sale-600', [{ kind: 'ticket', amount: 3000 }], { payment_reference: 'FLW-600' })
    const line = { id: 'sale-600', at: TEST_NOW, channel: 'web', payment_reference: 'FLW-600' }
    expect((await amend('sale-600', { ...line, lines: [{ kind: 'ticket', amount: 3500 }] })).status).toBe(200)
    const id = await shop.idOf('FLW-600')
    expect((await shop.refund(id, { kind: 'full', amount: 3500 })).status).toBe(200)
    const { audited } = await shop.detail(id)
    const lines = async (query: object) =>
      (await server.call(audit.list, { query: { perPage: 100, ...query } })).body.data.lines.map((one) => one.summary)
    const all = [
      'Refunded ₦3,500 of payment FLW-600',
      'Requested a refund of ₦3,500 for payment FLW-600',
      'Corrected the purchase sale-600 of shop (payment FLW-600): Typed wrongly',
    ]
    expect(await lines({ about: audited })).toEqual(all)
    expect(await lines({ search: 'FLW-600' })).toEqual(all)
    expect(await lines({ about: 'payment FLW-60' })).toEqual([])
  })

  test('keeps the void and the changes of a deleted sale', async () => {
    await log('FLW-601', 'succeeded', 350_000, '2026-11-20T12:00:00Z')
    await shop.sell('sale-601', [{ kind: 'ticket', amount: 3500 }], { payment_reference: 'FLW-601' })
    expect((await amend('sale-601')).status).toBe(200)
    expect((await shop.detail(await shop.idOf('FLW-601'))).history).toMatchObject([
      { what: 'Charged' },
      { what: 'Sale voided by superadmin Tester', amount: 3500, amountBefore: null, message: 'Typed wrongly' },
    ])
  })

  test('shows the correction of its sale only to staff of its cinema', async () => {
    const line = { id: 'sale-602', at: TEST_NOW, channel: 'web', payment_reference: 'FLW-602', cinema_id: '0007' }
    await shop.sell('sale-602', [{ kind: 'ticket', amount: 3500 }], line)
    expect((await amend('sale-602', { ...line, lines: [{ kind: 'ticket', amount: 2000 }] })).status).toBe(200)
    const id = await shop.idOf('FLW-602')
    const seen = async (cinemas: string[]) => {
      const db = scopedTo(server.db, cinemas)
      const { rows } = await db.execute(sql`select from feed_corrections`)
      const payment = await paymentOf(db, id)
      return [rows.length, payment && (await detailOf(server.app, db, payment)).history.at(-1)?.amountBefore]
    }
    expect([await seen(['0007']), await seen(['0008'])]).toEqual([
      [1, 3500],
      [0, undefined],
    ])
  })

  test('has one row for a purchase reported after the charge and for two purchases', async () => {
    await log('FLW-400', 'succeeded', 700_000, '2026-11-20T12:00:00Z', 'both@mail.example')
    for (const [id, amount] of [
      ['b-1', 3000],
      ['b-2', 4000],
    ] as const)
      await shop.sell(id, [{ kind: 'ticket', amount }], { payment_reference: 'FLW-400' })
    const found = (await list({ search: 'FLW-400' })).payment_logs
    expect(found).toMatchObject([
      { bookingId: 'b-1', data: { id: 'id-FLW-400', meta: { amountPaid: 7000, email: 'both@mail.example' } } },
    ])
    expect((await shop.detail(found[0]!.id)).lines.map(({ bookingId }) => bookingId)).toEqual(['b-1', 'b-2'])
  })

  test('has the seats and the number of redeemed tickets, in either order of reports', async () => {
    const scan = (id: string, purchase_id: string, at: string) => ({
      id,
      at,
      cinema_id: '0001',
      tickets: 1,
      purchase_id,
    })
    const { data } = await shop.send('redemptions', [scan('s-1', 'seated', '2026-11-20T18:50:00Z')])
    expect(data).toMatchObject({ accepted: 1 })
    const lines = [
      { kind: 'ticket', quantity: 3, amount: 9000, seats: ['F7', 'F8', 'F9'] },
      { kind: 'concession', amount: 500 },
    ]
    await shop.sell('seated', lines, { payment_reference: 'FLW-500', at: '2026-11-20T12:30:00Z' })
    const payment = async () => shop.detail(await shop.idOf('FLW-500'))
    expect((await payment()).lines.map(({ seats }) => seats)).toEqual([['F7', 'F8', 'F9'], []])
    expect((await payment()).redeemed).toEqual({ tickets: 1, at: '2026-11-20T18:50:00.000Z' })
    await shop.send('redemptions', [
      scan('s-2', 'seated', '2026-11-20T19:02:00Z'),
      scan('s-3', 'another', '2026-11-20T19:05:00Z'),
    ])
    expect((await payment()).redeemed).toEqual({ tickets: 2, at: '2026-11-20T19:02:00.000Z' })
    expect((await shop.detail(await shop.idOf('FLW-200'))).redeemed).toEqual({ tickets: 0, at: null })
  })

  test('shows a charge in another currency, with purchases and refunds in naira', async () => {
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, kobo, currency, purchase_type, status, provider_id)
      values ('2026-11-20T13:00:00Z', 'embedded', 'FLW-USD', 1000, 'USD', 'Web or app purchase', 'succeeded', 'usd-1')`)
    await shop.sell('FLW-USD', [{ kind: 'ticket', amount: 15_000 }], { at: '2026-11-20T13:01:00Z' })
    const back = {
      id: 'back',
      purchase_id: 'FLW-USD',
      at: '2026-11-20T14:00:00Z',
      lines: [{ kind: 'ticket', amount: 100 }],
    }
    await shop.send('refunds', [back])
    const meta = { amountPaid: 10, currency: 'USD', amountRefunded: 100, status: 'partly_refunded' }
    expect((await list({ search: 'FLW-USD' })).payment_logs).toMatchObject([{ data: { meta } }])
    expect(await shop.detail(await shop.idOf('FLW-USD'))).toMatchObject({
      amountLeft: 0,
      history: [
        { what: 'Charged', amount: 10, currency: 'USD' },
        { what: 'Sale reported by shop', amount: 15_000, currency: 'NGN' },
        { what: 'Refund reported by shop', amount: 100, currency: 'NGN' },
      ],
    })
    const { text } = await server.call(paymentLogs.csv, {
      query: { search: 'FLW-USD', columns: 'reference,amountPaid,currency' },
    })
    expect(text.trim().split('\r\n')[1]).toBe('FLW-USD,10.00,USD')
  })

  test('keeps a success after later reports; otherwise the latest report applies', async () => {
    for (const status of ['failed', 'needs_customer', 'succeeded', 'failed'])
      await log('FLW-500', status, 100, '2026-11-20T13:00:00Z').catch(() => {})
    expect(await list({ search: 'FLW-500' })).toMatchObject({
      payment_logs: [{ data: { meta: { status: 'succeeded' } } }],
    })
  })
})

test('updates the counts when customers register, are merged or erased', async () => {
  const counts = async () => [
    (await list({ userType: 'CUSTOMER' })).totalCount,
    (await list({ userType: 'GUEST' })).totalCount,
  ]
  const before = await counts()
  const customer = async (id: string, more: object) => {
    const { rows } = await server.db.execute<{ id: number }>(sql`
      insert into customers (source, external_id, registered_at, registered_on)
      values ('test', ${id}, ${(more as { at?: string }).at ?? null}, ${(more as { at?: string }).at ? '2026-01-01' : null}) returning id`)
    return rows[0]!.id
  }
  const late = await customer('late', {})
  await server.db.execute(sql`
    insert into purchases (source, external_id, at, day, channel, customer_id, payment_reference, kobo, buyer_name, buyer_email)
    values ('test', 'l', ${TEST_NOW}, '2026-11-21', 'web', ${late}, 'LATE-1', 100, 'Late Comer', 'late@mail.example')`)
  expect(await counts()).toEqual([before[0], before[1]! + 1])
  await server.db.execute(sql`
    update customers set registered_at = ${TEST_NOW}, registered_on = '2026-11-21' where id = ${late}`)
  expect(await counts()).toEqual([before[0]! + 1, before[1]])
  const stored = [inPayments, person]
  const at = { by: { id: null, name: 'Tester' }, now: server.clock.now(), zone: server.app.env.zone }
  await server.db.transaction(async (tx) => {
    for (const one of stored) await one.merge!(tx, { survivor: ada, merged: late, sideOf: () => 'this', ...at })
  })
  expect((await list({ search: 'LATE-1' })).payment_logs).toMatchObject([{ data: { meta: { userId: ada } } }])
  expect(await paymentsOf(server.db, ada)).toBeTruthy()
  const personReferences = {
    ids: [ada],
    emails: ['ada@mail.example', 'late@mail.example'],
    phones: [],
    names: [],
    nameParts: [],
    pictures: [],
  }
  const searchTerms = { own: [], anywhere: [], needles: [] }
  await server.db.transaction(async (tx) => {
    for (const one of stored) await one.erase!(tx, { references: personReferences, searchTerms, ...at })
  })
  expect((await list({ search: 'late@mail' })).totalCount).toBe(0)
  await server.db.execute(sql`update customers set erased_at = now() where id = ${ada}`)
  expect(await references({ userType: 'CUSTOMER' })).toEqual([])
  expect((await counts())[0]).toBe(0)
})

describe('log of many days', () => {
  const MANY = MOST_COUNTED + 500
  let newest: string[]
  beforeAll(async () => {
    await server.db.execute(sql`
      insert into payments (reference, at, is_customer, name, status)
      select 'MANY-' || i, timestamptz '2027-01-01' - i * interval '7 minutes', i % 3 = 0, 'Common Name', 'succeeded'
      from generate_series(1, ${MANY}::int) i`)
    const { rows } = await server.db.execute<{ reference: string }>(
      sql`select reference from payments where not is_customer order by at desc, id desc`,
    )
    newest = rows.map(({ reference }) => reference)
  })

  test.each([1, 2, 77, 350])('returns page %i of 20 as if all pages were read', async (page) => {
    const of = { userType: 'GUEST', page, perPage: 20 }
    expect(await references(of)).toEqual(newest.slice((page - 1) * 20, page * 20))
    expect((await list(of)).totalCount).toBe(newest.length)
  })

  test('returns the rest on the last page', async () => {
    const page = Math.ceil(newest.length / 100)
    expect(await references({ userType: 'GUEST', page, perPage: 100 })).toEqual(newest.slice((page - 1) * 100))
  })

  test('returns the same page of a common word by every strategy', async () => {
    const of = { userType: 'GUEST', search: 'common name' } as const
    const page = async (number: number, mostCounted?: number) =>
      (await pageOfPayments(server.db, of, { page: number, perPage: 20 }, mostCounted)).payment_logs.map(
        (row) => row.reference,
      )
    // With more matches than are counted, and with all counted.
    for (const mostCounted of [1000, undefined])
      for (const number of [1, 7, 50])
        expect(await page(number, mostCounted)).toEqual(newest.slice((number - 1) * 20, number * 20))
    expect(await page(51, 1000)).toEqual([])
  })

  test('finds and counts all matches if only the newest payments match', async () => {
    await server.db.execute(sql`
      update payments set name = 'Rare Twice' where reference in ('MANY-1', 'MANY-2', 'MANY-3', 'MANY-9000')`)
    const found = ['MANY-1', 'MANY-2', 'MANY-3', 'MANY-9000']
    for (const perPage of [2, 20]) {
      const page = await pageOfPayments(server.db, { userType: 'ALL', search: 'rare' }, { page: 1, perPage }, 20)
      expect(page.payment_logs.map(({ reference }) => reference)).toEqual(found.slice(0, perPage))
      expect(page).toMatchObject({ totalCount: 4, isTruncated: false })
    }
    await server.db.execute(sql`update payments set name = 'Common Name' where name = 'Rare Twice'`)
  })

  test('lists the newest matches of a very common word, and exports all', async () => {
    const found = await list({ search: 'common name' })
    expect(found.payment_logs[0]!.reference).toBe('MANY-1')
    expect(found).toMatchObject({ totalCount: MOST_COUNTED, isTruncated: true })
    const last = await references({ search: 'common name', page: MOST_COUNTED / 100, perPage: 100 })
    expect(last.at(-1)).toBe(`MANY-${MOST_COUNTED}`)
    expect(await references({ search: 'common name', page: MOST_COUNTED / 100 + 1, perPage: 100 })).toEqual([])
    const { body } = await server.call(paymentLogs.search, { query: { searchInput: 'common name' } })
    expect(body.data.map(({ reference }) => reference)).toEqual(Array.from({ length: 100 }, (_, i) => `MANY-${i + 1}`))
    const { text, headers } = await server.call(paymentLogs.csv, {
      query: { search: 'common name', columns: 'reference' },
    })
    expect(text.trim().split('\r\n').slice(1)).toEqual(Array.from({ length: MANY }, (_, i) => `MANY-${i + 1}`))
    expect(headers).not.toHaveProperty('x-total-count')
    const { rows } = await server.db.execute(sql`select summary from audit_log order by id desc limit 1`)
    expect(rows).toEqual([{ summary: 'Exported more than 10,000 payments' }])
  })
})

test('finds only its payment by a full reference, in list and file, and others by a part', async () => {
  await log('WHOLE-0001', 'succeeded', 100, '2026-11-21T09:00:00Z')
  await log('WHOLE-00012', 'succeeded', 100, '2026-11-21T10:00:00Z')
  expect(await references({ search: 'WHOLE-0001' })).toEqual(['WHOLE-0001'])
  expect((await list({ search: 'WHOLE-0001' })).totalCount).toBe(1)
  expect(await list({ search: 'WHOLE-0001', userType: 'CUSTOMER' })).toMatchObject({
    payment_logs: [],
    totalCount: 0,
  })
  expect(await references({ search: 'whole-000' })).toEqual(['WHOLE-00012', 'WHOLE-0001'])
  const { text } = await server.call(paymentLogs.csv, { query: { search: 'WHOLE-0001', columns: 'reference' } })
  expect(text.trim().split('\r\n').slice(1)).toEqual(['WHOLE-0001'])
})
