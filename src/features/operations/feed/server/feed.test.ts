import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import { BATCH_LINES, type RecordType } from '../rules.ts'
import { countsOf, newKey, rollupsOf, sender, type Send } from './test/sender.ts'

let server: TestServer
let movie: string
let send: Send
let sources = 0
beforeAll(async () => {
  server = await testServer()
  movie = String((await server.call(catalogue.create, { body: { title: 'Told of' } })).body.data.id)
})
afterAll(() => server.close())
/** Each test has its own source, so that other tests do not interfere. */
beforeEach(async () => {
  const source = `source-${++sources}`
  send = sender(server, (await newKey(server, { name: source, source })).secret)
})
const source = () => `source-${sources}`

const AT = '2026-11-20T18:30:00+01:00'
const good: Record<RecordType, () => Record<string, unknown> & { id: string }> = {
  customers: () => ({ id: 'c', first_name: 'Ada', last_name: 'Eze', registered_at: AT, channel: 'web' }),
  subscriptions: () => ({
    id: 's',
    customer_id: 'c',
    event: 'start',
    at: AT,
    until: '2026-12-20T18:30:00+01:00',
    plan: 'Fan',
    monthly_price: 5000,
    tickets: 4,
  }),
  purchases: () => ({ id: 'p', at: AT, customer_id: 'c', lines: [{ kind: 'ticket', quantity: 2, amount: 7000.5 }] }),
  refunds: () => ({ id: 'r', purchase_id: 'p', at: AT, lines: [{ kind: 'ticket', amount: 3500.25 }] }),
  corrections: () => ({ id: 'k', at: AT, record_type: 'purchases', line_id: 'p', reason: 'Typed wrongly' }),
  redemptions: () => ({ id: 't', at: AT, tickets: 2, customer_id: 'c', by_subscription: true }),
  visits: () => ({ id: 'v', at: AT, channel: 'mobile', count: 3 }),
  reviews: () => ({ id: 'm', at: AT, movie_id: movie, name: 'Ada', liked: true, review: 'Seen twice' }),
  errors: () => ({ id: 'e', at: AT, message: 'Cannot read properties of undefined', page: '/checkout' }),
  devices: () => ({ id: 'd', at: AT, platform: 'android', token: `${source()}:APA91b`, customer_id: 'c' }),
}
const recordTypes = Object.keys(good) as RecordType[]
/** Types whose records refer to purchases. */
const ofPurchases: RecordType[] = ['refunds', 'corrections']
const accepted = (count: number) => ({
  accepted: count,
  duplicate: 0,
  pending: 0,
  quarantined: 0,
  rejected: 0,
  lines: [],
})
const read = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await server.db.execute<T>(query)).rows
const purchase = (id: string, more: object = {}) => ({ ...good.purchases(), id, ...more })

describe('every record type', () => {
  test.each(recordTypes)('accepts a valid record of %s once and then returns a duplicate', async (recordType) => {
    if (ofPurchases.includes(recordType)) await send('purchases', [good.purchases()])
    const line = good[recordType]()
    expect(await send(recordType, [line])).toMatchObject({ status: 200, data: accepted(1) })
    const [before, rollups] = [await countsOf(server.db), await rollupsOf(server.db)]
    const again = {
      accepted: 0,
      duplicate: 1,
      pending: 0,
      quarantined: 0,
      rejected: 0,
      lines: [{ line: 1, id: line.id, state: 'duplicate' }],
    }
    expect((await send(recordType, [line])).data).toEqual(again)
    expect((await send(recordType, [line], { ndjson: true })).data).toEqual(again)
    expect([await countsOf(server.db), await rollupsOf(server.db)]).toEqual([before, rollups])
  })

  test.each(recordTypes)('accepts a record of %s once when one batch has it twice', async (recordType) => {
    if (ofPurchases.includes(recordType)) await send('purchases', [good.purchases()])
    const line = good[recordType]()
    expect((await send(recordType, [line, line])).data).toEqual({
      ...accepted(1),
      duplicate: 1,
      lines: [{ line: 2, id: line.id, state: 'duplicate' }],
    })
  })

  test.each(recordTypes)('accepts the rest when a half batch of %s is sent again in full', async (recordType) => {
    if (ofPurchases.includes(recordType))
      await send(
        'purchases',
        Array.from({ length: 6 }, (_, n) => purchase(`p${n}`)),
      )
    const lines = Array.from({ length: 6 }, (_, n) => ({
      ...good[recordType](),
      id: `${recordType}${n}`,
      ...(recordType === 'refunds' && { purchase_id: `p${n}` }),
      ...(recordType === 'corrections' && { line_id: `p${n}` }),
    }))
    await send(recordType, lines.slice(0, 3))
    expect((await send(recordType, lines)).data).toMatchObject({ accepted: 3, duplicate: 3, rejected: 0 })
    expect((await send(recordType, lines)).data).toMatchObject({ accepted: 0, duplicate: 6 })
  })

  test('keeps the ids of each source separate', async () => {
    await send('visits', [good.visits()])
    const other = sender(server, (await newKey(server, { name: 'Other', source: 'other' })).secret)
    expect((await other('visits', [good.visits()])).data).toEqual(accepted(1))
  })
})

