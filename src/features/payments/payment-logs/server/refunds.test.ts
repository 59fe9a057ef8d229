import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { analytics } from '#features/insights/analytics/contract.ts'
import { check } from '#features/operations/rollups/server/check.ts'
import { addChain, addCube, booked, shopCharge, slot } from '#features/rooms/cubes/server/test/chain.ts'
import { messages as cubeMessages } from '#features/rooms/cubes/rules.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { messages as feedMessages } from '#features/operations/feed/rules.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { tickets, type TicketLogEntry } from '#features/sales/tickets/contract.ts'
import { sqlError } from '#server/db/connect.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { messages, REFUND_DESCRIPTIONS } from '../rules.ts'
import { askRefunds } from './jobs.ts'
import { CART, Shop } from './test/paid.ts'

const TOTAL = 8000.01
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addChain(server)
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
const full = { kind: 'full', amount: TOTAL }
const amount = (naira: number) => ({ kind: 'amount', amount: naira })
/** Returns the ticket revenue of a day. */
const figures = async (day: string) => {
  const { rows } = await server.db.execute<{ kind: string; count: number; kobo: number }>(sql`
    select kind, count, kobo from sales_days where day = ${day} and channel = 'web' order by kind`)
  return Object.fromEntries(rows.map(({ kind, count, kobo }) => [kind, [count, kobo]]))
}
const refundsAtProvider = async (id: number) => {
  const { rows } = await server.db.execute<{ n: number; kobo: number }>(sql`
    select count(r.id)::int as n, coalesce(sum(r.kobo), 0)::bigint as kobo
    from payments e join payments_embedded c on c.reference = e.reference
      left join payments_embedded_refunds r on r.charge_id = c.id where e.id = ${id}`)
  return rows[0]!
}

