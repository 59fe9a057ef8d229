import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePlan } from '#features/customers/tiers/server/store.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { payments } from '../contract.ts'
import { messages, STATE_LABELS } from '../rules.ts'
import { askPayments } from './jobs.ts'
import { erasePayments, mergePayments, paymentsOf } from './store.ts'
import { BUFF, outcomeOf, subscriber, withPlan } from './test/subscriber.ts'

let server: TestServer
let planId: number
beforeAll(async () => {
  server = await testServer()
  planId = (await withPlan(server)).id
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const renew = (id: number, headers?: Record<string, string>) => server.call(payments.renew, { params: { id }, headers })
const renewal = async (id: number) => (await server.call(payments.renewal, { params: { id } })).body.data
const later = (seconds: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000).toISOString())
const chargesOf = async (id: number) =>
  (
    await server.db.execute<{ n: number }>(sql`
      select count(*)::int as n from payments_embedded where reference in
        (select reference from payment_intents where customer_id = ${id})`)
  ).rows[0]!.n
const unchanged = { events: 0, purchases: 0, paidUntil: '2026-12-01T09:00:00.000Z' }

describe('POST /subscriptions/renew-subscription', () => {
  // Clauses: operations 357, 473
  test('charges the offered amount, and adds a term after the paid one', async () => {
    const id = await subscriber(server)
    expect(await renewal(id)).toEqual({
      renewal: null,
      offer: {
        subscriptionName: 'Buff',
        numberOfMonths: 1,
        amount: 9000,
        card: { brand: 'VISA', first6: '408408', last4: '4081', expiry: '09/32' },
        startsAt: '2026-12-01T09:00:00.000Z',
        expiresAt: '2027-01-01T09:00:00.000Z',
      },
      refusal: null,
    })
    const answer = await renew(id)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Subscription renewal initiated successfully')
    expect(answer.body.data).toMatchObject({
      state: 'succeeded',
      stateText: STATE_LABELS.succeeded,
      subscriptionName: 'Buff',
      numberOfMonths: 1,
      amount: 9000,
      createdBy: 'superadmin Tester',
      settledAt: TEST_NOW,
    })
    expect((await renewal(id)).renewal).toEqual(answer.body.data)
    expect(await outcomeOf(server, id)).toEqual({
      events: 1,
      purchases: 1,
      paidUntil: '2027-01-01T09:00:00.000Z',
      logs: ['succeeded'],
    })
  })

  test('is in the audit log at the cinemas of its customer', async () => {
    const id = await subscriber(server)
    await server.db.execute(sql`insert into states (id, name) overriding system value values (77, 'Kwara')`)
    await server.db.execute(sql`insert into cinemas (id, state_id, name) values ('K1', 77, 'Ilorin')`)
    await server.db.execute(sql`insert into customer_cinemas (customer_id, cinema_id) values (${id}, 'K1')`)
    await renew(id)
    const { rows } = await server.db.execute(sql`
      select action, cinema_ids as cinemas from audit_log
      where entity = 'customer' and entity_id = ${String(id)} and action like 'payments.%' order by id`)
    expect(rows).toEqual([
      { action: 'payments.renew', cinemas: ['K1'] },
      { action: 'payments.settle', cinemas: ['K1'] },
    ])
  })

  test('counts as a subscription purchase, with its reference', async () => {
    const id = await subscriber(server)
    const { reference } = (await renew(id)).body.data
    const { rows } = await server.db.execute(sql`
      select p.source, p.payment_reference, p.kobo, p.channel, p.by_subscriber, p.day::text as day, l.kind, l.product, l.kobo as line
      from purchases p join purchase_lines l on l.purchase_id = p.id where p.external_id = ${reference}`)
    expect(rows).toEqual([
      {
        source: 'marquee',
        payment_reference: reference,
        kobo: 900_000,
        channel: 'not_specified',
        by_subscriber: true,
        day: '2026-11-21',
        kind: 'subscription',
        product: 'Buff',
        line: 900_000,
      },
    ])
  })

  test('covers one billing cycle, and starts now if no term is paid', async () => {
    const id = await subscriber(server, {
      billingCycle: 'Quarterly',
      term: { at: '2026-09-01T09:00:00Z', until: '2026-10-01T09:00:00Z' },
    })
    expect((await renew(id)).body.data).toMatchObject({ numberOfMonths: 3, amount: 27_000 })
    expect((await outcomeOf(server, id)).paidUntil).toBe('2027-02-21T09:00:00.000Z')
    const { rows } = await server.db.execute(sql`
      select kind from subscription_events where customer_id = ${id} and source = 'marquee'`)
    expect(rows).toEqual([{ kind: 'start' }])
  })

  test('charges the current price; sold terms keep theirs', async () => {
    const id = await subscriber(server, {
      term: { kobo: 500_000, at: '2026-11-01T09:00:00Z', until: '2026-12-01T09:00:00Z' },
    })
    expect((await renew(id)).body.data.amount).toBe(9000)
    const { rows } = await server.db.execute(sql`
      select kobo, ends_at = '2026-12-01T09:00:00Z' as is_first from subscription_periods where customer_id = ${id} order by starts_at`)
    expect(rows).toEqual([
      { kobo: 500_000, is_first: true },
      { kobo: 900_000, is_first: false },
    ])
  })

  test('finds a plan by the name under which it was sold', async () => {
    const id = await subscriber(server)
    await server.db.transaction((tx) => changePlan(tx, planId, { name: 'Film Buff' }))
    expect((await renewal(id)).offer).toMatchObject({ subscriptionName: 'Film Buff', amount: 9000 })
    await server.db.transaction((tx) => changePlan(tx, planId, { name: BUFF.name }))
  })
})

describe('rejected renewal', () => {
  const over = { at: '2026-01-01T09:00:00Z', until: '2026-12-01T09:00:00Z' }
  test.each([
    ['without a card', { card: null }, messages.noCard],
    ['with a card of another provider', { provider: 'flutterwave' }, messages.noCard],
    ['without a subscription ever', { term: null }, messages.noPlan],
    ['for a plan that is not sold', { term: { ...over, plan: 'Gold' } }, messages.planRetired],
    ['when it is paid far ahead', { term: { ...over, until: '2028-11-22T09:00:00Z' } }, messages.paidAhead],
  ])('%s: returns the reason and charges nothing', async (_, given, message) => {
    const id = await subscriber(server, given)
    expect(await renewal(id)).toEqual({ renewal: null, offer: null, refusal: message })
    expect((await renew(id)).problem).toEqual({ status: 409, message: message })
    expect(await chargesOf(id)).toBe(0)
  })

  test('rejects an expired card', async () => {
    const id = await subscriber(server)
    await server.db.execute(
      sql`update payment_cards set expiry_month = 10, expiry_year = 2026 where customer_id = ${id}`,
    )
    expect((await renew(id)).problem).toEqual({ status: 409, message: messages.cardExpired })
    await server.db.execute(sql`update payment_cards set expiry_month = 11 where customer_id = ${id}`)
    expect((await renewal(id)).refusal).toBeNull()
  })

  test('rejects a retired plan and a free plan', async () => {
    const id = await subscriber(server)
    await server.db.transaction((tx) => changePlan(tx, planId, { retiredAt: new Date(TEST_NOW) }))
    expect((await renew(id)).problem.message).toBe(messages.planRetired)
    await server.db.transaction((tx) => changePlan(tx, planId, { retiredAt: null, kobo: 0 }))
    expect((await renew(id)).problem.message).toBe(messages.free)
    await server.db.transaction((tx) => changePlan(tx, planId, { kobo: BUFF.kobo }))
    expect((await renewal(id)).refusal).toBeNull()
  })

  test('rejects a second renewal for five minutes', async () => {
    const id = await subscriber(server)
    await renew(id)
    later(299)
    expect((await renew(id)).problem).toEqual({ status: 409, message: messages.justRenewed })
    later(1)
    expect((await renew(id)).body.data.state).toBe('succeeded')
    expect(await outcomeOf(server, id)).toMatchObject({
      events: 2,
      purchases: 2,
      paidUntil: '2027-02-01T09:00:00.000Z',
    })
  })

  test('returns 404 for an unknown, merged or erased customer', async () => {
    const [winner, merged, erased] = [await subscriber(server), await subscriber(server), await subscriber(server)]
    await server.db.execute(sql`update customers set merged_into = ${winner} where id = ${merged}`)
    await server.db.execute(sql`update customers set erased_at = now() where id = ${erased}`)
    for (const id of [999_999, merged, erased]) {
      expect((await renew(id)).problem).toEqual({ status: 404, message: 'Customer not found' })
      expect((await server.call(payments.renewal, { params: { id } })).status).toBe(404)
      expect((await server.call(payments.forgetCard, { params: { id } })).status).toBe(404)
    }
    expect((await renew(0)).problem).toMatchObject({ status: 422, message: messages.noSuchCustomer })
  })

  // Clauses: operations 20, 329
  test('returns 403 to an admin who is not a superadmin', async () => {
    const id = await subscriber(server)
    expect((await server.call(payments.renew, { params: { id }, as: 'admin' })).status).toBe(403)
    expect((await server.call(payments.renewal, { params: { id }, as: 'admin' })).status).toBe(200)
  })
})

describe('card without an immediate success', () => {
  test('renews nothing if the card is declined, and can be retried', async () => {
    const id = await subscriber(server, { card: '0002' })
    const { data } = (await renew(id)).body
    expect(data).toMatchObject({
      state: 'failed',
      stateText: 'The card was not charged: Insufficient funds',
      settledAt: TEST_NOW,
    })
    expect(await outcomeOf(server, id)).toEqual({ ...unchanged, logs: ['failed'] })
    expect((await renewal(id)).refusal).toBeNull()
  })

  test('renews after the customer has confirmed', async () => {
    const id = await subscriber(server, { card: '0003' })
    expect((await renew(id)).body.data).toMatchObject({
      state: 'needs_customer',
      stateText: STATE_LABELS.needs_customer,
      settledAt: null,
    })
    expect((await renew(id)).problem).toEqual({ status: 409, message: messages.underWay })
    expect((await renewal(id)).refusal).toBe(messages.underWay)
    later(30)
    await server.runJobs()
    expect((await renewal(id)).renewal).toMatchObject({ state: 'needs_customer' })
    later(90)
    await server.app.jobs.send(askPayments, {})
    await server.runJobs()
    expect((await renewal(id)).renewal).toMatchObject({ state: 'succeeded' })
    expect(await outcomeOf(server, id)).toMatchObject({
      events: 1,
      purchases: 1,
      logs: ['needs_customer', 'succeeded'],
    })
    expect(await chargesOf(id)).toBe(1)
  })

  test('stays initiated after a lost answer, until the outcome is known', async () => {
    const id = await subscriber(server, { card: '0004' })
    expect((await renew(id)).body.data).toMatchObject({
      state: 'initiated',
      stateText: STATE_LABELS.initiated,
      settledAt: null,
    })
    expect((await renew(id)).problem.message).toBe(messages.underWay)
    later(30)
    await server.runJobs()
    expect((await renewal(id)).renewal).toMatchObject({ state: 'initiated' })
    later(30)
    await server.app.jobs.send(askPayments, {})
    await server.runJobs()
    expect((await renewal(id)).renewal).toMatchObject({ state: 'succeeded' })
    expect(await outcomeOf(server, id)).toMatchObject({ events: 1, purchases: 1, logs: ['succeeded'] })
    expect(await chargesOf(id)).toBe(1)
  })

  test('fails without a charge if the provider is unavailable', async () => {
    const id = await subscriber(server, { card: '0005' })
    expect((await renew(id)).body.data).toMatchObject({
      state: 'failed',
      stateText: 'The card was not charged: The payment provider is not answering',
    })
    expect(await chargesOf(id)).toBe(0)
  })
})

describe('repeated clicks', () => {
  test('charge one of 20 parallel requests and reject the others with the reason', async () => {
    const id = await subscriber(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(id)))
    const charged = answers.filter(({ status }) => status === 200)
    expect(charged).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    for (const { problem } of refused) expect([messages.underWay, messages.justRenewed]).toContain(problem.message)
    expect(await chargesOf(id)).toBe(1)
    expect(await outcomeOf(server, id)).toMatchObject({ events: 1, purchases: 1, logs: ['succeeded'] })
  })

  test('get the first answer after a lost one', async () => {
    const id = await subscriber(server)
    const click = { 'idempotency-key': 'a click' }
    const [first, again] = [await renew(id, click), await renew(id, click)]
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual(first.body.data)
    expect(await chargesOf(id)).toBe(1)
  })

  test('are limited by the database to one open charge per customer', async () => {
    const id = await subscriber(server, { card: '0004' })
    await renew(id)
    const again = server.db.execute(sql`
      insert into payment_intents (reference, provider, customer_id, purpose, plan_id, plan, monthly_kobo, tickets, months, kobo, created_at, created_by)
      select 'another', provider, customer_id, purpose, plan_id, plan, monthly_kobo, tickets, months, kobo, created_at, created_by
      from payment_intents where customer_id = ${id}`)
    await expect(again).rejects.toMatchObject({ cause: { constraint: 'payment_intents_open' } })
  })
})