describe('validation of records', () => {
  const cases: [RecordType, object, string][] = [
    ['customers', { id: '' }, 'id is empty'],
    ['customers', { id: undefined }, 'id is missing or is not text'],
    ['customers', { id: 7 }, 'id is missing or is not text'],
    ['customers', { id: 'x'.repeat(101) }, 'id must have at most 100 characters'],
    [
      'customers',
      { registered_at: '2026-11-20' },
      'registered_at must be a time with its zone, such as 2026-11-21T18:30:00+01:00',
    ],
    [
      'customers',
      { registered_at: '2026-11-20T18:30:00' },
      'registered_at must be a time with its zone, such as 2026-11-21T18:30:00+01:00',
    ],
    ['customers', { at: '2206-01-01T00:00:00Z' }, 'at must be a time from 1950 to the end of 2099'],
    ['customers', { birth_date: '2001-02-29' }, 'birth_date must be a day, YYYY-MM-DD'],
    ['customers', { birth_date: '0000-01-01' }, 'birth_date must be a day, YYYY-MM-DD'],
    ['customers', { first_name: 'A\u0000' }, 'first_name has a character that cannot be stored'],
    ['customers', { last_name: '\ud800' }, 'last_name has a character that cannot be stored'],
    ['customers', { email: 7 }, 'email is not text'],
    ['customers', { channel: 'fax' }, 'channel must be one of web, mobile, not_specified'],
    ['subscriptions', { event: 'pause' }, 'event must be one of start, renewal, end'],
    ['subscriptions', { until: undefined }, 'until is required and must be after at'],
    ['subscriptions', { until: AT }, 'until is required and must be after at'],
    ['subscriptions', { plan: ' ' }, 'plan is required'],
    ['subscriptions', { monthly_price: null }, 'monthly_price is required'],
    ['subscriptions', { tickets: 1e9 }, 'tickets must be at most 100,000'],
    ['subscriptions', { customer_id: null }, 'customer_id is missing or is not text'],
    ['purchases', { lines: undefined }, 'lines must be a list'],
    ['purchases', { lines: [] }, 'lines must have at least one line'],
    [
      'purchases',
      { lines: [{ kind: 'popcorn', amount: 1 }] },
      'lines.0.kind must be one of ticket, concession, subscription',
    ],
    ['purchases', { lines: [{ kind: 'ticket', amount: -1 }] }, 'lines.0.amount must not be negative'],
    ['purchases', { lines: [{ kind: 'ticket', amount: 0.001 }] }, 'lines.0.amount must have at most two decimals'],
    ['purchases', { lines: [{ kind: 'ticket', amount: '7' }] }, 'lines.0.amount must be a number of naira'],
    ['purchases', { lines: [{ kind: 'ticket', amount: 1e11 }] }, 'lines.0.amount must be at most 10 billion'],
    ['purchases', { lines: [{ kind: 'ticket', amount: 1, quantity: 0 }] }, 'lines.0.quantity must be at least 1'],
    ['purchases', { lines: [{ kind: 'ticket', amount: 1, quantity: 1.5 }] }, 'lines.0.quantity must be a whole number'],
    [
      'purchases',
      { lines: [{ kind: 'ticket', amount: 1, seats: ['F7', 'F8'] }] },
      'lines.0.seats must be for tickets, at most one each',
    ],
    [
      'purchases',
      { lines: [{ kind: 'concession', amount: 1, seats: ['F7'] }] },
      'lines.0.seats must be for tickets, at most one each',
    ],
    ['purchases', { lines: [{ kind: 'ticket', amount: 1, seats: 'F7' }] }, 'lines.0.seats must be a list'],
    ['purchases', { lines: [{ kind: 'ticket', amount: 1, seats: [''] }] }, 'lines.0.seats.0 is empty'],
    ['refunds', { purchase_id: undefined }, 'purchase_id is missing or is not text'],
    ['refunds', { lines: [{ kind: 'ticket', amount: 1, quantity: -1 }] }, 'lines.0.quantity must not be negative'],
    ['redemptions', { tickets: 0 }, 'tickets must be at least 1'],
    ['redemptions', { purchase_id: 'o' }, 'cinema_id must be sent with purchase_id'],
    ['redemptions', { by_subscription: 'yes' }, 'by_subscription must be true or false'],
    ['visits', { count: 'many' }, 'count must be a whole number'],
    ['reviews', { movie_id: 'none' }, 'movie_id none is not a movie of the chain'],
    ['reviews', { liked: undefined }, 'liked must be true or false'],
    ['errors', { message: '' }, 'message is empty'],
    ['errors', { stack: 'x'.repeat(20_001) }, 'stack must have at most 20000 characters'],
  ]
  test.each(cases)('rejects %s %j: %s', async (recordType, change, reason) => {
    if (ofPurchases.includes(recordType)) await send('purchases', [good.purchases()])
    const bad = { ...good[recordType](), ...change } as { id?: unknown }
    const fine = { ...good[recordType](), id: 'fine' }
    const { status, data } = await send(recordType, [bad, fine])
    expect([status, data.accepted, data.rejected]).toEqual([200, 1, 1])
    const id = typeof bad.id === 'string' ? bad.id.slice(0, 100) : null
    expect(data.lines).toEqual([{ line: 1, id, state: 'rejected', reason }])
  })

  test.each([[null], ['text'], [7], [[]]])('rejects %j', async (line) => {
    expect((await send('visits', [line])).data.lines).toEqual([
      { line: 1, id: null, state: 'rejected', reason: 'is not an object' },
    ])
  })
})

