import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import {
  cardOf,
  FLUTTERWAVE_HASH,
  flutterwavePeer,
  TOKENS,
  webhookOf,
  type FlutterwavePeer,
  type Transaction,
} from '#server/test/flutterwave-peer.ts'
import { peerFaults } from '#server/test/peer.ts'
import { connections } from '#features/operations/connections/contract.ts'
import { payments } from '../contract.ts'
import { messages, STATE_LABELS } from '../rules.ts'
import { askPayments } from './jobs.ts'
import { paymentsOf, cardOf as storedCard } from './store.ts'
import { oldWebhooks } from './webhooks.ts'
import { outcomeOf, subscriber, withPlan } from './test/subscriber.ts'

let outside: FlutterwavePeer
let server: TestServer
beforeAll(async () => {
  outside = await flutterwavePeer()
  const { secretKey, webhookHash, url } = outside.settings
  server = await testServer({
    env: { FLUTTERWAVE_SECRET_KEY: secretKey, FLUTTERWAVE_WEBHOOK_HASH: webhookHash },
    addresses: { flutterwave: url },
  })
  await withPlan(server)
})
afterAll(async () => {
  await server.close()
  await outside.close()
})
beforeEach(() => {
  server.clock.set(TEST_NOW)
  outside.next = []
  outside.afterCharge = []
  outside.charges.length = 0
  outside.onCharge = () => {}
})

const payer = (card: string = TOKENS.good, email?: string) =>
  subscriber(server, { card, provider: 'flutterwave', email })
const renew = (id: number) => server.call(payments.renew, { params: { id } })
const renewal = async (id: number) => (await server.call(payments.renewal, { params: { id } })).body.data
const deliver = (body: unknown, hash: string | undefined = FLUTTERWAVE_HASH) =>
  server.call(payments.webhook, { as: 'nobody', body, headers: hash === undefined ? {} : { 'verif-hash': hash } })
const asMinutesPass = async (minutes: number) => {
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
  await server.app.jobs.send(askPayments, {})
  await server.runJobs()
}
const transactionOf = (id: number): Promise<Transaction> =>
  server.db
    .execute<{ reference: string }>(
      sql`select reference from payment_intents where customer_id = ${id} order by id desc`,
    )
    .then(({ rows }) => outside.transactions.get(rows[0]!.reference)!)
const renewedOnce = { events: 1, purchases: 1, paidUntil: '2027-01-01T09:00:00.000Z', logs: ['succeeded'] }
const unchanged = { events: 0, purchases: 0, paidUntil: '2026-12-01T09:00:00.000Z' }

test('a renewal charges the stored token with the email it was made for', async () => {
  const id = await payer(TOKENS.good, 'token@chain.example')
  await server.db.execute(sql`update customers set email = 'moved@chain.example' where id = ${id}`)
  expect((await renew(id)).body.data).toMatchObject({ state: 'succeeded', amount: 9000 })
  expect(outside.charges).toMatchObject([
    { token: TOKENS.good, email: 'token@chain.example', amount: 9000, narration: 'Marquee Cinemas: Buff' },
  ])
  expect(await outcomeOf(server, id)).toEqual(renewedOnce)
})

test('makes one charge for 20 parallel clicks', async () => {
  const id = await payer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => renew(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(outside.charges).toHaveLength(1)
  expect(await outcomeOf(server, id)).toEqual(renewedOnce)
})

describe('charge whose answer is lost', () => {
  test.each([
    ['503 after its own time limit', { kind: 'status', status: 503 } as const],
    ['cut off', peerFaults.cutOff],
  ])('%s: is looked up at the provider and never charged again', async (_, fault) => {
    const id = await payer()
    outside.afterCharge = [fault]
    expect((await renew(id)).body.data).toMatchObject({ state: 'succeeded' })
    expect(outside.charges).toHaveLength(1)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
  })

  // ASVS: 16.5.2
  test('stays initiated over restarts until the provider is back', async () => {
    const id = await payer()
    outside.afterCharge = [peerFaults.cutOff]
    outside.onCharge = () => void (outside.next = Array.from({ length: 6 }, () => peerFaults.unauthorised))
    expect((await renew(id)).body.data).toMatchObject({ state: 'initiated', stateText: STATE_LABELS.initiated })
    expect((await renew(id)).problem).toEqual({ status: 409, message: messages.underWay })
    await asMinutesPass(1)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'initiated' })
    outside.next = []
    await asMinutesPass(1)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'succeeded' })
    await asMinutesPass(60)
    expect(outside.charges).toHaveLength(1)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
  })

  test('fails after an hour if the provider never received it, and can be retried', async () => {
    const id = await payer()
    outside.next = [peerFaults.cutOff]
    expect((await renew(id)).body.data.state).toBe('initiated')
    await asMinutesPass(59)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'initiated' })
    await asMinutesPass(60)
    expect((await renewal(id)).renewal).toMatchObject({
      state: 'failed',
      stateText: 'The card was not charged: the payment provider never received it',
    })
    expect(await outcomeOf(server, id)).toEqual({ ...unchanged, logs: ['failed'] })
    expect((await renew(id)).body.data.state).toBe('succeeded')
  })

  test('settles on another server after a crash', async () => {
    const id = await payer()
    outside.onCharge = async () => {
      // As after a crash: the charge is made, and its answer is not read.
      await server.db.execute(
        sql`alter table payment_events add constraint crash check (status <> 'succeeded') not valid`,
      )
    }
    expect((await renew(id)).status).toBe(500)
    await server.db.execute(sql`alter table payment_events drop constraint crash`)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'initiated' })
    expect(await outcomeOf(server, id)).toEqual({ ...unchanged, logs: [] })
    await asMinutesPass(2)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
    expect(outside.charges).toHaveLength(1)
  })
})