describe("a customer's card", () => {
  // Clauses: operations 365, 448
  test('is deleted and reported to other systems; a second deletion is rejected', async () => {
    const id = await subscriber(server)
    const answer = await server.call(payments.forgetCard, { params: { id }, as: 'admin' })
    expect(answer.body.message).toBe("Customer's card has been deleted")
    expect((await renewal(id)).refusal).toBe(messages.noCard)
    const { rows } = await server.db.execute(sql`select kind from customer_changes where customer_id = ${id}`)
    expect(rows).toEqual([{ kind: 'card forgotten' }])
    const again = await server.call(payments.forgetCard, { params: { id } })
    expect(again.problem).toEqual({ status: 409, message: messages.noCardToDelete })
  })

  test('has its token in no response and no audit log entry', async () => {
    const id = await subscriber(server)
    const { text } = await renew(id)
    const replies = text + (await server.call(payments.renewal, { params: { id } })).text
    const { rows } = await server.db.execute(
      sql`select * from audit_log where entity = 'customer' and entity_id = ${String(id)} order by id`,
    )
    expect(rows).toHaveLength(2)
    expect(replies + JSON.stringify(rows)).not.toContain('embedded-visa')
    expect(rows.map(({ summary }) => summary)).toEqual([
      'Requested a renewal: Buff, ₦9,000',
      'Renewed a subscription: Buff, ₦9,000',
    ])
  })
})

