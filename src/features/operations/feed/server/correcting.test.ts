import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { audit } from '#features/access/audit/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { examples } from '#server/test/thorough.ts'
import { feed } from '../contract.ts'
import type { CorrectableRecordType } from '../rules.ts'
import { newKey, rollupsOf, sender, type Send } from './test/sender.ts'

/** Returns the same pseudo-random numbers each time (xorshift). */
const randomFrom = (seed: number) => () => {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) / 2 ** 32
}

/** Current time of the tests: 2026-11-21T09:00Z. */
let server: TestServer
let send: Send
let source: string
let sources = 0

async function chain(): Promise<TestServer> {
  const made = await testServer()
  await made.db.execute(sql`insert into states (name) values ('Lagos')`)
  await made.db.execute(sql`
    insert into cinemas (id, state_id, name) select x.id, s.id, 'Marquee ' || x.id from states s, (values ('0001'), ('0002')) x(id)`)
  await made.db.execute(sql`insert into movies (id, name) values ('HO1', 'Jaws (2D)'), ('HO2', 'Osuofia in London')`)
  await made.db.execute(sql`
    insert into products (rosetta_id, name, kind, source_cinema_id, created_at, counted_at) values ('T1', 'T-shirt', 'merchandise', '0001', now(), now())`)
  return made
}
beforeAll(async () => {
  server = await chain()
})
afterAll(() => server.close())
beforeEach(async () => {
  source = `shop-${++sources}`
  send = sender(server, (await newKey(server, { name: source, source })).secret)
})

const AT = '2026-11-20T18:30:00.000Z'
const sale = (id: string, more: object = {}) => ({
  id,
  at: AT,
  channel: 'web',
  cinema_id: '0001',
  name: 'Ngozi Okafor',
  email: `${id}@mail.example`,
  payment_reference: `${source}-${id}`,
  lines: [
    { kind: 'ticket', quantity: 3, amount: 9000, movie_id: 'HO1', show_at: '2026-11-21T18:00:00.000Z' },
    { kind: 'concession', quantity: 2, amount: 5000, product: 'T-shirt' },
  ],
  ...more,
})
const back = (id: string, purchase_id: string, more: object = {}) => ({
  id,
  purchase_id,
  at: '2026-11-20T20:00:00.000Z',
  lines: [{ kind: 'ticket', quantity: 1, amount: 3000 }],
  ...more,
})
type Body = { line?: object; released?: boolean; reason?: string }
const amend = (
  external_id: string,
  { reason = 'Typed wrongly', ...more }: Body = {},
  recordType: CorrectableRecordType = 'purchases',
) => server.call(feed.amend, { body: { record_type: recordType, source, external_id, reason, ...more } as never })
const counted = async (external_id: string, recordType: CorrectableRecordType = 'purchases') =>
  server.call(feed.counted, { query: { record_type: recordType, source, external_id } })
const refusedWith = ({ text }: { text: string }) => JSON.parse(text).errors as { field: string; message: string }[]
/** Returns the stored data of this source and everything derived from it. */
const follows = async (of: TestServer = server) => {
  const rows = async (query: ReturnType<typeof sql>) => (await of.db.execute(query)).rows
  return {
    rollups: await rollupsOf(of.db),
    guests: await rows(sql`select email, purchases, last_purchase_at from guests order by email`),
    atCinemas: await rows(sql`select * from guest_cinemas order by email, cinema_id`),
    payments: await rows(sql`select reference, sold_kobo, bookings, cinema_id from payments order by reference`),
    // The first record of a payment determines its day and customer, so only the total is compared.
    paymentDays: await rows(sql`select coalesce(sum(count), 0)::int as entries from payment_days`),
    log: await rows(sql`
      select at, channel, cinema_id, movie_id, show_day, kobo, refund from ticket_log order by 1, 2, 3, 4, 5, 6, 7`),
    seats: await rows(sql`
      select p.source, p.external_id, l.n, l.seats from purchases p join purchase_lines l on l.purchase_id = p.id
      where l.seats is not null order by 1, 2, 3`),
    redeemed: await rows(sql`
      select p.source, p.external_id, sum(r.tickets)::int as tickets, max(r.at) as at
      from purchases p join redemptions r on r.source = p.source and r.purchase_external_id = p.external_id
      group by 1, 2 order by 1, 2`),
    logDays: await rows(sql`select * from ticket_log_days where lines <> 0 order by 1, 2, 3, 4`),
    merchandise: await rows(sql`select day, lines, quantity from merchandise_days where lines <> 0 order by 1`),
    referrals: await rows(sql`
      select code, tickets, kobo, purchases from referral_sums where (tickets, kobo, purchases) <> (0, 0, 0) order by 1`),
    customers: await rows(sql`
      select c.external_id, x.cinema_id from customer_cinemas x join customers c on c.id = x.customer_id order by 1, 2`),
    buyers: await rows(sql`
      select c.external_id, b.purchases from buyers b join customers c on c.id = b.customer_id where b.purchases <> 0 order by 1`),
  }
}

