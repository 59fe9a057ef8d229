import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { feed } from '../contract.ts'
import { isValidated, type RecordType } from '../rules.ts'
import { countsOf, newKey, rollupsOf, sender, type Send } from './test/sender.ts'

/** Current time of the tests: 2026-11-21T09:00Z. */
let server: TestServer
let send: Send
let sources = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const source = `source-${++sources}`
  send = sender(server, (await newKey(server, { name: source, source })).secret)
})

const AT = '2026-11-20T18:30:00+01:00'
const SHOWS = ['2026-11-22T20:00:00+01:00', '2026-11-24T20:00:00+01:00'] as const
const purchase = (more: object = {}) => ({
  id: 'p',
  at: AT,
  cinema_id: '0001',
  lines: [
    { kind: 'ticket', quantity: 2, amount: 7000, show_at: SHOWS[0] },
    { kind: 'ticket', quantity: 1, amount: 3500, show_at: SHOWS[1] },
    { kind: 'concession', quantity: 1, amount: 2000 },
  ],
  ...more,
})
const refund = (id: string, lines: object[], more: object = {}) => ({ id, purchase_id: 'p', at: AT, lines, ...more })
const stateOf = async () => [await countsOf(server.db), await rollupsOf(server.db)] as const

// ASVS: 2.2.3
describe('refunds', () => {
  const cases: [string, object, string][] = [
    [
      'more tickets than were bought',
      refund('r', [{ kind: 'ticket', quantity: 500, amount: 1 }]),
      "lines.0.quantity is more than what is left of the purchase's tickets, 3",
    ],
    [
      'more tickets than were bought, by two lines',
      refund('r', [
        { kind: 'ticket', quantity: 2, amount: 1 },
        { kind: 'ticket', quantity: 2, amount: 1 },
      ]),
      "lines.1.quantity is more than what is left of the purchase's tickets, 1",
    ],
    [
      'more than was paid for the kind',
      refund('r', [{ kind: 'concession', amount: 2000.01 }]),
      "lines.0.amount is more than what is left of the purchase's concessions, ₦2,000",
    ],
    [
      'a kind that was not bought',
      refund('r', [{ kind: 'subscription', amount: 1 }]),
      'lines.0.kind is subscription, but the purchase has no subscription',
    ],
    [
      'another show',
      refund('r', [{ kind: 'ticket', amount: 1, show_at: '2026-11-23T20:00:00+01:00' }]),
      'lines.0.show_at is not a show of this purchase',
    ],
    [
      'before the purchase',
      refund('r', [{ kind: 'ticket', amount: 1 }], { at: '2020-01-01T12:00:00Z' }),
      'at is before the purchase, which was at 2026-11-20T17:30:00.000Z',
    ],
  ]
  test.each(cases)('quarantines %s without a change to the figures', async (_, line, reason) => {
    await send('purchases', [purchase()])
    const before = await stateOf()
    const { data } = await send('refunds', [line])
    expect(data.lines).toEqual([{ line: 1, id: 'r', state: 'quarantined', reason }])
    expect(data).toMatchObject({ accepted: 0, quarantined: 1, rejected: 0 })
    expect(await stateOf()).toEqual([
      { ...before[0], quarantined_records: before[0]!.quarantined_records! + 1 },
      before[1],
    ])
  })

  test('deducts earlier refunds of the same batch and of other batches', async () => {
    await send('purchases', [purchase()])
    const one = (id: string, quantity: number) => refund(id, [{ kind: 'ticket', quantity, amount: 1 }])
    const { data } = await send('refunds', [one('a', 2), one('b', 2)])
    expect(data.lines).toMatchObject([
      { id: 'b', reason: "lines.0.quantity is more than what is left of the purchase's tickets, 1" },
    ])
    expect((await send('refunds', [one('c', 2)])).data).toMatchObject({ quarantined: 1 })
    expect((await send('refunds', [one('d', 1)])).data).toMatchObject({ accepted: 1 })
    expect((await send('refunds', [one('e', 1)])).data.lines).toMatchObject([
      { reason: "lines.0.quantity is more than what is left of the purchase's tickets, 0" },
    ])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('accepts a refund from a till whose clock is minutes behind', async () => {
    await send('purchases', [purchase()])
    const early = refund('r', [{ kind: 'ticket', amount: 1 }], { at: '2026-11-20T18:26:00+01:00' })
    expect((await send('refunds', [early])).data).toMatchObject({ accepted: 1 })
  })

  test('validates a pending refund when its purchase arrives', async () => {
    await send('refunds', [refund('r', [{ kind: 'ticket', quantity: 4, amount: 1 }])])
    await send('purchases', [purchase()])
    const { rows } = await server.db.execute(sql`
      select reason from quarantined_records where source = ${`source-${sources}`}`)
    expect(rows).toEqual([{ reason: "lines.0.quantity is more than what is left of the purchase's tickets, 3" }])
    // Once fixed and sent again, the refund is included and leaves quarantine.
    const mended = refund('r', [{ kind: 'ticket', quantity: 3, amount: 1 }])
    expect((await send('refunds', [mended])).data).toMatchObject({ accepted: 1 })
    const { rows: left } = await server.db.execute(
      sql`select from quarantined_records where source = ${`source-${sources}`}`,
    )
    expect(left).toEqual([])
  })

  test('lists pending and quarantined refunds with their key', async () => {
    const early = refund('early', [{ kind: 'ticket', quantity: 4, amount: 10.5 }])
    await send('refunds', [early, refund('lost', [{ kind: 'ticket', amount: 1 }], { purchase_id: 'never' })])
    const source = `source-${sources}`
    const listed = async () => {
      const { lines, totalCount } = (await server.call(feed.records, { query: { source } })).body.data
      expect(totalCount).toBe(lines.length)
      return lines.toSorted((one, other) => (one.external_id < other.external_id ? -1 : 1))
    }
    const lost = { external_id: 'lost', purchase_id: 'never', key: source, amount: 1, state: 'pending', reason: null }
    expect(await listed()).toMatchObject([
      { external_id: 'early', amount: 10.5, state: 'pending', since: TEST_NOW },
      lost,
    ])
    await send('purchases', [purchase()])
    const reason = "Line 1, quantity is more than what is left of the purchase's tickets, 3"
    expect(await listed()).toMatchObject([
      { external_id: 'early', purchase_id: 'p', state: 'quarantined', rule: 'bought', reason },
      lost,
    ])
    await send('refunds', [{ ...early, lines: [{ kind: 'ticket', quantity: 3, amount: 10.5 }] }])
    await send('refunds', [refund('lost', [{ kind: 'concession', amount: 1 }])])
    expect(await listed()).toEqual([])
    expect((await server.call(feed.records, { as: 'powerless' })).status).toBe(403)
  })

  test('keeps the last version of a pending refund', async () => {
    await send('refunds', [refund('r', [{ kind: 'ticket', quantity: 4, amount: 1 }])])
    await send('refunds', [refund('r', [{ kind: 'ticket', quantity: 1, amount: 1 }])])
    await send('purchases', [purchase()])
    expect((await send('refunds', [refund('r', [{ kind: 'ticket', quantity: 1, amount: 1 }])])).data.lines).toEqual([
      { line: 1, id: 'r', state: 'duplicate' },
    ])
  })
})

describe('time of a record', () => {
  const at: Record<RecordType, (time: string) => object> = {
    customers: (registered_at) => ({ registered_at }),
    subscriptions: (time) => ({
      customer_id: 'c',
      event: 'start',
      at: time,
      until: '2099-12-20T18:30:00+01:00',
      plan: 'Fan',
      monthly_price: 1,
    }),
    purchases: (time) => purchase({ at: time }),
    refunds: (time) => refund('x', [{ kind: 'ticket', amount: 1 }], { at: time }),
    corrections: (time) => ({ at: time, record_type: 'purchases', line_id: 'p', reason: 'Wrong' }),
    redemptions: (time) => ({ at: time }),
    visits: (time) => ({ at: time }),
    reviews: (time) => ({ at: time, movie_id: 'any', liked: true }),
    errors: (time) => ({ at: time, message: 'Oh' }),
    devices: (time) => ({ at: time, platform: 'ios', token: 'x' }),
  }
  const recordTypes = (Object.keys(at) as RecordType[]).filter((recordType) => recordType !== 'subscriptions')

  test.each(recordTypes)('excludes %s more than a day ahead', async (recordType) => {
    const { data } = await send(recordType, [{ ...at[recordType]('2026-11-22T09:00:00.001Z'), id: 'x' }])
    const field = recordType === 'customers' ? 'registered_at' : 'at'
    const state = isValidated(recordType) ? 'quarantined' : 'rejected'
    expect(data.lines).toEqual([{ line: 1, id: 'x', state, reason: `${field} is more than a day ahead` }])
  })

  test('accepts subscriptions up to 3 years ahead', async () => {
    const begins = (id: string, time: string) => ({ ...at.subscriptions(time), id })
    const { data } = await send('subscriptions', [
      begins('renewed', '2028-11-21T09:00:00Z'),
      begins('far', '2029-11-25T09:00:00Z'),
    ])
    expect(data).toMatchObject({
      accepted: 1,
      lines: [{ id: 'far', reason: 'at is more than 3 years ahead' }],
    })
  })

  test('accepts times up to a day ahead, because of time zones', async () => {
    expect((await send('visits', [{ id: 'v', at: '2026-11-22T09:00:00Z' }])).data).toMatchObject({ accepted: 1 })
  })

  test('rejects times before the first year, except for registrations', async () => {
    const { data } = await send('purchases', [purchase({ at: '2014-12-31T23:59:59Z' })])
    expect(data.lines).toMatchObject([{ reason: 'at must be a time from 2015 to the end of 2099' }])
    const member = { id: 'c', registered_at: '1998-05-01T12:00:00Z' }
    expect((await send('customers', [member])).data).toMatchObject({ accepted: 1 })
  })
})

test.each([
  ['purchases', purchase({ currency: 'USD' })],
  ['refunds', refund('p', [{ kind: 'ticket', amount: 1 }], { currency: 'usd' })],
] as [RecordType, object][])('quarantines %s in another currency and accepts naira', async (recordType, line) => {
  const { data } = await send(recordType, [line, { ...line, id: 'naira', purchase_id: 'later', currency: 'NGN' }])
  expect(data).toMatchObject({
    quarantined: 1,
    rejected: 0,
    lines: [
      { line: 1, reason: 'currency is USD, and Marquee accepts naira (NGN) only' },
      ...(recordType === 'refunds' ? [{}] : []),
    ],
  })
})

test('accepts records with unknown fields and lists the fields', async () => {
  const { data } = await send('purchases', [
    purchase({ chanel: 'web', payment_ref: 'FLW-1', note: null }),
    purchase({ id: 'q', chanel: 'mobile', lines: [{ kind: 'ticket', amount: 1, qty: 4 }] }),
    purchase({ id: '', nonsense: 1 }),
  ])
  expect(data).toMatchObject({ accepted: 2, rejected: 1 })
  expect(data.passed_over).toEqual(['chanel', 'payment_ref', 'note', 'lines.qty'])
})

describe('records that differ from the stored one', () => {
  const note = 'Differs from the record stored under this ID, which is kept'
  const again: [RecordType, object, object][] = [
    ['purchases', purchase(), { lines: [{ kind: 'ticket', quantity: 2, amount: 999 }] }],
    ['purchases', purchase(), { channel: 'mobile' }],
    ['refunds', refund('p', [{ kind: 'ticket', amount: 100 }]), { lines: [{ kind: 'ticket', amount: 200 }] }],
    ['redemptions', { id: 'p', at: AT, tickets: 2 }, { tickets: 3 }],
    ['visits', { id: 'p', at: AT, count: 2 }, { count: 3 }],
  ]
  test.each(again)('are not counted again for %s, in one batch or in several', async (recordType, line, change) => {
    if (recordType === 'refunds') await send('purchases', [purchase()])
    const same = { line: 1, id: 'p', state: 'duplicate' }
    const stored = { purchases: '₦12,500 at 2026-11-20T17:30:00.000Z', refunds: '₦100 at 2026-11-20T17:30:00.000Z' }
    const differs = isValidated(recordType)
      ? { ...same, state: 'quarantined', reason: `differs from the record stored under this ID: ${stored[recordType]}` }
      : { ...same, note }
    expect((await send(recordType, [line, { ...line, ...change }])).data.lines).toEqual([{ ...differs, line: 2 }])
    const before = await stateOf()
    expect((await send(recordType, [{ ...line, ...change }])).data.lines).toEqual([differs])
    expect(await stateOf()).toEqual(before)
    // The sender repeats the stored version, so nothing stays in quarantine.
    expect((await send(recordType, [line])).data.lines).toEqual([same])
    const left = before[0].quarantined_records! - (isValidated(recordType) ? 1 : 0)
    expect(await stateOf()).toEqual([{ ...before[0], quarantined_records: left }, before[1]])
  })
})
