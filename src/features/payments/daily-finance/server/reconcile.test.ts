import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Payments, ProviderCharge, UnreadCharge } from '#server/integrations/payments/port.ts'
import type { Unread } from '#server/integrations/records.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { reconciliation } from '../reconciliation-contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { messages as paymentMessages } from '#features/payments/payment-logs/rules.ts'
import { messages } from '../reconciliation-rules.ts'
import { reconcile } from './jobs.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'

const DAY = '2026-11-20'
const AT = '2026-11-20T12:00:00Z'
const TICKET = [{ kind: 'ticket', amount: 3500 }]
let server: TestServer
let shop: Shop
let embedded: Payments
beforeAll(async () => {
  server = await testServer()
  embedded = server.app.payments
  shop = await Shop.of(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  server.app.payments = embedded
  await server.db.execute(
    sql`truncate reconciliation_mismatches, reconciliations, provider_transactions, payments_embedded cascade`,
  )
  await server.db.execute(
    sql`truncate payments, payment_days, payment_cinema_days, purchases, purchase_lines, payment_events cascade`,
  )
})

const charge = (reference: string, naira = 3500, more: object = {}) =>
  shop.charge(reference, naira, { at: AT, ...more })
const sell = (name: string, at = AT) => shop.sell(name, TICKET, { at })
/** What the provider lists of a day, where it is not what the embedded one would. */
const lists = (...charges: (Pick<ProviderCharge, 'id' | 'reference'> & Partial<ProviderCharge>)[]) => {
  const listed = charges.map((one): ProviderCharge => ({
    state: 'succeeded',
    kobo: 350_000,
    currency: 'NGN',
    email: '',
    message: '',
    confirmUrl: null,
    card: null,
    at: new Date(AT),
    ...one,
  }))
  server.app.payments = { ...embedded, charges: async () => ({ records: listed, unread: [], isLast: true }) }
}
const ask = (day: unknown, more: object = {}) => server.call(reconciliation.compare, { body: { day }, ...more })
const compare = async (day = DAY) => {
  expect((await ask(day)).status).toBe(200)
  await server.runJobs()
  return seen(day)
}
const seen = async (day = DAY, query: object = {}) =>
  (await server.call(reconciliation.day, { params: { day }, query })).body.data
const resolve = (id: number, body: object, more: object = {}) =>
  server.call(reconciliation.resolve, { params: { id }, body, ...more })

describe('a day beside the provider list', () => {
  test('what is missing here, missing there, of another amount and of another state is listed', async () => {
    for (const name of ['same', 'less', 'waits', 'unknown']) await sell(name)
    await charge('same')
    await charge('less', 3000)
    await charge('waits', 3500, { last4: '0003', at: '2026-11-20T22:59:30Z' })
    await charge('stray')
    server.clock.set('2026-11-20T23:00:30Z')
    const { reconciliation, mismatches, totalCount } = await compare()
    expect(reconciliation).toMatchObject({
      day: DAY,
      provider: 'embedded',
      state: 'done',
      startedBy: 'superadmin Tester',
      ledgerCount: 4,
      ledgerAmount: 14_000,
      providerCount: 3,
      providerAmount: 10_000,
      open: 4,
      resolved: 0,
    })
    expect(totalCount).toBe(4)
    const byReference = Object.fromEntries(mismatches.map((one) => [one.reference, one]))
    expect(byReference).toMatchObject({
      less: {
        kind: 'amount',
        ledgerSide: { amount: 3500 },
        providerSide: { amount: 3000, currency: 'NGN' },
        paymentId: expect.any(Number),
      },
      waits: { kind: 'state', ledgerSide: { state: 'succeeded' }, providerSide: { state: 'needs_customer' } },
      unknown: { kind: 'missing there', providerSide: null },
      stray: { kind: 'missing here', ledgerSide: null, paymentId: expect.any(Number), providerId: expect.any(String) },
    })
  })

  test('the day is the chain zone, and a payment told on the other side of midnight is none missing', async () => {
    await charge('before', 3500, { at: '2026-11-20T22:59:59Z' })
    await sell('before', '2026-11-20T23:00:01Z')
    await charge('after', 3500, { at: '2026-11-20T23:00:01Z' })
    await sell('after', '2026-11-20T22:59:59Z')
    await charge('next day', 3500, { at: '2026-11-20T23:00:00Z' })
    await charge('day before', 3500, { at: '2026-11-19T22:59:59Z' })
    expect((await compare()).mismatches).toEqual([])
    expect((await compare('2026-11-21')).mismatches).toMatchObject([{ reference: 'next day', kind: 'missing here' }])
  })

  test('more than a page of the list; what was paid to staff is not looked for there', async () => {
    for (let n = 0; n < 130; n++) await charge(`many-${n}`)
    for (let n = 0; n < 129; n++) await sell(`many-${n}`)
    await server.db.execute(sql`
      insert into purchases (source, external_id, at, day, channel, payment_reference, kobo)
      values ('marquee', 'desk', ${AT}, ${DAY}, 'not_specified', 'CASH-1', 100)`)
    const { reconciliation, mismatches } = await compare()
    expect(reconciliation).toMatchObject({ ledgerCount: 129, providerCount: 130 })
    expect(mismatches).toMatchObject([{ reference: 'many-129', kind: 'missing here' }])
  })

  test('what cost nothing, such as tickets of a plan, is not looked for there', async () => {
    await shop.sell('plan', [{ kind: 'ticket', amount: 0 }], { at: AT })
    expect(await compare()).toMatchObject({ reconciliation: { ledgerCount: 0, providerCount: 0 }, mismatches: [] })
  })

  test('a payment that we heard of on a later day is none missing', async () => {
    await charge('heard late')
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, kobo, purchase_type, status, provider_id)
      select '2026-11-21T08:00:00Z', 'embedded', reference, kobo, 'Web or app purchase', 'succeeded', id::text
      from payments_embedded`)
    for (const day of [DAY, '2026-11-21']) expect((await compare(day)).mismatches).toEqual([])
  })

  test('of tries under one reference each that was charged counts, once however often it is listed', async () => {
    for (const name of ['twice', 'tried again']) await sell(name)
    lists(
      { id: '1', reference: 'twice' },
      { id: '2', reference: 'tried again', state: 'failed' },
      { id: '3', reference: 'tried again' },
      { id: '4', reference: 'twice' },
      { id: '3', reference: 'tried again' },
    )
    const { reconciliation, mismatches } = await compare()
    expect(reconciliation).toMatchObject({ ledgerAmount: 7000, providerAmount: 10_500 })
    expect(mismatches).toMatchObject([
      { reference: 'twice', kind: 'amount', ledgerSide: { amount: 3500 }, providerSide: { amount: 7000 } },
    ])
  })

  test('other currencies are not added to naira: they stand beside', async () => {
    await sell('naira')
    await sell('priced in dollars')
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, kobo, currency, purchase_type, status, provider_id)
      values (${AT}, 'embedded', 'dollars', 1000, 'USD', 'Web or app purchase', 'succeeded', '2'),
        (${AT}, 'embedded', 'euros', 2000, 'EUR', 'Web or app purchase', 'succeeded', '3')`)
    lists(
      { id: '1', reference: 'naira' },
      { id: '2', reference: 'dollars', kobo: 1000, currency: 'USD' },
      { id: '3', reference: 'euros', kobo: 2001, currency: 'EUR' },
      { id: '4', reference: 'priced in dollars', kobo: 500, currency: 'USD' },
    )
    const { reconciliation, mismatches } = await compare()
    expect(reconciliation).toMatchObject({
      ledgerCount: 4,
      ledgerAmount: 7000,
      ledgerOthers: [
        { currency: 'EUR', amount: 20 },
        { currency: 'USD', amount: 10 },
      ],
      providerCount: 4,
      providerAmount: 3500,
      providerOthers: [
        { currency: 'EUR', amount: 20.01 },
        { currency: 'USD', amount: 15 },
      ],
    })
    expect(mismatches).toHaveLength(2)
    expect(mismatches).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          reference: 'priced in dollars',
          kind: 'amount',
          ledgerSide: { amount: 3500, currency: 'NGN', state: 'succeeded' },
          providerSide: { amount: 5, currency: 'USD', state: 'succeeded' },
        }),
        expect.objectContaining({
          reference: 'euros',
          kind: 'amount',
          ledgerSide: { amount: 20, currency: 'EUR', state: 'succeeded' },
          providerSide: { amount: 20.01, currency: 'EUR', state: 'succeeded' },
        }),
      ]),
    )
  })

  test('a day that nobody compared has nothing', async () => {
    expect(await seen('2026-01-01')).toEqual({ reconciliation: null, mismatches: [], totalCount: 0 })
  })

  test('a provider that fails: the day says why, what was found stands, and it can be tried again', async () => {
    await charge('stray')
    await compare()
    await charge('away', 3500, { email: 'somebody@down.example' })
    expect(await compare()).toMatchObject({
      reconciliation: {
        state: 'failed',
        reason: 'The payment provider closed the connection early',
        ledgerCount: null,
        ledgerAmount: null,
        providerCount: null,
        providerAmount: null,
        open: 1,
      },
    })
    await server.db.execute(sql`delete from payments_embedded where reference = 'away'`)
    expect((await compare()).reconciliation).toMatchObject({ state: 'done', reason: '' })
  })

  test('by itself each night for yesterday', async () => {
    await charge('stray')
    await server.app.jobs.send(reconcile, {})
    await server.runJobs()
    expect(await seen()).toMatchObject({ reconciliation: { startedBy: 'Marquee', state: 'done' }, totalCount: 1 })
  })

  test('days are listed, newest first', async () => {
    await compare('2026-11-18')
    await compare('2026-11-19')
    const { body } = await server.call(reconciliation.days, { query: { perPage: 1 } })
    expect(body.data).toMatchObject({ reconciliations: [{ day: '2026-11-19' }], totalCount: 2 })
    const beyond = await server.call(reconciliation.days, { query: { page: 5 } })
    expect(beyond.body.data).toEqual({ reconciliations: [], totalCount: 2 })
  })

  test.each([
    ['2026-11-22', messages.dayToCome],
    ['2025-11-19', messages.dayTooFar],
    ['soon', 'Enter a date as YYYY-MM-DD'],
    [undefined, 'Enter a date'],
  ])('the day %s is refused', async (day, message) => {
    expect((await ask(day)).problem).toMatchObject({ status: 422, errors: [{ field: 'day', message }] })
  })

  test('not twice at once; one whose server died can be begun again', async () => {
    expect((await ask(DAY)).body).toMatchObject({ message: messages.reconciling, data: { state: 'running' } })
    expect((await ask(DAY)).problem).toMatchObject({ status: 409, message: messages.running })
    server.clock.set('2026-11-21T10:01:00Z')
    expect((await ask(DAY)).status).toBe(200)
    await server.runJobs()
  })
})