describe('personal data of payments', () => {
  test('are exported without a token', async () => {
    const id = await subscriber(server, { email: 'exported@chain.example' })
    await renew(id)
    const found = await paymentsOf(server.db, id)
    expect(found).toMatchObject({
      card: { last4: '4081' },
      charges: [{ plan: 'Buff', naira: 9000, state: 'succeeded' }],
      logs: [{ email: 'exported@chain.example', naira: 9000, status: 'succeeded' }],
    })
    expect(JSON.stringify(found)).not.toContain('embedded-visa')
  })

  test('are erased, and amounts stay', async () => {
    const email = 'erased@chain.example'
    const id = await subscriber(server, { email })
    await renew(id)
    await server.db.transaction((tx) => erasePayments(tx, [id], [email.toUpperCase()]))
    const tables = await Promise.all(
      ['payment_cards', 'payment_intents', 'payment_events', 'payments_embedded'].map((table) =>
        server.db.execute(sql`select * from ${sql.identifier(table)}`),
      ),
    )
    const found = JSON.stringify(tables.map(({ rows }) => rows))
    expect(found).not.toContain(email)
    expect((await paymentsOf(server.db, id)).logs).toMatchObject([{ email: '', naira: 9000 }])
  })

  test('move to the survivor of a merge, with the chosen card', async () => {
    const [winner, loser] = [await subscriber(server), await subscriber(server, { card: '4242' })]
    await renew(loser)
    await server.db.transaction((tx) => mergePayments(tx, loser, winner, loser))
    expect(await paymentsOf(server.db, winner)).toMatchObject({ card: { last4: '4242' }, charges: [{ plan: 'Buff' }] })
    expect(await paymentsOf(server.db, loser)).toEqual({ card: null, charges: [], logs: [] })
  })

  test('include an open charge, which belongs to the survivor of a merge', async () => {
    const [winner, loser] = [await subscriber(server), await subscriber(server, { card: '0004' })]
    await renew(loser)
    await server.db.transaction(async (tx) => {
      await mergePayments(tx, loser, winner, winner)
      await tx.execute(sql`update customers set merged_into = ${winner} where id = ${loser}`)
    })
    expect((await renewal(winner)).refusal).toBe(messages.underWay)
    later(90)
    await server.runJobs()
    expect((await outcomeOf(server, winner)).events).toBe(1)
    expect((await renewal(winner)).renewal).toMatchObject({ state: 'succeeded' })
  })
})