describe('full refund', () => {
  test('refunds everything through the provider, and is in the figures on its day', async () => {
    const id = await shop.paid()
    const sold = await figures('2026-11-21')
    server.clock.set('2026-11-23T10:00:00Z')
    const answer = await shop.refund(id, full)
    expect(answer.body.message).toBe(messages.refunded(800_001))
    expect(answer.body.data).toMatchObject({
      amountLeft: 0,
      amountUnderWay: 0,
      refusal: messages.nothingLeft,
      data: { meta: { status: 'refunded', amountPaid: TOTAL, amountRefunded: TOTAL } },
      refunds: [
        {
          state: 'succeeded',
          stateText: REFUND_DESCRIPTIONS.succeeded,
          amount: TOTAL,
          reason: 'Show cancelled',
          createdBy: 'superadmin Tester',
          lines: [
            { product: 'Adult', quantity: 2, amount: 7000 },
            { product: 'Popcorn', quantity: 3, amount: 1000.01 },
          ],
        },
      ],
      lines: [
        { left_quantity: 0, left_amount: 0 },
        { left_quantity: 0, left_amount: 0 },
      ],
    })
    expect(await refundsAtProvider(id)).toEqual({ n: 1, kobo: 800_001 })
    expect(await shop.traded(id)).toEqual([
      { source: 'marquee', day: '2026-11-23', kobo: 800_001, lines: 'ticket 2 700000, concession 3 100001' },
    ])
    expect(await figures('2026-11-21')).toEqual(sold)
    expect(await figures('2026-11-23')).toEqual({
      concession: [-3, -100_001],
      refund: [1, 800_001],
      ticket: [-2, -700_000],
    })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('is audited with requester and outcome', async () => {
    const id = await shop.paid()
    await shop.refund(id, full)
    const { rows } = await server.db.execute(sql`
      select action, summary, actor from audit_log where entity = 'payment' and entity_id = ${String(id)} order by id`)
    expect(rows).toEqual([
      {
        action: 'payment-logs.refund',
        summary: expect.stringMatching(/^Requested a refund of ₦8,000.01 for payment order-/),
        actor: 'superadmin Tester',
      },
      {
        action: 'payment-logs.settle',
        summary: expect.stringMatching(/^Refunded ₦8,000.01 of payment order-/),
        actor: 'superadmin Tester',
      },
    ])
  })

  test('is in the figures of its day when the purchase is reported later', async () => {
    await shop.charge('early', TOTAL)
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, provider_id)
      select at, 'embedded', reference, email, kobo, 'Web or app purchase', 'succeeded', id::text
      from payments_embedded where reference = 'early'`)
    const id = await shop.idOf('early')
    expect((await shop.refund(id, full)).body.message).toBe(messages.refunded(800_001))
    expect(await shop.traded(id)).toEqual([])
    later(60 * 24)
    await shop.sell('early')
    await server.runJobs()
    expect(await shop.traded(id)).toMatchObject([{ day: '2026-11-21', kobo: 800_001 }])
    await server.runJobs()
    expect(await shop.traded(id)).toHaveLength(1)
  })
})

test('invalidates screens and figures with the refund', () => {
  expect(paymentLogs.refund.alsoStale).toEqual(
    expect.arrayContaining([
      analytics.dashboard.feature,
      customers.ticketPurchases.feature,
      tickets.breakdown.feature,
      movieStats.list.feature,
      referralLinks.list.feature,
    ]),
  )
})

describe('partial refund', () => {
  test('refunds the share of chosen quantities; the last one includes rounding', async () => {
    const id = await shop.paid()
    const { lines } = await shop.detail(id)
    const popcorn = (quantity: number) => ({
      kind: 'lines',
      lines: [{ purchase_id: lines[1]!.purchase_id, line: lines[1]!.line, quantity }],
    })
    expect((await shop.refund(id, { ...popcorn(1), amount: 333.33 })).body.data).toMatchObject({
      amountLeft: 7666.68,
      data: { meta: { status: 'partly_refunded', amountRefunded: 333.33 } },
      lines: [{ left_quantity: 2 }, { left_quantity: 2, left_amount: 666.68 }],
    })
    const last = await shop.refund(id, { ...popcorn(2), amount: 666.68 })
    expect(last.body.data.lines[1]).toMatchObject({ left_quantity: 0, left_amount: 0 })
    expect(await shop.traded(id)).toMatchObject([{ lines: 'concession 1 33333' }, { lines: 'concession 2 66668' }])
  })

  test('reduces the figures of the refunded movie only', async () => {
    const ticket = (movie_id: string) => ({ kind: 'ticket', amount: 4000, movie_id, show_at: '2026-11-30T19:00:00Z' })
    const id = await shop.paid({ lines: [ticket('HO0001'), ticket('HO0002')] })
    const { purchase_id, line } = (await shop.detail(id)).lines[1]!
    server.clock.set('2026-11-29T09:00:00Z')
    await shop.refund(id, { kind: 'lines', lines: [{ purchase_id, line, quantity: 1 }], amount: 4000 })
    const { rows } = await server.db.execute(sql`
      select movie_id, count, kobo from movie_days where day = '2026-11-29'`)
    expect(rows).toEqual([{ movie_id: 'HO0002', count: -1, kobo: -400_000 }])
    const log = await server.call(tickets.breakdown, { query: { page: 1, perPage: 15 } })
    const back = (log.body.data as { tickets: TicketLogEntry[] }).tickets
      .filter((one) => one.purchase_id === purchase_id)
      .map(({ id: place, refund }) => [place, refund])
    expect(back.toSorted()).toEqual([
      [`${purchase_id}-1`, 'none'],
      [`${purchase_id}-2`, 'full'],
    ])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('refunds an amount as money only, from the lines in order', async () => {
    const id = await shop.paid()
    await shop.refund(id, amount(7500))
    expect(await shop.traded(id)).toMatchObject([{ kobo: 750_000, lines: 'ticket 0 700000, concession 0 50000' }])
    expect(await shop.detail(id)).toMatchObject({
      amountLeft: 500.01,
      lines: [{ left_quantity: 2, left_amount: 0 }, {}],
    })
  })

  // ASVS: 2.3.2
  test('never exceeds the refundable rest', async () => {
    const id = await shop.paid()
    await shop.refund(id, amount(8000))
    const more = await shop.refund(id, amount(0.02))
    expect(more.problem).toMatchObject({ status: 422, message: messages.tooMuch(1) })
    expect((await shop.refund(id, amount(0.01))).status).toBe(200)
    expect((await shop.refund(id, amount(0.01))).problem).toMatchObject({ status: 409, message: messages.nothingLeft })
  })
})

describe('rejected refund', () => {
  test.each([
    [{ ...full, reason: ' ' }, 'reason', messages.reason],
    [{ ...full, reason: 'x'.repeat(301) }, 'reason', 'Enter up to 300 characters'],
    [{ kind: 'some', amount: 1 }, 'kind', messages.kindNeeds],
    [{ kind: 'full' }, 'amount', messages.noAmount],
    [amount(0), 'amount', messages.noAmount],
    [amount(-5), 'amount', messages.noAmount],
    [amount(1.005), 'amount', 'Enter an amount with up to 2 decimals'],
    [{ kind: 'full', amount: 8000 }, 'amount', messages.otherAmount(800_001)],
    [amount(8000.02), 'amount', messages.tooMuch(800_001)],
    [{ kind: 'lines', amount: 1 }, 'lines', messages.noLines],
    [{ kind: 'lines', amount: 1, lines: [{ purchase_id: 0, line: 1, quantity: 1 }] }, 'lines', messages.unknownLine],
  ])('rejects %j: %s, %s', async (body, field, message) => {
    const id = await shop.paid()
    const answer = await shop.refund(id, body)
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message }] })
    expect(await refundsAtProvider(id)).toEqual({ n: 0, kobo: 0 })
  })

  test('rejects more of a line than was bought, and a repeated line', async () => {
    const id = await shop.paid()
    const { purchase_id } = (await shop.detail(id)).lines[0]!
    const line = { purchase_id, line: 1, quantity: 1 }
    const refuse = async (lines: object[]) =>
      (await shop.refund(id, { kind: 'lines', amount: 1, lines })).problem.message
    expect(await refuse([{ ...line, quantity: 3 }])).toBe(messages.tooMany('Adult', 2))
    expect(await refuse([line, line])).toBe(messages.twice)
  })

  test('returns 404 for an unknown payment', async () => {
    expect((await shop.refund(999_999, full)).status).toBe(404)
  })

  test('returns 403 without the refund permission', async () => {
    const id = await shop.paid()
    expect((await shop.refund(id, full, { as: 'powerless' })).status).toBe(403)
    await server.db.execute(
      sql`update roles set permissions = '{payment-logs:read,payment-logs:write}' where name = 'Powerless'`,
    )
    expect((await server.call(paymentLogs.detail, { params: { id }, as: 'powerless' })).status).toBe(200)
    expect((await shop.refund(id, full, { as: 'powerless' })).status).toBe(403)
    await server.db.execute(sql`update roles set permissions = '{refunds:write}' where name = 'Powerless'`)
    expect((await shop.refund(id, full, { as: 'powerless' })).status).toBe(200)
    await server.db.execute(sql`update roles set permissions = '{}' where name = 'Powerless'`)
  })

  test('rejects a payment that the provider does not have or did not charge', async () => {
    const name = shop.nextName()
    await shop.sell(name)
    const id = await shop.idOf(name)
    expect((await shop.refund(id, full)).problem).toMatchObject({ status: 409, message: messages.unknownThere })
    await shop.charge(name, TOTAL, { last4: '0003', at: TEST_NOW })
    expect((await shop.refund(id, full)).problem).toMatchObject({ status: 409, message: messages.notPaidThere })
  })

  test('rejects payments of another provider, of a cube and failed payments', async () => {
    const log = async (reference: string, provider: string, status: string) => {
      await server.db.execute(sql`
        insert into payment_events (at, provider, reference, kobo, purchase_type, status, provider_id)
        values (${TEST_NOW}, ${provider}, ${reference}, 100, 'Web or app purchase', ${status}, '1')`)
      return shop.idOf(reference)
    }
    const messageOf = async (id: number) => (await shop.refund(id, amount(1))).problem
    expect(await messageOf(await log('elsewhere', 'flutterwave', 'succeeded'))).toMatchObject({
      status: 409,
      message: messages.otherProvider,
    })
    expect(await messageOf(await log('failed', 'embedded', 'failed'))).toMatchObject({ message: messages.notPaid })
  })

  test('rejects a charge of a cube booking; a refunded charge cannot pay for a booking', async () => {
    const cube = await addCube(server)
    for (const reference of ['cube-1', 'cube-2']) await shopCharge(server, reference, 9000)
    await booked(server, cube, { payment_reference: 'cube-1' })
    expect((await shop.refund(await shop.idOf('cube-1'), amount(90))).problem).toMatchObject({
      status: 409,
      message: messages.cube,
    })
    expect((await shop.refund(await shop.idOf('cube-2'), amount(1))).status).toBe(200)
    await expect(booked(server, cube, { payment_reference: 'cube-2', date_time: slot(1, 9) })).rejects.toThrow(
      cubeMessages.unknownPayment,
    )
  })

  test('rejects a charge in another currency, which cannot pay for a cube booking either', async () => {
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, kobo, currency, purchase_type, status, provider_id)
      values (${TEST_NOW}, 'embedded', 'dollars', 9000, 'USD', 'Web or app purchase', 'succeeded', '1')`)
    const id = await shop.idOf('dollars')
    expect((await shop.refund(id, amount(1))).problem).toMatchObject({ status: 409, message: messages.notNaira })
    expect((await shop.detail(id)).refusal).toBe(messages.notNaira)
    await expect(booked(server, await addCube(server), { payment_reference: 'dollars' })).rejects.toThrow(
      cubeMessages.unknownPayment,
    )
  })
})