describe('a charge of which nobody told', () => {
  const twice = async () => {
    await sell('order')
    await charge('order', 3500, { email: 'ada@mail.example' })
    await charge('order-again', 3500, { email: 'ada@mail.example' })
    return (await compare()).mismatches[0]!
  }
  const found = async (search: string) =>
    (await server.call(paymentLogs.list, { query: { search } })).body.data.payment_logs.map((row) => row.reference)

  test('is found by the email and the reference, and refunded as any payment', async () => {
    const mismatch = await twice()
    expect(mismatch).toMatchObject({
      kind: 'missing here',
      reference: 'order-again',
      email: 'ada@mail.example',
      at: '2026-11-20T12:00:00.000Z',
      paymentId: expect.any(Number),
    })
    expect(await found('ada@mail')).toContain('order-again')
    expect(await found('order-again')).toEqual(['order-again'])
    const id = mismatch.paymentId!
    expect(await shop.detail(id)).toMatchObject({
      amountLeft: 3500,
      amountSold: null,
      refusal: null,
      mismatch: { day: DAY, kind: 'missing here' },
      history: [{ what: 'Charged', amount: 3500 }],
    })
    expect((await shop.refund(id, { kind: 'full', amount: 3500 })).body.data).toMatchObject({
      data: { meta: { status: 'refunded' } },
    })
    const { rows } = await server.db.execute(sql`
      select actor, summary from audit_log where action = 'reconciliation.compare' and entity = 'payment' and entity_id = ${String(id)}`)
    expect(rows).toEqual([
      {
        actor: 'Marquee',
        summary: 'Imported a charge of ₦3,500 without an order from the payment provider: order-again',
      },
    ])
  })

  test('stays a mismatch, resolved or not, until an order is told', async () => {
    const { id } = await twice()
    expect((await compare()).mismatches).toMatchObject([{ id, kind: 'missing here', clearedAt: null }])
    await resolve(id, { resolved: true, note: 'Refunded' })
    expect((await compare()).mismatches).toMatchObject([
      { id, clearedAt: null, note: 'Refunded', resolvedAt: TEST_NOW },
    ])
    await sell('order-again')
    expect((await compare()).mismatches).toMatchObject([{ id, clearedAt: TEST_NOW }])
  })
})

