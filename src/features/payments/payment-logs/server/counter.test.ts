/** Payments at a counter: each sale is its own payment, refunded there. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { dayClose } from '#features/payments/daily-finance/close-contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { messages } from '../rules.ts'
import { Shop } from './test/paid.ts'

const DAY = '2026-11-21'
const TILL = { channel: 'not_specified', cinema_id: '0001', payment_method: 'cash', payment_reference: 'CASH' }
const popcorn = (amount: number) => [{ kind: 'concession', quantity: 1, amount, product: 'Popcorn' }]

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, { '0001': 'Lekki' })
})
afterAll(() => server.close())

const sell = (name: string, amount: number, more: object = {}) => shop.sell(name, popcorn(amount), { ...TILL, ...more })
const booked = async (name: string, more: object) =>
  (await shop.send('purchases', [{ id: name, at: TEST_NOW, lines: popcorn(100), ...TILL, ...more }])).data.lines
const idOf = (name: string) => shop.idOf(`shop:${name}`)
const listed = async (search: string) =>
  (await server.call(paymentLogs.list, { query: { search, perPage: 100 } })).body.data.payment_logs
const closing = async () => (await server.call(dayClose.day, { params: { day: DAY }, query: {} })).body.data.chain.lines

describe('sales with the reference CASH', () => {
  test('are separate payments at any distance in time, each with its own refund', async () => {
    for (const [n, at] of ['07:00', '07:01', '07:10', '08:30', '08:59'].entries())
      await sell(`five-${n}`, 1000 + n, { at: `${DAY}T${at}:00Z` })
    await sell('last year', 900, { at: '2025-11-21T08:00:00Z' })
    const found = await listed('CASH')
    expect(found.map(({ bookingId, reference, data }) => [bookingId, reference, data.meta.amountPaid])).toEqual([
      ...[4, 3, 2, 1, 0].map((n) => [`five-${n}`, 'CASH', 1000 + n]),
      ['last year', 'CASH', 900],
    ])
    const before = await closing()
    const id = await idOf('five-2')
    expect(await shop.detail(id)).toMatchObject({ provider: 'counter', refusal: null, amountLeft: 1002, lines: [{}] })
    const refunded = await shop.refund(id, { kind: 'full', amount: 1002 })
    expect(refunded.body).toMatchObject({
      message: messages.refunded(100_200),
      data: {
        amountLeft: 0,
        data: { meta: { status: 'refunded' } },
        refunds: [{ state: 'succeeded', amount: 1002, lines: [{ product: 'Popcorn', quantity: 1, amount: 1002 }] }],
      },
    })
    expect(await shop.traded(id)).toEqual([
      { source: 'marquee', day: DAY, kobo: 100_200, lines: 'concession 1 100200' },
    ])
    for (const other of ['five-1', 'five-3']) expect((await shop.detail(await idOf(other))).refunds).toEqual([])
    // Refunded cash comes from the till.
    expect((await closing()).cash).toBe(before.cash! + 1002)
    expect((await shop.refund(id, { kind: 'amount', amount: 1 })).problem.message).toBe(messages.nothingLeft)
    const { rows } = await server.db.execute(sql`
      select summary from audit_log where entity = 'payment' and entity_id = ${String(id)}`)
    expect(rows).toEqual([{ summary: 'Refunded ₦1,002 of payment CASH at the counter' }])
  })

  test('are payments also without a method, because no provider has that reference', async () => {
    const { payment_method: _, ...unsaid } = TILL
    await shop.sell('unsaid-1', popcorn(300), { ...unsaid, payment_reference: 'Cash', at: `${DAY}T07:00:00Z` })
    await shop.sell('unsaid-2', popcorn(400), { ...unsaid, payment_reference: 'Cash', at: `${DAY}T08:30:00Z` })
    expect(await shop.detail(await idOf('unsaid-2'))).toMatchObject({ data: { meta: { amountPaid: 400 } } })
  })

  test('count the same in all figures, with any reference of the till', async () => {
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
    const { rows } = await server.db.execute<{ sold: number; paid: number }>(sql`
      select (select sum(kobo)::bigint from purchases) as sold, (select sum(kobo)::bigint from payments) as paid`)
    expect(rows[0]!.paid).toBe(rows[0]!.sold)
  })

  test('are quarantined if sent again with another ID, and accepted for another guest', async () => {
    await sell('once', 100)
    expect(await booked('again', {})).toMatchObject([
      {
        state: 'quarantined',
        reason: 'payment_reference, at and lines are the same as in once, so this may be the same sale',
      },
    ])
    expect(await booked('another', { at: '2026-11-21T09:00:01.000Z' })).toEqual([])
    const { data } = await shop.send(
      'purchases',
      ['batch-1', 'batch-2'].map((id) => ({ id, at: '2026-11-21T08:00:02Z', lines: popcorn(100), ...TILL })),
    )
    expect(data).toMatchObject({ accepted: 1, quarantined: 1, lines: [{ id: 'batch-2' }] })
  })
})

test('quarantines a second sale with a provider reference, at another time or the same', async () => {
  const web = { channel: 'web', payment_method: undefined, payment_reference: 'FLW-1' }
  await sell('web-1', 5000, web)
  await sell('web-2', 700, web)
  expect(await shop.detail(await shop.idOf('FLW-1'))).toMatchObject({ data: { meta: { amountPaid: 5700 } } })
  expect(await booked('web-3', { ...web, at: '2026-11-21T07:59:59Z' })).toMatchObject([
    {
      state: 'quarantined',
      reason: 'payment_reference FLW-1 paid for web-1 at another time, and a reference is for one payment',
    },
  ])
  expect(await booked('web-4', { ...web, at: '2026-11-21T09:00:30Z', lines: popcorn(5000) })).toMatchObject([
    {
      state: 'quarantined',
      reason: 'payment_reference, at and lines are the same as in web-1, so this may be the same sale',
    },
  ])
})

describe('counter sale without a reference', () => {
  const none = { payment_reference: undefined }

  test('is in the payment log, and a later report of the till matches the own refund', async () => {
    await sell('till-7', 2500, { ...none, payment_method: 'card' })
    const [row] = await listed('till-7')
    expect(row).toMatchObject({ bookingId: 'till-7', reference: '', data: { meta: { amountPaid: 2500 } } })
    expect((await shop.refund(row!.id, { kind: 'amount', amount: 500 })).status).toBe(200)
    const reported = await shop.send('refunds', [
      { id: 'back-7', purchase_id: 'till-7', at: TEST_NOW, lines: [{ kind: 'concession', quantity: 0, amount: 500 }] },
    ])
    expect(reported.data).toMatchObject({ duplicate: 1 })
    expect(await shop.detail(row!.id)).toMatchObject({ amountLeft: 2000 })
    const { refunds } = (await server.call(paymentLogs.refunds, { query: { search: 'till-7' } })).body.data
    expect(refunds).toMatchObject([{ bookingId: 'till-7', provider: 'counter', state: 'succeeded', amount: 500 }])
  })

  test('is not a payment if it is free', async () => {
    await sell('free', 0, none)
    expect(await listed('free')).toEqual([])
  })

  test('is a payment per sender if two senders use one ID', async () => {
    await server.db.execute(sql`
      insert into purchases (source, external_id, at, day, channel, kobo)
      values ('other-till', 'till-7', ${TEST_NOW}, ${DAY}, 'not_specified', 100)`)
    expect(await listed('till-7')).toHaveLength(2)
  })

  test('follows the correction and the void of its sale', async () => {
    await sell('wrong', 8000, none)
    const id = { source: 'shop', record_type: 'purchases', external_id: 'wrong', reason: 'Typed wrong' }
    const line = { id: 'wrong', at: TEST_NOW, ...TILL, ...none, lines: popcorn(7000) }
    expect((await server.call(feed.amend, { body: { ...id, line } })).status).toBe(200)
    expect(await listed('wrong')).toMatchObject([{ data: { meta: { amountPaid: 7000 } } }])
    expect((await server.call(feed.amend, { body: id })).status).toBe(200)
    expect(await listed('wrong')).toEqual([])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})