describe('refund of a different charged amount', () => {
  test.each([
    ['less', 7200.01],
    ['more', 9000],
  ])('%s: the error and the page show the charge, which is refunded in full', async (_, charged) => {
    const name = shop.nextName()
    await shop.charge(name, charged)
    await shop.sell(name)
    const id = await shop.idOf(name)
    expect(await shop.detail(id)).toMatchObject({ amountSold: TOTAL, amountLeft: TOTAL, provider: null })
    const refused = await shop.refund(id, full)
    expect(refused.problem).toMatchObject({
      status: 422,
      errors: [{ field: 'amount', message: messages.otherAmount(Math.round(charged * 100)) }],
    })
    expect(await shop.detail(id)).toMatchObject({
      amountSold: TOTAL,
      amountLeft: charged,
      provider: 'embedded',
      data: { id: expect.any(String), meta: { amountPaid: charged } },
    })
    expect((await shop.refund(id, { kind: 'full', amount: charged })).body.data).toMatchObject({
      amountLeft: 0,
      data: { meta: { status: 'refunded', amountRefunded: charged } },
    })
    expect(await refundsAtProvider(id)).toEqual({ n: 1, kobo: Math.round(charged * 100) })
    // The figures have at most the sold amount.
    const [traded] = await shop.traded(id)
    expect(traded!.kobo).toBe(Math.round(Math.min(charged, TOTAL) * 100))
    const { rows } = await server.db.execute(sql`
      select summary from audit_log where entity = 'payment' and entity_id = ${String(id)} order by id limit 1`)
    expect(rows).toEqual([{ summary: expect.stringMatching(/^Corrected the amount of payment order-.* to ₦/) }])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})

describe('idempotency of refunds', () => {
  test('returns the first refund for a repeated click', async () => {
    const id = await shop.paid()
    const again = () => shop.refund(id, amount(100), { headers: { 'idempotency-key': 'one-click' } })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await again()).body.data.refunds).toHaveLength(1)
    expect(await refundsAtProvider(id)).toEqual({ n: 1, kobo: 10_000 })
  })

  test('makes one of 50 parallel full refunds', async () => {
    const id = await shop.paid()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.refund(id, full)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await refundsAtProvider(id)).toEqual({ n: 1, kobo: 800_001 })
    expect(await shop.traded(id)).toHaveLength(1)
  })

  test('is enforced by the database for every writer', async () => {
    const id = await shop.paid()
    const row = (kobo: number) =>
      server.db
        .execute(
          sql`
        insert into payment_refunds (reference, payment_id, kind, kobo, reason, provider, charge_id, created_at, created_by)
        values (gen_random_uuid()::text, ${id}, 'amount', ${kobo}, 'x', 'embedded', '1', ${TEST_NOW}, 'x')`,
        )
        .then(
          () => 'stored',
          (error: unknown) => sqlError(error).constraint,
        )
    const tries = await Promise.all(Array.from({ length: 50 }, () => row(300_000)))
    expect(tries.filter((one) => one === 'stored')).toHaveLength(2)
    expect(new Set(tries)).toEqual(new Set(['stored', 'payment_refunds_within_paid']))
    await server.db.execute(sql`
      update payment_refunds set state = 'failed', settled_at = ${TEST_NOW} where payment_id = ${id}`)
    expect(await row(800_001)).toBe('stored')
    expect(await row(1)).toBe('payment_refunds_within_paid')
  })
})