test('a comparison tells each payment what the provider has of it, and how it differs', async () => {
  await sell('same')
  await sell('less')
  await charge('same')
  await charge('less', 3000)
  for (let times = 0; times < 2; times++) {
    const { mismatches, reconciliation } = await compare()
    expect(mismatches).toMatchObject([
      { reference: 'less', ledgerSide: { amount: 3500 }, providerSide: { amount: 3000 }, clearedAt: null },
    ])
    expect(reconciliation).toMatchObject({ ledgerAmount: 7000, providerAmount: 6500 })
  }
  const paid = (amountPaid: number) => ({ data: { id: expect.any(String), meta: { amountPaid } } })
  expect(await shop.detail(await shop.idOf('same'))).toMatchObject({
    ...paid(3500),
    provider: 'embedded',
    mismatch: null,
  })
  expect(await shop.detail(await shop.idOf('less'))).toMatchObject({
    ...paid(3000),
    amountSold: 3500,
    amountLeft: 3000,
    mismatch: {
      day: DAY,
      kind: 'amount',
      ledgerSide: { amount: 3500 },
      providerSide: { amount: 3000 },
      resolvedAt: null,
    },
  })
})

describe('a record of the provider that cannot be read', () => {
  const broken = { id: '7', name: 'Transaction 7', what: 'amount is missing' }
  const listsWithUnread = (unread: UnreadCharge[], ...charges: Parameters<typeof lists>) => {
    lists(...charges)
    const { charges: all } = server.app.payments
    server.app.payments = {
      ...server.app.payments,
      charges: async (...args) => ({ ...(await all(...args)), unread }),
    }
  }

  test('is set aside: its payment stays as it was, the rest of the day is compared, and the day says so', async () => {
    for (const name of ['same', 'broken', 'less', 'unknown', 'open before']) await sell(name)
    const before = await compare()
    expect(before.mismatches).toHaveLength(5)
    listsWithUnread(
      [{ ...broken, reference: 'broken' }],
      { id: '1', reference: 'same' },
      { id: '2', reference: 'less', kobo: 1 },
      { id: '3', reference: 'open before' },
      { id: '4', reference: 'stray' },
    )
    const { reconciliation, mismatches } = await compare()
    const reason = '1 record of the provider cannot be read and was not compared (Transaction 7: amount is missing)'
    expect(reconciliation).toMatchObject({ state: 'done', reason, ledgerCount: 5, providerCount: 4 })
    // What was found before stands, until everything can be read.
    expect(Object.fromEntries(mismatches.map((one) => [one.reference, [one.kind, one.clearedAt]]))).toEqual({
      same: ['missing there', null],
      'open before': ['missing there', null],
      broken: ['missing there', null],
      unknown: ['missing there', null],
      less: ['amount', null],
      stray: ['missing here', null],
    })
    listsWithUnread(
      [],
      { id: '1', reference: 'same' },
      { id: '2', reference: 'less' },
      { id: '3', reference: 'open before' },
      { id: '7', reference: 'broken' },
    )
    const after = await compare()
    expect(after.reconciliation).toMatchObject({ state: 'done', reason: '' })
    expect(after.mismatches.filter(({ clearedAt }) => !clearedAt)).toMatchObject([{ reference: 'unknown' }])
  })

  test('is missing on neither side', async () => {
    await sell('broken')
    listsWithUnread([{ ...broken, reference: 'broken' }])
    expect((await compare()).mismatches).toEqual([])
    expect(await shop.detail(await shop.idOf('broken'))).toMatchObject({ data: { meta: { status: 'succeeded' } } })
  })

  test('of one that is asked for by its reference stops the day neither', async () => {
    await sell('elsewhere')
    await sell('fine')
    lists({ id: '1', reference: 'fine' })
    server.app.payments = {
      ...server.app.payments,
      find: async () => {
        throw new IntegrationError('The payment provider returned a charge that cannot be read', {
          isOfOneRequest: true,
        })
      },
    }
    const { reconciliation, mismatches } = await compare()
    expect(reconciliation).toMatchObject({ state: 'done', reason: expect.stringContaining('Payment elsewhere: ') })
    expect(mismatches).toEqual([])
  })

  test('of a chargeback takes nothing of what is known off again, whether its id is known or not', async () => {
    await sell('taken back')
    await charge('taken back')
    const back = {
      kind: 'chargeback' as const,
      id: '5',
      chargeId: null,
      reference: 'taken back',
      kobo: 350_000,
      at: new Date(AT),
    }
    const moves = (records: (typeof back)[], unread: Unread[] = []) => {
      server.app.payments = {
        ...embedded,
        movements: async (kind) => ({
          records: kind === 'chargeback' ? records : [],
          unread: kind === 'chargeback' ? unread : [],
          isLast: true,
        }),
      }
    }
    const backKobo = async () =>
      (
        await server.db.execute(sql`
          select coalesce(sum(kobo), 0)::int as kobo from provider_transactions where kind = 'chargeback'`)
      ).rows[0]!.kobo
    moves([back])
    await compare()
    expect(await backKobo()).toBe(350_000)
    for (const id of ['5', null]) {
      moves([], [{ id, name: 'Chargeback 5', what: 'amount is missing' }])
      const { reconciliation, mismatches } = await compare()
      expect(reconciliation!.reason).toContain('Chargeback 5: amount is missing')
      expect(await backKobo()).toBe(350_000)
      expect(mismatches).toMatchObject([{ about: 'chargeback', clearedAt: null }])
    }
    moves([], [{ id: '6', name: 'Chargeback 6', what: 'amount is missing' }])
    await compare()
    expect(await backKobo()).toBe(0)
  })
})