describe.each([
  [
    'redemptions',
    {
      id: 'x',
      at: AT,
      show_at: '2026-11-20T23:00:00.000Z',
      cinema_id: '0001',
      customer_id: 'c-1',
      tickets: 3,
      by_subscription: true,
      purchase_id: 'p-1',
    },
    { at: '2026-11-19T18:30:00.000Z', cinema_id: '0002', customer_id: 'c-2', tickets: 2, by_subscription: false },
    '3 tickets',
  ],
  [
    'visits',
    { id: 'x', at: AT, channel: 'web', count: 341 },
    { at: '2026-11-19T18:30:00.000Z', channel: 'mobile', count: 34 },
    '341 visits',
  ],
] as const)('amend %s', (recordType, line, change, audited) => {
  const corrected = { ...line, ...change }

  test('voids and reinstates a record with its figures, and rejects the record while it is voided', async () => {
    const before = await follows()
    await send(recordType, [line])
    const withIt = await follows()
    expect(withIt).not.toEqual(before)
    expect((await counted('x', recordType)).body.data).toMatchObject({ line, amount: null, is_voided: false })
    const answer = await amend('x', { reason: 'The scanner was tried' }, recordType)
    expect(answer.body).toMatchObject({ message: 'Record voided', data: { kind: 'void', before: null, after: null } })
    expect(await follows()).toEqual(before)
    expect((await send(recordType, [line])).data.lines).toEqual([
      { line: 1, id: 'x', state: 'rejected', reason: 'was voided: The scanner was tried' },
    ])
    const [entry] = (await server.call(audit.list, { query: { search: `x of ${source}` } as never })).body.data.lines
    expect(JSON.stringify(entry)).toContain(audited)
    expect((await counted('x', recordType)).body.data).toMatchObject({ line, is_voided: true })
    expect((await amend('x', { line }, recordType)).body.data).toMatchObject({ kind: 'reinstate' })
    expect(await follows()).toEqual(withIt)
    expect((await send(recordType, [line])).data).toMatchObject({ duplicate: 1 })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('corrects a record as if sent so, and keeps the correction when the original is sent again', async () => {
    await send(recordType, [line])
    expect((await amend('x', { line: corrected }, recordType)).body.data).toMatchObject({ kind: 'correct' })
    expect((await counted('x', recordType)).body.data.line).toMatchObject(change)
    expect((await send(recordType, [line])).data).toMatchObject({
      duplicate: 1,
      lines: [{ note: 'This record was corrected after it was sent, and the correction is kept' }],
    })
    expect((await send(recordType, [corrected])).data).toMatchObject({ duplicate: 1 })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('applies a correction from the sender once', async () => {
    await send(recordType, [line])
    const fix = {
      id: '1',
      at: AT,
      record_type: recordType,
      line_id: 'x',
      reason: 'Sent for another day',
      line: corrected,
    }
    expect((await send('corrections', [fix])).data).toMatchObject({ accepted: 1 })
    expect((await send('corrections', [fix])).data).toMatchObject({ duplicate: 1 })
    expect((await counted('x', recordType)).body.data.line).toMatchObject(change)
  })

  test('rejects an invalid correction with the field and rule, and keeps the record', async () => {
    await send(recordType, [line])
    const before = await follows()
    const wrong = async (body: Body, id = 'x') => refusedWith(await amend(id, body, recordType))[0]
    expect(await wrong({ line })).toEqual({ field: 'line', message: 'No changes to save' })
    expect(await wrong({ line: { ...line, id: 'y' } })).toEqual({
      field: 'line',
      message: 'The ID of a record cannot change',
    })
    expect(await wrong({ line: { ...line, at: '2027-01-01T10:00:00Z' } })).toMatchObject({ field: 'line.at' })
    expect(await wrong({ line: { ...line, tickets: -1, count: -1 } })).toMatchObject({
      field: recordType === 'visits' ? 'line.count' : 'line.tickets',
    })
    expect(await wrong({}, 'nobody')).toEqual({
      field: 'external_id',
      message: 'No included record has this source and ID',
    })
    expect(await follows()).toEqual(before)
  })

  test('voids once under 20 concurrent requests', async () => {
    await send(recordType, [line])
    const answers = await Promise.all(Array.from({ length: 20 }, () => amend('x', {}, recordType)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})

describe('amend purchases', () => {
  test('voids a purchase with everything derived from it, keeps the previous version and rejects the purchase when sent again', async () => {
    const before = await follows()
    await send('purchases', [sale('a', { referral_code: 'ada' })])
    const answer = await amend('a', { reason: 'A test of the shop' })
    expect(answer.body).toMatchObject({
      message: 'Record voided',
      data: { kind: 'void', source, external_id: 'a', before: 14_000, after: null, reason: 'A test of the shop' },
    })
    expect(await follows()).toEqual(before)
    expect((await counted('a')).body.data).toMatchObject({
      is_voided: true,
      line: { id: 'a' },
      corrections: [{ kind: 'void' }],
    })
    const again = await send('purchases', [sale('a'), sale('b')])
    expect(again.data).toMatchObject({
      accepted: 1,
      rejected: 1,
      lines: [{ line: 1, id: 'a', state: 'rejected', reason: 'was voided: A test of the shop' }],
    })
    expect(refusedWith(await amend('a'))).toEqual([
      { field: 'external_id', message: 'No included record has this source and ID' },
    ])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test("keeps the guest with the same email when a customer's purchase is voided", async () => {
    const email = 'both@mail.example'
    await send('purchases', [sale('guest', { email }), sale('customer', { email, customer_id: 'c-9' })])
    const before = await follows()
    await amend('customer')
    const { guests, atCinemas } = await follows()
    expect({ guests, atCinemas }).toEqual({ guests: before.guests, atCinemas: before.atCinemas })
    expect(atCinemas).toContainEqual(expect.objectContaining({ email, cinema_id: '0001', purchases: 1 }))
    await amend('guest')
  })

  test('rejects a voided refund while its purchase is missing, without waiting for one', async () => {
    await send('purchases', [sale('a')])
    await send('refunds', [back('r', 'a')])
    expect((await send('refunds', [back('r', 'b')])).data).toMatchObject({ pending: 1 })
    await amend('r', { reason: 'Given twice' }, 'refunds')
    const before = await follows()
    expect((await send('refunds', [back('r', 'c')])).data).toMatchObject({
      rejected: 1,
      lines: [{ reason: 'was voided: Given twice' }],
    })
    expect((await send('purchases', [sale('b')])).data).toMatchObject({ accepted: 1 })
    await amend('b')
    expect(await follows()).toEqual(before)
    const { rows } = await server.db.execute(sql`select external_id from quarantined_records where source = ${source}`)
    expect(rows).toEqual([])
  })

  test('reinstates a voided purchase with its original values', async () => {
    await send('purchases', [sale('a')])
    const record = (await counted('a')).body.data.line
    expect(record).toEqual(sale('a'))
    const before = await follows()
    await amend('a')
    expect((await amend('a', { line: record })).body.data).toMatchObject({
      kind: 'reinstate',
      before: null,
      after: 14_000,
    })
    expect(await follows()).toEqual(before)
    expect((await send('purchases', [sale('a')])).data).toMatchObject({ duplicate: 1 })
  })

  test('corrects any field of a purchase with its refunds, and keeps the correction when the original is sent again', async () => {
    await send('purchases', [sale('a', { customer_id: 'c-1', email: undefined })])
    await send('refunds', [back('r', 'a')])
    const line = sale('a', {
      at: '2026-10-02T10:00:00.000Z',
      channel: 'mobile',
      cinema_id: '0002',
      customer_id: 'c-2',
      email: undefined,
      payment_reference: `${source}-other`,
      lines: [{ kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO2', show_at: '2026-11-21T18:00:00.000Z' }],
    })
    expect((await amend('a', { line })).body.data).toMatchObject({ kind: 'correct', before: 14_000, after: 7000 })
    expect((await counted('a')).body.data).toMatchObject({ line: JSON.parse(JSON.stringify(line)), refunds: 1 })
    expect((await send('purchases', [sale('a', { customer_id: 'c-1', email: undefined })])).data).toMatchObject({
      duplicate: 1,
      lines: [{ note: 'This record was corrected after it was sent, and the correction is kept' }],
    })
    expect((await send('refunds', [back('r', 'a')])).data).toMatchObject({ duplicate: 1 })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('rejects an invalid correction with the field and rule, and keeps the purchase', async () => {
    await send('purchases', [sale('a')])
    await send('refunds', [back('r', 'a')])
    const before = await follows()
    const wrong = async (
      body: Body,
      recordType: CorrectableRecordType = 'purchases',
      id = recordType === 'purchases' ? 'a' : 'r',
    ) => refusedWith(await amend(id, body, recordType))[0]
    expect(await wrong({})).toEqual({
      field: 'external_id',
      message: 'This purchase has refunds. Void them first.',
    })
    expect(await wrong({ line: sale('b') })).toEqual({
      field: 'line',
      message: 'The ID of a record cannot change',
    })
    expect(await wrong({ line: sale('a') })).toEqual({ field: 'line', message: 'No changes to save' })
    expect(await wrong({ line: sale('a', { lines: [{ kind: 'concession', amount: 10 }] }) })).toEqual({
      field: 'line',
      message: 'The refund r does not fit: lines add up to more than what is left of the purchase, ₦10',
    })
    expect(await wrong({ line: sale('a', { lines: [{ kind: 'ticket', amount: -1 }] }) })).toEqual({
      field: 'line.lines.0.amount',
      message: 'Line 1, amount must not be negative',
    })
    expect(await wrong({ line: sale('a', { currency: 'USD' }) })).toMatchObject({ field: 'line.currency' })
    expect(await wrong({ line: sale('a', { lines: [{ kind: 'ticket', quantity: 900, amount: 9000 }] }) })).toEqual({
      field: 'line.lines.0.quantity',
      message: 'Line 1, quantity 900 is above the usual maximum of 500 tickets',
    })
    expect(await wrong({ reason: ' ' })).toEqual({ field: 'reason', message: 'Reason is empty' })
    expect(await wrong({}, 'purchases', 'nobody')).toMatchObject({ field: 'external_id' })
    expect(
      await wrong({ line: back('r', 'a', { lines: [{ kind: 'ticket', quantity: 4, amount: 1 }] }) }, 'refunds'),
    ).toEqual({
      field: 'line.lines.0.quantity',
      message: "Line 1, quantity is more than what is left of the purchase's tickets, 3",
    })
    expect(await wrong({ line: back('r', 'nowhere') }, 'refunds')).toEqual({
      field: 'line.purchase_id',
      message: 'Purchase ID is nowhere, which was not sent',
    })
    expect(await follows()).toEqual(before)
    expect(
      (
        await amend('a', {
          line: sale('a', { lines: [{ kind: 'ticket', quantity: 900, amount: 9000 }] }),
          released: true,
        })
      ).status,
    ).toBe(200)
  })

  test('voids and corrects a refund and updates what is refundable', async () => {
    await send('purchases', [sale('a')])
    const before = await follows()
    await send('refunds', [back('r', 'a')])
    await amend(
      'r',
      { line: back('r', 'a', { lines: [{ kind: 'concession', quantity: 2, amount: 5000 }] }) },
      'refunds',
    )
    expect((await counted('r', 'refunds')).body.data).toMatchObject({ amount: 5000 })
    expect((await amend('r', {}, 'refunds')).body.data).toMatchObject({ before: 5000, after: null })
    expect(await follows()).toEqual(before)
    expect((await send('refunds', [back('r', 'a')])).data).toMatchObject({ rejected: 1 })
    expect((await amend('a')).status).toBe(200)
  })

  test('applies each correction from the sender once and rejects the invalid ones by themselves', async () => {
    const fix = (id: string, line_id: string, more: object = {}) => ({
      id,
      at: AT,
      record_type: 'purchases',
      line_id,
      reason: 'The till rang twice',
      ...more,
    })
    await send('purchases', [sale('a'), sale('b')])
    await send('refunds', [back('r', 'b')])
    const less = sale('b', { lines: [{ kind: 'ticket', quantity: 2, amount: 6000, movie_id: 'HO1' }] })
    const lines = [
      fix('1', 'a'),
      fix('2', 'b', { line: less }),
      fix('3', 'b'),
      fix('4', 'c'),
      fix('5', 'b', { line: sale('x') }),
    ]
    const { data } = await send('corrections', lines)
    expect(data).toMatchObject({ accepted: 2, rejected: 3 })
    expect(data.lines).toEqual([
      {
        line: 3,
        id: '3',
        state: 'rejected',
        reason: 'line_id: This purchase has refunds. Void them first.',
      },
      { line: 4, id: '4', state: 'rejected', reason: 'line_id: No included record has this source and ID' },
      { line: 5, id: '5', state: 'rejected', reason: 'line: The ID of a record cannot change' },
    ])
    expect((await counted('b')).body.data).toMatchObject({ amount: 6000, refunds: 1 })
    expect((await send('corrections', lines.slice(0, 2))).data).toMatchObject({ accepted: 0, duplicate: 2 })
    const { body } = await server.call(feed.corrections, { query: { source } })
    expect(body.data.corrections).toMatchObject([
      { external_id: 'b', kind: 'correct', by: source },
      { external_id: 'a', kind: 'void', by: source },
    ])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('rejects a change to a closed day until the day is reopened', async () => {
    await send('purchases', [sale('a'), sale('b', { at: '2026-11-19T10:00:00.000Z' })])
    await server.db.execute(sql`
      insert into day_closes (day, closed_at, closed_by, note, figures) values ('2026-11-20', now(), 'Ada', '', '{}')`)
    const closed = { field: 'external_id', message: '20/11/2026 is closed. Reopen it in Daily finance first.' }
    expect(refusedWith(await amend('a'))).toEqual([closed])
    expect(refusedWith(await amend('b', { line: sale('b') }))).toEqual([closed])
    await server.db.execute(
      sql`update day_closes set reopened_at = now(), reopened_by = 'Ada', reason = 'A line is wrong'`,
    )
    expect((await amend('a')).status).toBe(200)
  })

  test('rejects changes to records made in Marquee and to purchases refunded by staff', async () => {
    source = 'marquee'
    expect(refusedWith(await amend('a'))[0]!.message).toMatch(/^This was recorded in Marquee/)
  })

  test('requires a superadmin, lists corrections and exports them', async () => {
    await send('purchases', [sale('a')])
    await amend('a', { reason: 'Twice' })
    const { body } = await server.call(feed.corrections, { query: { source } })
    expect(body.data).toMatchObject({ totalCount: 1, corrections: [{ external_id: 'a', reason: 'Twice' }] })
    const file = await server.call(feed.correctionsCsv, { query: { source } })
    expect(file.text).toContain(`a,Purchases,${source},Voided,14000.00,,Twice,`)
    const calls = [
      server.call(feed.corrections, { as: 'admin' }),
      server.call(feed.correctionsCsv, { as: 'admin' }),
      server.call(feed.counted, { as: 'admin', query: { record_type: 'purchases', source, external_id: 'a' } }),
      server.call(feed.amend, {
        as: 'admin',
        body: { record_type: 'purchases', source, external_id: 'a', reason: 'x' },
      }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403))
    const { rows } = await server.db.execute(sql`
      select before from audit_log where entity = 'feed correction' order by id desc limit 1`)
    expect(JSON.stringify(rows)).not.toContain('Ngozi')
  })

  test('voids once under 20 concurrent requests', async () => {
    await send('purchases', [sale('a'), sale('b')])
    const answers = await Promise.all(Array.from({ length: 20 }, () => amend('a')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})

test('applies concurrent corrections and sales of the same days, guests and payments without losing any', async () => {
  const others = await Promise.all(
    ['one', 'two'].map(async (name) =>
      sender(server, (await newKey(server, { name: `${source} ${name}`, source: `${source}-${name}` })).secret),
    ),
  )
  const some = (round: number, turn: number) =>
    Array.from({ length: 24 }, (_, n) =>
      sale(`${round}-${n}`, {
        at: `2026-11-${String(10 + ((n * turn) % 7)).padStart(2, '0')}T10:00:00.000Z`,
        channel: ['web', 'mobile', 'not_specified'][(n * turn) % 3],
        cinema_id: ['0001', '0002'][(n * turn) % 2],
        email: `both-${(n * turn) % 5}@mail.example`,
        // Because a reference belongs to sales of one time.
        payment_reference: `both-${(n * turn) % 7}`,
        lines: [{ kind: 'ticket', quantity: 2, amount: 7000 + n, movie_id: 'HO1' }],
      }),
    )
  for (let round = 0; round < 4; round++) {
    await send('purchases', some(round, 5))
    const corrections = some(round, 11).map((line, n) => ({
      id: `fix-${round}-${n}`,
      at: AT,
      record_type: 'purchases',
      line_id: line.id,
      reason: 'Typed wrongly',
      ...(n % 3 > 0 && { line }),
    }))
    const answers = await Promise.all([
      send('corrections', corrections.slice(0, 20)),
      ...others.map((other, n) => other('purchases', some(round, [13, 17][n]!))),
      amend(`${round}-22`).then(({ status }) => ({ status })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
  expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  const { rows } = await server.db.execute(sql`
    select g.email, g.purchases, p.n from guests g
    join (select buyer_email, count(*) as n from purchases where customer_id is null group by 1) p on p.buyer_email = g.email
    where g.purchases <> p.n
    union all
    select e.reference, e.sold_kobo, p.kobo from payments e
    join (select payment, sum(kobo) as kobo from purchases group by 1) p on p.payment = e.reference
    where e.sold_kobo <> p.kobo`)
  expect(rows).toEqual([])
})

test('ends with the same data after random records and corrections as after sending only the last of each', async () => {
  const [one, other] = [await chain(), await chain()]
  try {
    const random = randomFrom(20_261_126)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
    const integer = (most: number) => 1 + Math.floor(random() * most)
    // A separate generator, so that seats do not change the other random values.
    const seats = randomFrom(20_261_128)
    const seat = () => `F${1 + Math.floor(seats() * 20)}`
    source = 'shop'
    const [sendOne, sendOther] = await Promise.all(
      [one, other].map(async (to) => sender(to, (await newKey(to, { name: 'Shop', source })).secret)),
    )
    const anySale = (id: string, paid = integer(30)) => ({
      id,
      // Because a reference belongs to sales of one time.
      at: `2026-${paid % 2 ? '09' : '10'}-${String((paid % 28) + 1).padStart(2, '0')}T10:${String(integer(50)).padStart(2, '0')}:00Z`,
      channel: pick(['web', 'mobile', 'not_specified']),
      ...(random() < 0.9 && { cinema_id: pick(['0001', '0002']) }),
      ...(random() < 0.5
        ? { customer_id: `c-${integer(8)}` }
        : { name: 'Guest', email: `g${integer(8)}@mail.example` }),
      ...(random() < 0.8 && { payment_reference: `ref-${paid}` }),
      ...(random() < 0.3 && { referral_code: pick(['ADA', 'BOLA']) }),
      lines: Array.from({ length: integer(3) }, () => {
        const kind = pick(['ticket', 'concession'])
        return {
          kind,
          quantity: 3 + integer(5),
          amount: 9000 + integer(9000),
          ...(kind === 'ticket'
            ? {
                movie_id: pick(['HO1', 'HO2']),
                show_at: `2026-11-${String(integer(28)).padStart(2, '0')}T18:00:00Z`,
                ...(seats() < 0.7 && { seats: Array.from({ length: 1 + Math.floor(seats() * 3) }, seat) }),
              }
            : { product: pick(['T-shirt', 'Popcorn']) }),
        }
      }),
    })
    type AnySale = ReturnType<typeof anySale>
    const anyBack = (id: string, of: AnySale) => ({
      id,
      purchase_id: of.id,
      at: '2026-11-02T10:00:00Z',
      lines: [{ kind: of.lines[0]!.kind, quantity: integer(2), amount: integer(2000) }],
    })
    const sales = new Map<string, AnySale>()
    const refunds = new Map<string, ReturnType<typeof anyBack>>()
    const day = () => `2026-11-0${1 + integer(6)}T${10 + integer(12)}:00:00Z`
    const anyCount = {
      redemptions: (id: string) => ({
        id,
        at: day(),
        show_at: day(),
        cinema_id: pick(['0001', '0002']),
        tickets: 1 + integer(5),
        by_subscription: random() < 0.3,
        ...(seats() < 0.7 && { purchase_id: [...sales.keys()][Math.floor(seats() * sales.size)] }),
      }),
      visits: (id: string) => ({ id, at: day(), channel: pick(['web', 'mobile']), count: 1 + integer(300) }),
    }
    const counts = { redemptions: new Map<string, object>(), visits: new Map<string, object>() }
    const sendOrChange = async (recordType: keyof typeof counts, round: number) => {
      const known = counts[recordType]
      const id = known.size > 3 && random() < 0.4 ? pick([...known.keys()]) : `c-${round}`
      const line = known.has(id) && random() < 0.5 ? undefined : anyCount[recordType](id)
      const { status } = known.has(id) ? await at(recordType, id, line) : await sendOne!(recordType, [line])
      expect(status).toBe(200)
      if (line) known.set(id, line)
      else known.delete(id)
    }
    const at = (recordType: CorrectableRecordType, external_id: string, line?: object) =>
      one.call(feed.amend, {
        body: { record_type: recordType, source, external_id, reason: 'Random', line, released: true } as never,
      })
    const outcomes = { done: 0, rejected: 0 }
    const rounds = examples(1000)
    for (let round = 0; round < rounds; round++) {
      const what = random()
      if (round % 2 === 0) await sendOrChange(round % 4 ? 'visits' : 'redemptions', round)
      if (what < 0.4 || sales.size < 5) {
        const made = anySale(`p-${round}`)
        const { data } = await sendOne!('purchases', [made])
        if (data.accepted) sales.set(made.id, made)
      } else if (what < 0.6) {
        const made = anyBack(`r-${round}`, pick([...sales.values()]))
        const { data } = await sendOne!('refunds', [made])
        if (data.accepted) refunds.set(made.id, made)
      } else if (what < 0.9) {
        const { id } = pick([...sales.values()])
        const line = random() < 0.6 ? anySale(id) : undefined
        const { status } = await at('purchases', id, line)
        outcomes[status === 200 ? 'done' : 'rejected']++
        if (status === 200 && line) sales.set(id, line)
        else if (status === 200) sales.delete(id)
      } else if (refunds.size) {
        const was = pick([...refunds.values()])
        const of = sales.get(was.purchase_id)!
        const line = random() < 0.5 ? anyBack(was.id, of) : undefined
        const { status } = await at('refunds', was.id, line)
        outcomes[status === 200 ? 'done' : 'rejected']++
        if (status === 200 && line) refunds.set(was.id, line)
        else if (status === 200) refunds.delete(was.id)
      }
    }
    expect(outcomes.done).toBeGreaterThan(rounds / 5)
    expect(outcomes.rejected).toBeGreaterThan(rounds / 40)
    await sendOther!('purchases', [...sales.values()])
    await sendOther!('refunds', [...refunds.values()])
    await sendOther!('redemptions', [...counts.redemptions.values()])
    await sendOther!('visits', [...counts.visits.values()])
    expect(await check(one.app.database, one.app.env.zone)).toEqual([])
    const [made, wanted] = [await follows(one), await follows(other)]
    const inAnyOrder = ({ payments, ...rest }: typeof made) => ({
      ...rest,
      payments: payments.map((row) => ({ ...row, bookings: String(row.bookings).split(' ').toSorted() })),
    })
    expect(made.redeemed.length).toBeGreaterThan(5)
    expect(inAnyOrder(made)).toEqual(inAnyOrder(wanted))
  } finally {
    await one.close()
    await other.close()
  }
}, 180_000)
