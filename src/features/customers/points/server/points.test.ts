import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { points } from '../contract.ts'
import { messages } from '../rules.ts'
import { closeAccount, joinAccounts } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let made = 0
/** A customer who registered; `unlisted` ones are known by what they bought alone. */
async function customer(name = 'Ada Obi', more: { unlisted?: boolean } = {}): Promise<number> {
  const [first, last = ''] = name.split(' ')
  const registered = more.unlisted ? null : '2026-01-05T08:00:00Z'
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on)
    values ('test', ${String(++made)}, ${first}, ${last}, ${`c${made}@mail.example`}, ${registered}, ${registered && '2026-01-05'})
    returning id`)
  return rows[0]!.id
}
const award = (id: number, amount: unknown, reason: unknown = 'Birthday') =>
  server.call(points.award, { params: { id }, body: { points: amount, reason } })
const redeem = (id: number, amount: unknown, reason: unknown = 'Popcorn') =>
  server.call(points.redeem, { params: { id }, body: { points: amount, reason } })
const setTier = (id: number, tier: unknown, more: object = {}) =>
  server.call(points.setTier, { params: { id }, body: { tier, reason: 'Comes often', ...more } })
const reverse = (id: number, reason: unknown = 'By mistake') =>
  server.call(points.reverse, { params: { id }, body: { reason } })
const history = async (id: number, query: object = {}) =>
  (await server.call(points.history, { params: { id }, query })).body.data
const record = async (id: number) => (await server.call(points.fetch, { params: { id } })).body.data
const audited = async (id: number) =>
  (
    await server.db.execute<{ summary: string; before: unknown; after: unknown }>(
      sql`select summary, before, after from audit_log where entity = 'customer' and entity_id = ${String(id)} order by id`,
    )
  ).rows

/** Member rows are what their ledgers amount to. */
async function expectExact() {
  const { rows } = await server.db.execute(sql`
    select m.customer_id from loyalty_members m
    left join lateral (select sum(lifetime) as lifetime, sum(points) as points from points_ledger l where l.customer_id = m.customer_id) s on true
    where (m.lifetime, m.available) is distinct from (coalesce(s.lifetime, 0), coalesce(s.points, 0))`)
  expect(rows).toEqual([])
}

describe('points', () => {
  // Clauses: operations 151, 442
  test('are awarded and redeemed with a reason, and stand in the ledger with who did it', async () => {
    const id = await customer('Ngozi Eze')
    const first = await award(id, 120, '  Premiere night ')
    expect(first.body).toEqual({
      message: messages.awarded,
      data: {
        line_id: expect.any(Number),
        member: { id, tier: 0, lifetime_points: 120, available_points: 120, version: 1 },
      },
    })
    const second = await redeem(id, 50)
    expect(second.body).toMatchObject({
      message: messages.redeemed,
      data: { member: { lifetime_points: 120, available_points: 70 } },
    })
    const { lines, totalCount } = await history(id)
    const common = {
      from_tier: null,
      to_tier: null,
      actor: 'superadmin Tester',
      at: TEST_NOW,
      reverses: null,
      reversed_by: null,
    }
    expect([totalCount, lines]).toEqual([
      2,
      [
        {
          ...common,
          id: second.body.data.line_id,
          kind: 'redemption',
          points: -50,
          lifetime: 0,
          available_after: 70,
          reason: 'Popcorn',
        },
        {
          ...common,
          id: first.body.data.line_id,
          kind: 'award',
          points: 120,
          lifetime: 120,
          available_after: 120,
          reason: 'Premiere night',
        },
      ],
    ])
    expect(await audited(id)).toEqual([
      {
        summary: `Awarded 120 points to customer ${id}`,
        before: { lifetime: 0, available: 0, line: null },
        after: { lifetime: 120, available: 120, line: first.body.data.line_id },
      },
      {
        summary: `Redeemed 50 points of customer ${id}`,
        before: { available: 120, line: null },
        after: { available: 70, line: second.body.data.line_id },
      },
    ])
    await expectExact()
  })

  // Clauses: operations 314
  test.each([
    [{ reason: 'x' }, 'points', messages.noPoints],
    [{ points: '', reason: 'x' }, 'points', messages.noPoints],
    [{ points: null, reason: 'x' }, 'points', messages.noPoints],
    [{ points: 0, reason: 'x' }, 'points', messages.badPoints],
    [{ points: -5, reason: 'x' }, 'points', messages.badPoints],
    [{ points: 1.5, reason: 'x' }, 'points', messages.badPoints],
    [{ points: '10', reason: 'x' }, 'points', messages.badPoints],
    [{ points: 1_000_001, reason: 'x' }, 'points', messages.badPoints],
    [{ points: 10 }, 'reason', messages.noReason],
    [{ points: 10, reason: '  ' }, 'reason', messages.noReason],
    [{ points: 10, reason: 'x'.repeat(301) }, 'reason', 'Enter up to 300 characters'],
  ])('are refused as %j', async (body, field, message) => {
    const id = await customer()
    for (const endpoint of [points.award, points.redeem]) {
      const answer = await server.call(endpoint, { params: { id }, body })
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
    }
    expect((await history(id)).totalCount).toBe(0)
  })

  test('are never redeemed beyond what is available', async () => {
    const id = await customer()
    const none = await redeem(id, 1)
    expect([none.status, none.problem.errors]).toEqual([
      422,
      [{ field: 'points', message: 'There are no points to redeem' }],
    ])
    await award(id, 1200)
    const much = await redeem(id, 1201)
    expect(much.problem.errors).toEqual([{ field: 'points', message: 'Only 1,200 points can be redeemed' }])
    expect((await redeem(id, 1200)).body.data.member.available_points).toBe(0)
    await expectExact()
  })

  test('a request that is sent again is done once', async () => {
    const id = await customer()
    const headers = { 'idempotency-key': 'award-once' }
    const body = { points: 10, reason: 'Birthday' }
    const once = await server.call(points.award, { params: { id }, body, headers })
    const again = await server.call(points.award, { params: { id }, body, headers })
    expect(again.body).toEqual(once.body)
    expect((await history(id)).totalCount).toBe(1)
    const other = await server.call(points.award, { params: { id }, body: { ...body, points: 11 }, headers })
    expect(other.status).toBe(409)
  })
})

describe('a tier', () => {
  test('is changed with a reason and by its version', async () => {
    const id = await customer()
    const done = await setTier(id, 2, { version: 1 })
    expect(done.body).toMatchObject({ message: messages.tierChanged, data: { member: { tier: 2, version: 2 } } })
    await award(id, 10)
    const late = await setTier(id, 1, { version: 1 })
    expect([late.status, late.problem.data]).toEqual([
      409,
      { id, tier: 2, lifetime_points: 10, available_points: 10, version: 2 },
    ])
    const same = await setTier(id, 2)
    expect([same.status, same.problem.errors]).toEqual([
      422,
      [{ field: 'tier', message: 'The customer is already in Fanatic' }],
    ])
    expect((await history(id)).lines.at(-1)).toMatchObject({ kind: 'tier', from_tier: 0, to_tier: 2, points: 0 })
  })

  // Clauses: operations 223, 526
  test.each([
    [{ reason: 'x' }, 'tier', messages.noTier],
    [{ tier: null, reason: 'x' }, 'tier', messages.noTier],
    [{ tier: 3, reason: 'x' }, 'tier', 'A tier is 0 (Fan), 1 (Buff), 2 (Fanatic)'],
    [{ tier: 'Buff', reason: 'x' }, 'tier', 'A tier is 0 (Fan), 1 (Buff), 2 (Fanatic)'],
    [{ tier: 1 }, 'reason', messages.noReason],
  ])('is refused as %j', async (body, field, message) => {
    const answer = await server.call(points.setTier, { params: { id: await customer() }, body })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })
})

describe('a line', () => {
  test('is taken back by a counter-line, once', async () => {
    const id = await customer()
    const awarded = (await award(id, 100)).body.data.line_id
    const redeemed = (await redeem(id, 30)).body.data.line_id
    const back = await reverse(redeemed)
    expect(back.body).toMatchObject({
      message: messages.reversed,
      data: { member: { lifetime_points: 100, available_points: 100 } },
    })
    expect((await reverse(awarded)).body.data.member).toMatchObject({ lifetime_points: 0, available_points: 0 })
    const again = await reverse(awarded)
    expect([again.status, again.problem.message]).toEqual([409, messages.reversedBefore])
    const counter = await reverse(back.body.data.line_id)
    expect([counter.status, counter.problem.message]).toEqual([409, messages.notReversible])
    const { lines } = await history(id)
    expect(
      lines.map(({ kind, points: n, reverses, reversed_by, available_after }) => [
        kind,
        n,
        reverses,
        reversed_by,
        available_after,
      ]),
    ).toEqual([
      ['reversal', -100, awarded, null, 0],
      ['reversal', 30, redeemed, null, 100],
      ['redemption', -30, null, back.body.data.line_id, 70],
      ['award', 100, null, lines[0]!.id, 100],
    ])
    await expectExact()
  })

  test('of an award stays when its points have been redeemed', async () => {
    const id = await customer()
    const line = (await award(id, 100)).body.data.line_id
    await redeem(id, 60)
    const refused = await reverse(line)
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      'Only 40 of the awarded points are left, because the rest were redeemed',
    ])
    await redeem(id, 40)
    expect((await reverse(line)).problem.message).toBe('The points of this award have been redeemed')
  })

  test('of a tier is taken back while the tier is still that', async () => {
    const id = await customer()
    const first = (await setTier(id, 1)).body.data.line_id
    const second = (await setTier(id, 2)).body.data.line_id
    expect((await reverse(first)).problem.message).toBe(messages.tierMoved)
    expect((await reverse(second)).body.data.member).toMatchObject({ tier: 1, version: 4 })
    expect((await history(id)).lines[0]).toMatchObject({ kind: 'reversal', from_tier: 2, to_tier: 1 })
  })

  test('needs a reason, and to be there', async () => {
    const line = (await award(await customer(), 1)).body.data.line_id
    expect((await reverse(line, ' ')).problem.errors).toEqual([{ field: 'reason', message: messages.noReason }])
    const unknown = await reverse(999_999)
    expect([unknown.status, unknown.problem.message]).toEqual([404, 'Transaction not found'])
  })

  test('cannot be changed or removed, whoever tries', async () => {
    await award(await customer(), 1)
    const tries = [
      sql`update points_ledger set points = points + 1`,
      sql`update points_ledger set reason = 'Another'`,
      sql`delete from points_ledger`,
      sql`truncate points_ledger`,
    ]
    for (const change of tries)
      await expect(server.db.execute(change)).rejects.toMatchObject({
        cause: { message: 'points_ledger is append-only' },
      })
  })
})

test.each<[string, Endpoint, object | undefined]>([
  ['fetch', points.fetch, undefined],
  ['history', points.history, undefined],
  ['award', points.award, { points: 1, reason: 'x' }],
  ['redeem', points.redeem, { points: 1, reason: 'x' }],
  ['setTier', points.setTier, { tier: 1, reason: 'x' }],
])('%s knows listed customers alone', async (_, endpoint, body) => {
  for (const id of [999_999, await customer('Nobody Known', { unlisted: true })]) {
    const answer = await server.call(endpoint, { params: { id }, body })
    expect([answer.status, answer.problem.message]).toEqual([404, 'Customer not found'])
  }
  const answer = await server.call(endpoint, { params: { id: 'nine' }, body })
  expect([answer.status, answer.problem.message]).toEqual([422, 'Customer not found'])
})

test('the loyalty page has the subscription, purchases and what moved this month, and is audited when opened', async () => {
  const id = await customer('Zainab Bello')
  server.clock.set('2026-10-30T10:00:00Z')
  await award(id, 500)
  // November has begun in Lagos.
  server.clock.set('2026-10-31T23:30:00Z')
  await award(id, 100)
  const wrong = await award(id, 70)
  await redeem(id, 40)
  const back = await redeem(id, 5)
  server.clock.set(TEST_NOW)
  await reverse(wrong.body.data.line_id)
  await reverse(back.body.data.line_id)
  await server.db.execute(sql`
    insert into subscription_periods values (${id}, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', '2026-11-01', '2026-12-01', 'infinity', true, 'Buff', 900000, 4, '')`)
  await server.db.execute(sql`
    with p as (
      insert into purchases (source, external_id, at, day, channel, customer_id, payment_reference, kobo)
      values ('test', 'p1', '2026-11-20T10:00:00Z', '2026-11-20', 'web', ${id}, 'REF-1', 450050) returning id
    ) insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product)
      select id, 0, 'concession', 2, 450050, 'Popcorn' from p union all select id, 1, 'ticket', 1, 0, '' from p`)
  const paid = {
    movieName: '',
    showAt: null,
    cinemaName: '',
    status: 'Paid',
    refunded: 0,
    refundedQuantity: 0,
    paymentId: expect.any(Number),
  }
  expect(await record(id)).toEqual({
    id,
    full_name: 'Zainab Bello',
    email: expect.stringContaining('@mail.example'),
    tier: 0,
    lifetime_points: 600,
    available_points: 560,
    awarded_this_month: 100,
    redeemed_this_month: 40,
    version: 1,
    subscription: { subscriptionName: 'Buff', endsAt: '2026-12-01T00:00:00.000Z' },
    recent_purchases: [
      {
        id: expect.stringMatching(/-0$/),
        product_name: 'Popcorn',
        quantity: 2,
        price: 4500.5,
        ...paid,
        paymentReference: 'REF-1',
        createdAt: '2026-11-20T10:00:00.000Z',
      },
      {
        id: expect.stringMatching(/-1$/),
        product_name: 'Ticket',
        quantity: 1,
        price: 0,
        ...paid,
        paymentReference: 'REF-1',
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  })
  expect((await audited(id)).at(-1)).toMatchObject({ summary: 'Viewed the loyalty page of \u2068Zainab Bello\u2069' })
})

describe('when customers are', () => {
  const by = { id: null, name: 'Tester' }
  const now = new Date(TEST_NOW)

  test('merged, all points are the one who stays and the higher tier; both ledgers say so', async () => {
    const [from, to] = [await customer(), await customer()]
    await award(from, 100)
    await redeem(from, 30)
    await setTier(from, 2)
    await award(to, 5)
    await server.db.transaction(async (tx) => {
      await joinAccounts(tx, { from, to }, by, now)
      await tx.execute(sql`update customers set merged_into = ${to} where id = ${from}`)
    })
    expect(await record(to)).toMatchObject({ tier: 2, lifetime_points: 105, available_points: 75 })
    const [merge, before] = (await history(to)).lines
    expect(merge).toMatchObject({
      kind: 'merge',
      points: 70,
      lifetime: 100,
      from_tier: 0,
      to_tier: 2,
      reason: `Merged with customer ${from}`,
    })
    expect((await reverse(merge!.id)).problem.message).toBe(messages.notReversible)
    expect((await reverse(before!.id)).status).toBe(200)
    const { rows } = await server.db.execute(
      sql`select sum(points)::int as points, sum(lifetime)::int as lifetime from points_ledger where customer_id = ${from}`,
    )
    expect(rows).toEqual([{ points: 0, lifetime: 0 }])
    expect((await award(from, 1)).status).toBe(404)
    await expectExact()
  })

  test('merged, the higher tier of the one who stays stays too', async () => {
    const [to, from] = [await customer(), await customer()]
    await setTier(to, 2)
    await setTier(from, 1)
    await server.db.transaction((tx) => joinAccounts(tx, { from, to }, by, now))
    expect(await record(to)).toMatchObject({ tier: 2, version: 2 })
  })

  test('erased, no reason is left, and the ledger ends with nothing', async () => {
    const id = await customer()
    await award(id, 100, 'Ada wrote to us')
    await redeem(id, 40, 'Ada came by')
    await server.db.transaction(async (tx) => {
      await closeAccount(tx, id, by, now)
      await tx.execute(sql`update customers set erased_at = ${TEST_NOW} where id = ${id}`)
      await expect(
        tx.transaction((inner) => inner.execute(sql`update points_ledger set reason = ''`)),
      ).rejects.toMatchObject({ cause: { message: 'points_ledger is append-only' } })
    })
    const { rows } = await server.db.execute(sql`
      select kind, points::int, lifetime::int, reason from points_ledger where customer_id = ${id} order by id`)
    expect(rows).toEqual([
      { kind: 'award', points: 100, lifetime: 100, reason: '' },
      { kind: 'redemption', points: -40, lifetime: 0, reason: '' },
      { kind: 'erasure', points: -60, lifetime: -100, reason: '' },
    ])
    const left = await server.db.execute(sql`select from loyalty_members where customer_id = ${id}`)
    expect(left.rowCount).toBe(0)
  })
})