describe('what a bank took back', () => {
  const takes = (naira: number, reference: string) => {
    const movements = naira
      ? [
          {
            kind: 'chargeback' as const,
            id: `of ${reference}`,
            chargeId: null,
            reference,
            kobo: naira * 100,
            at: new Date(AT),
          },
        ]
      : []
    server.app.payments = {
      ...embedded,
      movements: async (kind) => ({ records: kind === 'chargeback' ? movements : [], unread: [], isLast: true }),
    }
  }
  const having = async (status: string) =>
    (await server.call(paymentLogs.list, { query: { status } })).body.data.payment_logs.map((row) => row.reference)
  const disputed = async (name: string) => {
    await sell(name)
    await charge(name)
    return shop.idOf(name)
  }

  test('is none of what can be refunded: the payment, its list, its sums and its file say so', async () => {
    const id = await disputed('taken back')
    takes(3500, 'taken back')
    const { mismatches } = await compare()
    expect(mismatches).toContainEqual(
      expect.objectContaining({ about: 'chargeback', paymentId: id, amountRefunded: 0 }),
    )
    const refusal = paymentMessages.chargedBack(350_000)
    expect(await shop.detail(id)).toMatchObject({
      data: { meta: { status: 'charged_back' } },
      amountChargedBack: 3500,
      amountLeft: 0,
      refusal,
    })
    expect((await shop.detail(id)).history).toContainEqual(
      expect.objectContaining({ what: "Charged back by the customer's bank", amount: 3500 }),
    )
    const refused = await shop.refund(id, { kind: 'full', amount: 3500 })
    expect([refused.status, refused.problem.message]).toEqual([409, refusal])
    expect([await having('charged_back'), await having('succeeded')]).toEqual([['taken back'], []])
    const { sums } = (await server.call(paymentLogs.sums)).body.data
    expect(sums).toMatchObject({ paid: 3500, refunded: 0, chargedBack: 3500, net: 0 })
    expect((await server.call(paymentLogs.csv)).text).toContain(',Charged back')
  })

  test('of a part leaves the rest, however the refund is asked for; what the bank gives up is left again', async () => {
    const id = await disputed('in part')
    takes(1000, 'in part')
    await compare()
    expect(await shop.detail(id)).toMatchObject({ amountChargedBack: 1000, amountLeft: 2500 })
    expect((await shop.refund(id, { kind: 'amount', amount: 2500.01 })).status).toBe(422)
    await expect(
      server.db.execute(sql`
        insert into payment_refunds (reference, payment_id, kind, kobo, reason, provider, charge_id, created_at, created_by, due_at)
        values ('r-1', ${id}, 'amount', 250001, 'x', 'embedded', '1', ${AT}, 'x', ${AT})`),
    ).rejects.toMatchObject({ cause: { constraint: 'payment_refunds_within_paid' } })
    takes(0, 'in part')
    await compare()
    expect(await shop.detail(id)).toMatchObject({
      data: { meta: { status: 'succeeded' } },
      amountChargedBack: 0,
      amountLeft: 3500,
      history: expect.arrayContaining([expect.objectContaining({ what: 'Chargeback reversed', amount: 1000 })]),
    })
  })
})