describe('POST /feed/:record_type', () => {
  test.each([
    ['no list', '{"id":"1"}', 422, 'The body must be a list of records'],
    ['without lines', '[]', 422, 'Send at least one record'],
    ['that is no JSON', '[', 400, 'The body is not valid JSON'],
    ['of too many lines', JSON.stringify(Array(BATCH_LINES + 1).fill(0)), 422, 'Send at most 5000 records at a time'],
    ['that is too large', JSON.stringify(['x'.repeat(16 * 1024 * 1024)]), 413, 'The request is too large'],
  ])('rejects %s', async (_, body, status, message) => {
    const answer = await send('visits', body, { ndjson: false })
    expect([answer.status, answer.problem.message]).toEqual([status, message])
  })

  test('returns 404 for an unknown record type', async () => {
    const answer = await send('weather' as RecordType, [good.visits()])
    expect([answer.status, answer.problem.message]).toEqual([422, 'Record type not found'])
  })

  test('accepts 5,000 records and several megabytes', async () => {
    const lines = Array.from({ length: BATCH_LINES }, (_, n) => ({
      ...good.errors(),
      id: `e${n}`,
      stack: 'x'.repeat(1000),
    }))
    expect((await send('errors', lines)).data).toEqual(accepted(BATCH_LINES))
  })

  test('rejects a broken line of NDJSON by itself and skips empty lines', async () => {
    const body = `\uFEFF${JSON.stringify(good.visits())}\r\n\n{"id": "broken", \n${JSON.stringify({ ...good.visits(), id: 'v2' })}\n`
    expect((await send('visits', body)).data).toEqual({
      ...accepted(2),
      rejected: 1,
      lines: [{ line: 2, id: null, state: 'rejected', reason: 'is not JSON' }],
    })
  })

  test('accepts a compressed body', async () => {
    expect((await send('visits', [good.visits()], { gzip: true })).data).toEqual(accepted(1))
    expect((await send('visits', [{ ...good.visits(), id: 'v2' }], { gzip: true, ndjson: true })).data).toEqual(
      accepted(1),
    )
  })

  // ASVS: 5.2.3
  test('rejects a body that decompresses beyond the limit', async () => {
    const answer = await send('visits', JSON.stringify(['x'.repeat(17 * 1024 * 1024)]), { gzip: true, ndjson: false })
    expect(answer.status).toBe(413)
  })
})