describe('webhook storage', () => {
  const storedWebhooks = async () =>
    (await server.db.execute(sql`select provider, body, outcome, at from payment_webhooks order by id`)).rows
  beforeEach(() => server.db.execute(sql`truncate payment_webhooks, unread_records`))

  test('stores the original body with its outcome, and nothing from other senders', async () => {
    const paid = outside.add({ tx_ref: 'SHOP-FLAT', amount: 25, currency: 'USD' })
    const flat = { id: paid.id, txRef: 'SHOP-FLAT', amount: 25, note: '\u0000', 'event.type': 'CARD_TRANSACTION' }
    expect((await deliver(flat)).status).toBe(200)
    expect((await deliver({ data: { tx_ref: 'SHOP-NEVER' } })).status).toBe(200)
    expect((await deliver(flat, 'another-hash')).status).toBe(401)
    expect(await storedWebhooks()).toEqual([
      {
        provider: 'flutterwave',
        body: JSON.stringify(flat),
        outcome: 'Payment SHOP-FLAT checked: succeeded',
        at: expect.anything(),
      },
      {
        provider: 'flutterwave',
        body: '{"data":{"tx_ref":"SHOP-NEVER"}}',
        outcome: 'Payment SHOP-NEVER checked: unknown to the provider',
        at: expect.anything(),
      },
    ])
    const logged = await server.db.execute(sql`select currency from payment_events where reference = 'SHOP-FLAT'`)
    expect(logged.rows).toEqual([{ currency: 'USD' }])
  })

  test('stores the webhook before it is processed, if the provider is unavailable', async () => {
    outside.next = Array.from({ length: 3 }, () => peerFaults.unauthorised)
    expect((await deliver({ data: { tx_ref: 'SHOP-AWAY' } })).status).toBe(502)
    expect(await storedWebhooks()).toMatchObject([
      { outcome: 'Payment SHOP-AWAY could not be checked: The payment provider rejected our access key' },
    ])
  })

  test('shows a list on Connections while one of its records cannot be read', async () => {
    const paid = outside.add({ tx_ref: 'SHOP-ODD', amount: null as never, created_at: '2026-11-12T10:00:00.000Z' })
    const unread = async () => {
      await server.app.payments.charges(new Date('2026-11-12T00:00:00Z'), new Date('2026-11-13T00:00:00Z'), 1)
      const { connections: list } = (await server.call(connections.list)).body.data
      return list.find(({ name }) => name === 'payments')!.unread
    }
    expect(await unread()).toMatchObject([{ name: `Transaction ${paid.id}`, what: 'amount is missing' }])
    Object.assign(paid, { amount: 25 })
    expect(await unread()).toEqual([])
  })

  test('shows a webhook without a reference on Connections, for 90 days', async () => {
    expect((await deliver({ event: 'charge.completed', data: { id: 7 } })).status).toBe(200)
    expect(await storedWebhooks()).toMatchObject([{ outcome: 'No reference' }])
    const { connections: list } = (await server.call(connections.list)).body.data
    expect(list.find(({ name }) => name === 'payments')!.unread).toMatchObject([
      { name: 'Webhook 7', what: 'tx_ref is missing (charge.completed)', since: TEST_NOW },
    ])
    const { before, forget } = oldWebhooks
    const later = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000)
    expect(await forget(server.db, before(server.app.env, later(90))!, 10)).toBe(0)
    expect(await forget(server.db, before(server.app.env, later(91))!, 10)).toBe(1)
  })
})