describe('outcome of a refund', () => {
  test('is requested from the provider by reference after a lost answer', async () => {
    const id = await shop.paid({ last4: '0004' })
    const answer = await shop.refund(id, full)
    expect(answer.body).toMatchObject({
      message: messages.refundRequested,
      data: {
        amountUnderWay: TOTAL,
        amountLeft: 0,
        refunds: [{ state: 'requested', stateText: REFUND_DESCRIPTIONS.requested }],
      },
    })
    expect(await shop.traded(id)).toEqual([])
    later(0.75)
    await server.runJobs()
    expect((await shop.detail(id)).refunds[0]!.state).toBe('requested')
    later(3)
    await server.app.jobs.send(askRefunds, {})
    await server.runJobs()
    expect(await shop.detail(id)).toMatchObject({ refunds: [{ state: 'succeeded' }], amountUnderWay: 0 })
    expect(await shop.traded(id)).toHaveLength(1)
    expect(await refundsAtProvider(id)).toEqual({ n: 1, kobo: 800_001 })
  })

  test('is pending until the money has arrived', async () => {
    const id = await shop.paid({ last4: '4081' })
    await server.db.execute(sql`
      update payments_embedded c set token = replace(token, '-4081-', '-0003-') from payments e
      where e.id = ${id} and c.reference = e.reference`)
    later(3)
    expect((await shop.refund(id, full)).body.message).toBe(messages.refundRequested)
    later(5)
    await server.runJobs()
    expect((await shop.detail(id)).refunds).toMatchObject([{ state: 'succeeded' }])
  })

  test('releases the reserved amount of a failed refund', async () => {
    const id = await shop.paid({ last4: '0006' })
    await shop.refund(id, full)
    expect((await shop.detail(id)).amountLeft).toBe(0)
    later(5)
    await server.runJobs()
    expect(await shop.detail(id)).toMatchObject({
      refunds: [
        { state: 'failed', stateText: `${REFUND_DESCRIPTIONS.failed}: the payment provider reported a failure` },
      ],
      amountLeft: TOTAL,
      data: { meta: { status: 'succeeded' } },
    })
    expect(await shop.traded(id)).toEqual([])
  })

  test('is a failure if the provider is unavailable', async () => {
    const id = await shop.paid({ last4: '0005' })
    const answer = await shop.refund(id, full)
    expect(answer.body).toMatchObject({
      message: messages.refundFailed('The payment provider is not answering'),
      data: { amountLeft: TOTAL, refunds: [{ state: 'failed' }] },
    })
  })

  test('is a failure an hour after a crash before the request', async () => {
    const id = await shop.paid()
    await shop.refund(id, amount(1))
    await server.db.execute(sql`
      insert into payment_refunds (reference, payment_id, kind, kobo, reason, provider, charge_id, created_at, created_by, due_at)
      values ('died', ${id}, 'amount', 100, 'x', 'embedded', '1', ${TEST_NOW}, 'x', ${TEST_NOW})`)
    await server.app.jobs.send(askRefunds, {})
    await server.runJobs()
    expect((await shop.detail(id)).refunds[1]!.state).toBe('requested')
    later(61)
    await server.app.jobs.send(askRefunds, {})
    await server.runJobs()
    expect((await shop.detail(id)).refunds[1]).toMatchObject({
      state: 'failed',
      stateText: expect.stringContaining('never received it'),
    })
  })
})