describe('a mismatch', () => {
  const one = async () => {
    await sell('less')
    await charge('less', 3000)
    return (await compare()).mismatches[0]!
  }

  test('is resolved with a note, and reopened; runs again keep both', async () => {
    const { id, version } = await one()
    const resolved = await resolve(id, { resolved: true, note: ' Paid in two parts ', version })
    expect(resolved.body).toMatchObject({
      message: messages.resolved,
      data: { note: 'Paid in two parts', resolvedBy: 'superadmin Tester', resolvedAt: TEST_NOW },
    })
    expect(await compare()).toMatchObject({
      reconciliation: { open: 0, resolved: 1 },
      mismatches: [{ id, note: 'Paid in two parts', resolvedAt: TEST_NOW }],
    })
    expect((await seen(DAY, { state: 'open' })).totalCount).toBe(0)
    expect((await seen(DAY, { state: 'resolved' })).totalCount).toBe(1)
    expect((await resolve(id, { resolved: false })).body).toMatchObject({
      message: messages.reopened,
      data: { note: 'Paid in two parts', resolvedAt: null },
    })
    const { rows } = await server.db.execute(sql`
      select summary from audit_log where entity = 'reconciliation' and action = 'reconciliation.resolve' order by id desc limit 2`)
    expect(rows).toEqual([
      { summary: 'Reopened the mismatch of payment less' },
      { summary: 'Resolved the mismatch of payment less' },
    ])
  })

  test('that is another than the one that was resolved is open again, with its note', async () => {
    const { id } = await one()
    await resolve(id, { resolved: true, note: 'Known' })
    await server.db.execute(sql`update payments_embedded set kobo = 200000 where reference = 'less'`)
    expect((await compare()).mismatches).toMatchObject([
      { id, resolvedAt: null, note: 'Known', providerSide: { amount: 2000 } },
    ])
  })

  test('that is found no more is gone, and its note stays', async () => {
    const { id } = await one()
    await resolve(id, { resolved: true, note: 'Known' })
    await server.db.execute(sql`update payments_embedded set kobo = 350000 where reference = 'less'`)
    expect(await compare()).toMatchObject({
      reconciliation: { open: 0, resolved: 0 },
      mismatches: [{ id, clearedAt: TEST_NOW, note: 'Known' }],
    })
  })

  test('needs a note, is found, is not resolved twice, and not over somebody else', async () => {
    const { id, version } = await one()
    expect((await resolve(id, { resolved: true, note: ' ' })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'note', message: messages.note }],
    })
    expect((await resolve(id, { resolved: true, note: 'x'.repeat(1001) })).problem.message).toBe(
      'Enter up to 1000 characters',
    )
    expect((await resolve(999_999, { resolved: true, note: 'x' })).status).toBe(404)
    expect((await resolve(id, { resolved: false })).problem).toMatchObject({
      status: 409,
      message: messages.notResolved,
    })
    await resolve(id, { resolved: true, note: 'x' })
    expect((await resolve(id, { resolved: true, note: 'y' })).problem).toMatchObject({
      status: 409,
      message: messages.alreadyResolved,
    })
    expect((await resolve(id, { resolved: false, version })).problem).toMatchObject({
      status: 409,
      message: 'Someone else changed this while you were editing',
      data: { id, note: 'x' },
    })
  })
})