describe('charge with a confirmation', () => {
  test('returns the confirmation page, and renews after the confirmation', async () => {
    const id = await payer(TOKENS.confirms)
    expect((await renew(id)).body.data).toMatchObject({
      state: 'needs_customer',
      confirmUrl: 'https://bank.example/3ds?id=1',
    })
    const transaction = await transactionOf(id)
    transaction.status = 'successful'
    expect((await deliver(webhookOf(transaction))).status).toBe(200)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'succeeded', confirmUrl: null })
    expect(await outcomeOf(server, id)).toEqual({ ...renewedOnce, logs: ['needs_customer', 'succeeded'] })
  })

  test('fails after a day, and still succeeds if the customer confirms later', async () => {
    const id = await payer(TOKENS.confirms)
    await renew(id)
    await asMinutesPass(24 * 60)
    expect((await renewal(id)).renewal).toMatchObject({ state: 'failed' })
    const transaction = await transactionOf(id)
    transaction.status = 'successful'
    await deliver(webhookOf(transaction))
    expect((await renewal(id)).renewal).toMatchObject({ state: 'succeeded' })
    expect((await outcomeOf(server, id)).logs).toEqual(['needs_customer', 'failed', 'succeeded'])
  })
})

describe('POST /flutterwave/webhook', () => {
  test.each([[undefined], [''], ['wrong'], [`${FLUTTERWAVE_HASH}x`]])('rejects the hash %j', async (hash) => {
    const requestCount = outside.requests.length
    const answer = await deliver({ data: { tx_ref: 'x' } }, hash ?? '')
    expect(answer.problem).toEqual({ status: 401, message: messages.badWebhook })
    expect((await server.call(payments.webhook, { as: 'nobody', body: {} })).status).toBe(401)
    expect(outside.requests.length).toBe(requestCount)
  })

  test('renews once for three parallel webhooks and a late one', async () => {
    const id = await payer()
    await renew(id)
    const body = webhookOf(await transactionOf(id))
    const answers = await Promise.all([deliver(body), deliver(body), deliver(body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    server.clock.set('2027-01-21T09:00:00Z')
    await deliver(body)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
  })

  test('renews once if the webhook arrives before the answer to the charge', async () => {
    const id = await payer()
    let delivered = 0
    outside.onCharge = async (transaction) => {
      delivered = (await deliver(webhookOf(transaction))).status
    }
    expect((await renew(id)).body.data).toMatchObject({ state: 'succeeded' })
    expect(delivered).toBe(200)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
  })

  test('renews once if the answer to the charge was lost', async () => {
    const id = await payer()
    outside.afterCharge = [peerFaults.cutOff]
    outside.onCharge = () => void (outside.next = [peerFaults.unauthorised])
    expect((await renew(id)).body.data.state).toBe('initiated')
    await deliver(webhookOf(await transactionOf(id)))
    await asMinutesPass(5)
    expect(await outcomeOf(server, id)).toEqual(renewedOnce)
  })

  test('checks the charge at the provider', async () => {
    const id = await payer(TOKENS.confirms)
    await renew(id)
    const transaction = await transactionOf(id)
    await deliver({ event: 'charge.completed', data: { ...webhookOf(transaction).data, status: 'successful' } })
    expect((await renewal(id)).renewal).toMatchObject({ state: 'needs_customer' })
    transaction.status = 'successful'
    transaction.amount = 8999
    await deliver(webhookOf(transaction))
    expect((await renewal(id)).renewal).toMatchObject({
      state: 'failed',
      stateText: expect.stringContaining('charged NGN 8999 instead of NGN 9000'),
    })
    transaction.amount = 9000
    transaction.currency = 'USD'
    await deliver(webhookOf(transaction))
    expect(await outcomeOf(server, id)).toMatchObject({ events: 0, purchases: 0 })
  })

  test('returns an error that makes the provider resend, if the charge cannot be checked', async () => {
    const shop = outside.add({ tx_ref: 'shop-unchecked', amount: 100 })
    outside.next = Array.from({ length: 3 }, () => peerFaults.unauthorised)
    expect((await deliver(webhookOf(shop))).status).toBe(502)
  })

  test('changes nothing for an unknown charge or another subject', async () => {
    for (const body of [{ data: { tx_ref: 'unknown' } }, { event: 'transfer.completed' }, [], { data: null }])
      expect((await deliver(body)).status).toBe(200)
  })
})

describe('charge of the shop', () => {
  const linesOf = async (reference: string) =>
    (
      await server.db.execute(sql`
        select customer_id, email, kobo, purchase_type, status from payment_events where reference = ${reference}`)
    ).rows

  test('has one log entry, and stores the card of the customer', async () => {
    const id = await subscriber(server, { email: 'New.Card@chain.example', card: null })
    const shop = outside.add({
      tx_ref: 'shop-1',
      amount: 4500,
      customer: { email: 'new.card@chain.example' },
      card: cardOf(TOKENS.good),
    })
    for (let n = 0; n < 3; n++) expect((await deliver(webhookOf(shop))).status).toBe(200)
    expect(await linesOf('shop-1')).toEqual([
      {
        customer_id: id,
        email: 'new.card@chain.example',
        kobo: 450_000,
        purchase_type: 'Web or app purchase',
        status: 'succeeded',
      },
    ])
    expect(await storedCard(server.db, id)).toEqual({ brand: 'VISA', first6: '408408', last4: '4081', expiry: '09/32' })
    expect((await renew(id)).body.data.state).toBe('succeeded')
  })

  test('does not restore a deleted card when it is delivered again, nor does an older charge', async () => {
    const email = 'deleted@chain.example'
    const id = await subscriber(server, { email, card: null })
    const made = { amount: 1, customer: { email }, card: cardOf(TOKENS.good) }
    const first = outside.add({ tx_ref: 'shop-2', ...made, created_at: '2026-11-20T09:00:00.000Z' })
    const late = outside.add({ tx_ref: 'shop-3', ...made, created_at: '2026-11-20T10:00:00.000Z' })
    await deliver(webhookOf(first))
    await server.call(payments.forgetCard, { params: { id } })
    await deliver(webhookOf(first))
    await deliver(webhookOf(late))
    expect(await storedCard(server.db, id)).toBeNull()
    const later = outside.add({ tx_ref: 'shop-4', ...made, created_at: '2026-11-21T10:00:00.000Z' })
    await deliver(webhookOf(later))
    expect(await storedCard(server.db, id)).toMatchObject({ last4: '4081' })
  })

  test('stores no card if it failed, if a guest paid, or if two customers share the email', async () => {
    const email = 'shared@chain.example'
    const two = [await subscriber(server, { email, card: null }), await subscriber(server, { email, card: null })]
    const failing = await subscriber(server, { email: 'failing@chain.example', card: null })
    const shops = [
      outside.add({ tx_ref: 'shop-5', amount: 1, customer: { email }, card: cardOf(TOKENS.good) }),
      outside.add({
        tx_ref: 'shop-6',
        amount: 1,
        customer: { email: 'guest@chain.example' },
        card: cardOf(TOKENS.good),
      }),
      outside.add({
        tx_ref: 'shop-7',
        amount: 1,
        status: 'failed',
        customer: { email: 'failing@chain.example' },
        card: cardOf(TOKENS.good),
      }),
    ]
    for (const shop of shops) await deliver(webhookOf(shop))
    for (const id of [...two, failing]) expect(await storedCard(server.db, id)).toBeNull()
    expect(await linesOf('shop-5')).toMatchObject([{ customer_id: null, email }])
    expect(await linesOf('shop-6')).toMatchObject([{ customer_id: null, email: 'guest@chain.example' }])
    expect(await linesOf('shop-7')).toMatchObject([{ customer_id: failing, status: 'failed' }])
  })

  test('has the time reported by the provider', async () => {
    const made = '2026-11-19T22:00:00.000Z'
    for (const [tx_ref, created_at] of [
      ['shop-late', made],
      ['shop-timeless', ''],
    ] as const)
      await deliver(webhookOf(outside.add({ tx_ref, created_at })))
    const { rows } = await server.db.execute<{ reference: string; at: string }>(sql`
      select reference, at from payments where reference in ('shop-late', 'shop-timeless') order by reference`)
    expect(rows.map(({ reference, at }) => [reference, new Date(at).toISOString()])).toEqual([
      ['shop-late', made],
      ['shop-timeless', TEST_NOW],
    ])
  })

  test('keeps its own currency', async () => {
    const email = 'dollars@chain.example'
    const id = await subscriber(server, { email, card: null })
    await deliver(webhookOf(outside.add({ tx_ref: 'shop-dollars', amount: 10, currency: 'USD', customer: { email } })))
    const { rows } = await server.db.execute(sql`
      select kobo, currency, message from payment_events where reference = 'shop-dollars'`)
    expect(rows).toEqual([{ kobo: 1000, currency: 'USD', message: 'Approved' }])
    const [firstLog] = (await paymentsOf(server.db, id)).logs
    expect(firstLog).toMatchObject({ amount: 10, currency: 'USD' })
    expect(firstLog).not.toHaveProperty('naira')
  })

  test('has no log entry without an outcome', async () => {
    const shop = outside.add({ tx_ref: 'shop-8', amount: 1, status: 'pending' })
    await deliver(webhookOf(shop))
    expect(await linesOf('shop-8')).toEqual([])
    shop.status = 'successful'
    await deliver(webhookOf(shop))
    expect(await linesOf('shop-8')).toHaveLength(1)
  })
})