describe('report of the same refund by the feed', () => {
  const report = async (id: number, more: object = {}) => {
    const { bookingId } = await shop.detail(id)
    const lines = CART.map(({ kind, quantity, amount: naira }) => ({ kind, quantity, amount: naira }))
    return shop.send('refunds', [{ id: `r-${id}`, purchase_id: bookingId, at: TEST_NOW, lines, ...more }])
  }

  test('is a duplicate each time after the own refund is posted', async () => {
    const id = await shop.paid()
    await shop.refund(id, full)
    const before = await figures('2026-11-21')
    const { reference } = (await shop.detail(id)).refunds[0]!
    expect((await report(id)).data).toMatchObject({
      duplicate: 1,
      rejected: 0,
      lines: [{ note: `Matched to the refund ${reference}, which staff requested` }],
    })
    expect((await report(id)).data).toMatchObject({ duplicate: 1 })
    expect(await figures('2026-11-21')).toEqual(before)
    expect(await shop.traded(id)).toHaveLength(1)
  })

  test('counts instead of the pending own refund', async () => {
    const id = await shop.paid({ last4: '0004' })
    expect((await shop.refund(id, full)).body.message).toBe(messages.refundRequested)
    expect((await report(id)).data).toMatchObject({ accepted: 1 })
    later(3)
    await server.runJobs()
    expect(await shop.traded(id)).toMatchObject([{ source: 'shop' }])
    expect(await shop.detail(id)).toMatchObject({ data: { meta: { amountRefunded: TOTAL, status: 'refunded' } } })
    expect((await report(id)).data).toMatchObject({ duplicate: 1 })
  })

  test('reduces the refundable rest once while the own refund is pending', async () => {
    const id = await shop.paid({ last4: '0004' })
    await shop.refund(id, amount(3500))
    const lines = [{ kind: 'ticket', quantity: 1, amount: 3500 }]
    expect((await report(id, { lines })).data).toMatchObject({ accepted: 1 })
    const listed = async () => {
      const { bookingId } = await shop.detail(id)
      const query = { search: bookingId, perPage: 100 }
      const { refunds, totalCount } = (await server.call(paymentLogs.refunds, { query })).body.data
      const { count, refunded, underWay } = (await server.call(paymentLogs.refundSums, { query })).body.data
      return {
        states: refunds.map(({ provider, state }) => `${provider} ${state}`),
        totalCount,
        count,
        refunded,
        underWay,
      }
    }
    const pending = { states: ['embedded requested'], totalCount: 1, count: 1, refunded: 0, underWay: 3500 }
    expect(await listed()).toEqual(pending)
    expect(await shop.detail(id)).toMatchObject({
      amountUnderWay: 3500,
      amountLeft: 4500.01,
      data: { meta: { amountRefunded: 0 } },
    })
    later(3)
    await server.runJobs()
    expect(await listed()).toEqual({ ...pending, states: ['embedded succeeded'], refunded: 3500, underWay: 0 })
    expect(await shop.detail(id)).toMatchObject({ amountLeft: 4500.01, data: { meta: { amountRefunded: 3500 } } })
    expect(await shop.traded(id)).toMatchObject([{ source: 'shop', kobo: 350_000 }])
  })

  test('counts as another refund after the own refund fails', async () => {
    const id = await shop.paid({ last4: '0006' })
    await shop.refund(id, full)
    expect((await report(id)).data).toMatchObject({ accepted: 1 })
    later(5)
    await server.runJobs()
    expect(await shop.detail(id)).toMatchObject({
      refunds: [{ state: 'failed' }],
      amountLeft: 0,
      data: { meta: { amountRefunded: TOTAL } },
    })
  })

  test('can be voided while the own refund is pending, and not after it succeeded', async () => {
    const voidRefund = (id: number) =>
      server.call(feed.amend, {
        body: { record_type: 'refunds', source: 'shop', external_id: `r-${id}`, reason: 'Typed wrongly' },
      })
    const id = await shop.paid({ last4: '0004' })
    await shop.refund(id, full)
    expect((await report(id)).data).toMatchObject({ accepted: 1 })
    expect((await voidRefund(id)).status).toBe(200)
    later(3)
    await server.runJobs()
    expect(await shop.traded(id)).toMatchObject([{ source: 'marquee', kobo: 800_001 }])

    const other = await shop.paid({ last4: '0004' })
    await shop.refund(other, full)
    await report(other)
    later(3)
    await server.runJobs()
    expect((await voidRefund(other)).problem.errors).toEqual([
      { field: 'external_id', message: feedMessages.refundByStaff },
    ])
    expect(await shop.traded(other)).toMatchObject([{ source: 'shop', kobo: 800_001 }])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('counts in addition if it came before the request of staff', async () => {
    const id = await shop.paid()
    const lines = [{ kind: 'ticket', quantity: 1, amount: 3500 }]
    expect((await report(id, { lines })).data).toMatchObject({ accepted: 1 })
    expect((await shop.refund(id, amount(3500))).status).toBe(200)
    expect(await shop.detail(id)).toMatchObject({ amountLeft: 1000.01, data: { meta: { amountRefunded: 7000 } } })
    expect(await shop.traded(id)).toMatchObject([{ source: 'shop' }, { source: 'marquee', kobo: 350_000 }])
  })

  test('is quarantined as another refund while a full own refund is pending', async () => {
    const id = await shop.paid({ last4: '0004' })
    expect((await shop.refund(id, full)).body.message).toBe(messages.refundRequested)
    const lines = [{ kind: 'ticket', quantity: 1, amount: 3500 }]
    expect((await report(id, { lines })).data).toMatchObject({ accepted: 0, quarantined: 1 })
    later(3)
    await server.runJobs()
    expect(await shop.traded(id)).toMatchObject([{ source: 'marquee', kobo: 800_001 }])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('is quarantined with our reference and another amount until the own refund succeeds', async () => {
    const id = await shop.paid({ last4: '0004' })
    const { refunds } = (await shop.refund(id, amount(500))).body.data
    const line = { lines: [{ kind: 'ticket', quantity: 1, amount: 300 }], refund_reference: refunds[0]!.reference }
    expect((await report(id, line)).data).toMatchObject({ accepted: 0, quarantined: 1 })
    later(3)
    await server.runJobs()
    expect((await report(id, line)).data).toMatchObject({ duplicate: 1 })
    expect(await shop.traded(id)).toMatchObject([{ source: 'marquee', kobo: 50_000 }])
  })

  test('applies its own items if they differ for the same amount', async () => {
    const id = await shop.paid({ last4: '0004' })
    await shop.refund(id, amount(3500))
    expect((await report(id, { lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }] })).data).toMatchObject({
      accepted: 1,
    })
    expect((await shop.detail(id)).lines).toMatchObject([
      { left_quantity: 1, left_amount: 3500 },
      { left_quantity: 3, left_amount: 1000.01 },
    ])
  })

  test('is quarantined as another refund if it exceeds the rest of a pending own refund', async () => {
    const id = await shop.paid({ last4: '0004' })
    expect((await shop.refund(id, amount(7500))).body.message).toBe(messages.refundRequested)
    const lines = [{ kind: 'concession', quantity: 3, amount: 1000.01 }]
    const other = { lines, refund_reference: 'another' }
    expect((await report(id, other)).data).toMatchObject({ accepted: 0, quarantined: 1 })
    const less = { ...other, lines: [{ kind: 'concession', quantity: 1, amount: 500.01 }] }
    expect((await report(id, { ...less, id: `less-${id}` })).data).toMatchObject({ accepted: 1 })
    later(3)
    await server.runJobs()
    expect(await shop.traded(id)).toMatchObject([
      { source: 'shop', lines: 'concession 1 50001' },
      { source: 'marquee', kobo: 750_000 },
    ])
    expect(await shop.detail(id)).toMatchObject({ amountLeft: 0, data: { meta: { amountRefunded: TOTAL } } })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('matches the own refund by reference with any amount, and no other reference', async () => {
    const id = await shop.paid()
    const { refunds } = (await shop.refund(id, amount(500))).body.data
    const line = { lines: [{ kind: 'ticket', quantity: 0, amount: 500 }] }
    expect((await report(id, { ...line, refund_reference: 'another' })).data).toMatchObject({ accepted: 1 })
    const named = { id: `named-${id}`, refund_reference: refunds[0]!.reference }
    expect((await report(id, { ...line, ...named })).data).toMatchObject({ duplicate: 1 })
    expect(await shop.detail(id)).toMatchObject({ data: { meta: { amountRefunded: 1000 } }, amountLeft: 7000.01 })
  })

  test('reduces the refundable rest as another refund of the shop', async () => {
    const id = await shop.paid()
    const lines = [{ kind: 'ticket', quantity: 1, amount: 3500 }]
    expect((await report(id, { lines })).data).toMatchObject({ accepted: 1 })
    expect(await shop.detail(id)).toMatchObject({
      amountLeft: 4500.01,
      lines: [{ left_quantity: 1, left_amount: 3500 }, { left_quantity: 3 }],
    })
    expect((await shop.refund(id, full)).problem.message).toBe(messages.otherAmount(450_001))
    expect((await shop.refund(id, { kind: 'full', amount: 4500.01 })).status).toBe(200)
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})