describe('customers', () => {
  const stored = () =>
    read(sql`select first_name, phone, registered_on, channel from customers where source = ${source()} order by id`)

  test('keeps the latest values in any order of arrival', async () => {
    const person = (first_name: string, at?: string) => ({
      ...good.customers(),
      first_name,
      at,
      phone: ' 0803 123 4567 ',
    })
    await send('customers', [person('Second', '2026-11-21T02:00:00Z')])
    const { data } = await send('customers', [
      person('First', '2026-11-21T01:00:00Z'),
      person('Third', '2026-11-21T03:00:00Z'),
      person('Without'),
    ])
    expect(data.lines.map(({ line, state }) => [line, state])).toEqual([
      [1, 'duplicate'],
      [3, 'duplicate'],
    ])
    expect(await stored()).toEqual([
      { first_name: 'Third', phone: '+2348031234567', registered_on: '2026-11-20', channel: 'web' },
    ])
  })

  test('registers a customer known from a purchase when the record arrives and counts one sign-up', async () => {
    const signups = async () =>
      (await read<{ n: number }>(sql`select coalesce(sum(count), 0)::int as n from signup_days`))[0]!.n
    const before = await signups()
    await send('purchases', [good.purchases()])
    expect(await stored()).toEqual([{ first_name: '', phone: null, registered_on: null, channel: 'not_specified' }])
    expect(await signups()).toBe(before)
    await send('customers', [good.customers()])
    expect(await stored()).toEqual([{ first_name: 'Ada', phone: null, registered_on: '2026-11-20', channel: 'web' }])
    await send('customers', [{ ...good.customers(), first_name: 'Ada B.', at: '2026-11-21T00:00:00Z' }])
    expect(await signups()).toBe(before + 1)
  })
})

describe('business days', () => {
  test('splits 23:30 and 00:30 in Lagos into two days, whatever zone the sender uses', async () => {
    const nights = ['2026-11-20T22:30:00Z', '2026-11-21T00:30:00+01:00', '2026-11-20T13:29:59.999-10:00']
    await send(
      'purchases',
      nights.map((at, n) => purchase(`p${n}`, { at, lines: [{ kind: 'ticket', amount: 1, show_at: at }] })),
    )
    await send(
      'refunds',
      nights.map((at, n) => ({
        ...good.refunds(),
        id: `r${n}`,
        purchase_id: `p${n}`,
        at,
        lines: [{ kind: 'ticket', amount: 1 }],
      })),
    )
    await send(
      'visits',
      nights.map((at, n) => ({ ...good.visits(), id: `v${n}`, at })),
    )
    await send(
      'redemptions',
      nights.map((at, n) => ({ ...good.redemptions(), id: `t${n}`, at })),
    )
    await send(
      'customers',
      nights.map((at, n) => ({ ...good.customers(), id: `c${n}`, registered_at: at })),
    )
    const days = ['2026-11-20', '2026-11-21', '2026-11-21']
    const of = async (table: string, day: string) =>
      (
        await read(
          sql`select ${sql.identifier(day)} as day from ${sql.identifier(table)} where source = ${source()} and external_id ~ '[0-9]' order by external_id`,
        )
      ).map((row) => row.day)
    expect(await of('purchases', 'day')).toEqual(days)
    expect(await of('refunds', 'day')).toEqual(days)
    expect(await of('visits', 'day')).toEqual(days)
    expect(await of('redemptions', 'day')).toEqual(days)
    expect(await of('redemptions', 'show_day')).toEqual(days)
    expect(await of('customers', 'registered_on')).toEqual(days)
    const shows = await read(sql`
      select l.show_day as sold, b.show_day as refunded from purchases p
      join purchase_lines l on l.purchase_id = p.id join refunds r on r.purchase_id = p.id
      join refund_lines b on b.refund_id = r.id where p.source = ${source()} order by p.external_id`)
    expect(shows).toEqual(days.map((day) => ({ sold: day, refunded: day })))
  })

  test('counts a late record on the day when it happened', async () => {
    await send('visits', [{ ...good.visits(), at: '2019-03-01T12:00:00Z', count: 7 }])
    expect(await read(sql`select count from visit_days where day = '2019-03-01'`)).toEqual([{ count: 7 }])
  })
})

describe('refunds', () => {
  const refund = (id: string, amount: number, more: object = {}) => ({
    ...good.refunds(),
    id,
    lines: [{ kind: 'ticket', amount }],
    ...more,
  })
  const stored = () =>
    read<{ external_id: string; kobo: number }>(sql`
      select external_id, kobo from refunds where source = ${source()} order by external_id`)
  const pending = () =>
    read(sql`select external_id, reason from quarantined_records where source = ${source()} order by external_id`)

  test('keeps a refund pending until its purchase arrives', async () => {
    const early = refund('early', 3500)
    const answer = {
      accepted: 0,
      duplicate: 0,
      pending: 1,
      quarantined: 0,
      rejected: 0,
      lines: [{ line: 1, id: 'early', state: 'pending' }],
    }
    expect((await send('refunds', [early])).data).toEqual(answer)
    expect((await send('refunds', [early])).data).toEqual(answer)
    expect(await stored()).toEqual([])
    expect((await send('purchases', [good.purchases()])).data).toEqual(accepted(1))
    expect([await stored(), await pending()]).toEqual([[{ external_id: 'early', kobo: 350_000 }], []])
    expect((await send('refunds', [early])).data).toMatchObject({ duplicate: 1 })
  })

  test('limits refunds to the amount paid, within a batch and across batches', async () => {
    await send('purchases', [good.purchases()])
    const { data } = await send('refunds', [refund('a', 5000), refund('b', 2000.51), refund('c', 2000.5)])
    expect(data.lines).toEqual([
      {
        line: 2,
        id: 'b',
        state: 'quarantined',
        reason: 'lines add up to more than what is left of the purchase, ₦2,000.50',
      },
    ])
    expect((await send('refunds', [refund('d', 1)])).data.lines).toMatchObject([
      { reason: 'lines add up to more than what is left of the purchase, ₦0' },
    ])
    expect(await stored()).toEqual([
      { external_id: 'a', kobo: 500_000 },
      { external_id: 'c', kobo: 200_050 },
    ])
  })

  test('quarantines with a reason the pending refund that exceeds its purchase', async () => {
    await send('refunds', [refund('big', 9000), refund('small', 500)])
    await send('purchases', [good.purchases()])
    expect(await stored()).toEqual([{ external_id: 'small', kobo: 50_000 }])
    const reason = 'lines add up to more than what is left of the purchase, ₦7,000.50'
    expect(await pending()).toEqual([{ external_id: 'big', reason }])
    // Sent again, the refund gets the reason.
    expect((await send('refunds', [refund('big', 9000)])).data.lines).toMatchObject([{ state: 'quarantined' }])
  })

  test('deducts tickets from the named show, or from the first', async () => {
    const shows = ['2026-12-01T18:00:00Z', '2026-12-02T18:00:00Z']
    const lines = shows.map((show_at) => ({ kind: 'ticket', amount: 100, show_at }))
    await send('purchases', [purchase('p', { lines: [{ kind: 'concession', amount: 5 }, ...lines] })])
    await send('refunds', [
      refund('first', 50),
      refund('named', 50, { lines: [{ kind: 'ticket', amount: 50, show_at: shows[1] }] }),
      refund('popcorn', 5, { lines: [{ kind: 'concession', amount: 5 }] }),
    ])
    const rows = await read(sql`
      select r.external_id as id, l.show_day from refunds r join refund_lines l on l.refund_id = r.id
      where r.source = ${source()} order by 1`)
    expect(rows).toEqual([
      { id: 'first', show_day: '2026-12-01' },
      { id: 'named', show_day: '2026-12-02' },
      { id: 'popcorn', show_day: null },
    ])
  })
})

test('describes a guest by the latest purchase in any order of arrival', async () => {
  const bought = (id: string, at: string, name: string, phone: string) =>
    purchase(id, { customer_id: null, email: 'known@mail.example', at, name, phone })
  const guest = () => read(sql`select name, phone, purchases from guests where email = 'known@mail.example'`)
  await send('purchases', [
    bought('1', '2026-11-20T12:00:00Z', 'Ada Obi', '+2348030000001'),
    bought('2', '2026-11-20T11:00:00Z', 'A. Obi', '+2348030000002'),
  ])
  expect(await guest()).toEqual([{ name: 'Ada Obi', phone: '+2348030000001', purchases: 2 }])
  await send('purchases', [bought('3', '2026-11-19T12:00:00Z', 'Obi', '+2348030000003')])
  expect(await guest()).toEqual([{ name: 'Ada Obi', phone: '+2348030000001', purchases: 3 }])
  await send('purchases', [bought('4', '2026-11-21T12:00:00Z', 'Ada Bello', '+2348030000004')])
  expect(await guest()).toEqual([{ name: 'Ada Bello', phone: '+2348030000004', purchases: 4 }])
})

describe('subscriptions', () => {
  const bySubscriber = async () =>
    (
      await read<{ external_id: string }>(sql`
        select external_id from purchases where source = ${source()} and by_subscriber order by external_id`)
    ).map((row) => row.external_id)
  const periods = () =>
    read(sql`
      select s.starts_on, s.ends_on, s.plan, s.reason from subscription_periods s join customers c on c.id = s.customer_id
      where c.source = ${source()} order by s.starts_at`)
  const once = async (day: string) =>
    (
      await read<{ n: number }>(sql`
        select coalesce(sum(count), 0)::int as n from sales_days where kind = 'once' and day = ${day}`)
    )[0]!.n

  test('updates old purchases when a subscription, and then its end, arrives late', async () => {
    await send('purchases', [
      purchase('before', { at: '2021-05-01T11:59:59Z' }),
      purchase('first', { at: '2021-05-01T12:00:00Z' }),
      purchase('last', { at: '2021-05-31T11:59:59Z' }),
      purchase('after', { at: '2021-05-31T12:00:00Z' }),
      purchase('guest', { at: '2021-05-15T12:00:00Z', customer_id: null }),
      purchase('another', { at: '2021-05-15T12:00:00Z', customer_id: 'd' }),
    ])
    expect([await bySubscriber(), await once('2021-05-31')]).toEqual([[], 2])
    const start = { ...good.subscriptions(), at: '2021-05-01T12:00:00Z', until: '2021-05-31T12:00:00Z' }
    await send('subscriptions', [start])
    expect([await bySubscriber(), await once('2021-05-31')]).toEqual([['first', 'last'], 1])
    expect(await periods()).toEqual([{ starts_on: '2021-05-01', ends_on: '2021-05-31', plan: 'Fan', reason: '' }])
    await send('subscriptions', [
      { id: 'end', customer_id: 'c', event: 'end', at: '2021-05-20T12:00:00Z', reason: 'Moved away' },
    ])
    expect([await bySubscriber(), await once('2021-05-31')]).toEqual([['first'], 2])
    expect(await periods()).toEqual([
      { starts_on: '2021-05-01', ends_on: '2021-05-20', plan: 'Fan', reason: 'Moved away' },
    ])
  })

  test('marks a purchase that arrives after the subscription', async () => {
    await send('subscriptions', [good.subscriptions()])
    await send('purchases', [
      purchase('during', { at: '2026-11-21T10:00:00Z' }),
      purchase('before', { at: '2026-11-20T17:29:59Z' }),
    ])
    expect(await bySubscriber()).toEqual(['during'])
  })
})

test('shows and counts a review with its movie', async () => {
  await send('reviews', [good.reviews(), { ...good.reviews(), id: 'n', liked: false }])
  const [row] = await read(sql`
    select (select count(*)::int from reviews where movie_id = m.id and liked) = m.likes as likes,
      (select count(*)::int from reviews where movie_id = m.id and not liked) = m.dislikes as dislikes
    from movies m where id = ${movie}`)
  expect(row).toEqual({ likes: true, dislikes: true })
})
