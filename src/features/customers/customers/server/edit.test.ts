import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { isPassword } from '#server/auth/password.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { customers, type CustomerForm } from '../contract.ts'
import { formOf } from '../form.ts'
import { addCinema, addPlan, newShop, rowsOf, type Shop } from './test/shop.ts'

let server: TestServer
let shop: Shop
let fan: number
let buff: number
beforeAll(async () => {
  server = await testServer()
  await addCinema(server)
  shop = await newShop(server)
  fan = await addPlan(server, 'Fan', 6000)
  buff = await addPlan(server, 'Buff', 9000, { tickets: 8 })
})
afterAll(() => server.close())

let many = 0
/** Customer of the shop, with a reported subscription. */
async function customer(events: { event: string; at: string; until?: string; plan?: string; reason?: string }[] = []) {
  const id = `c${++many}`
  await shop.sendAll('customers', [
    {
      id,
      first_name: 'Ada',
      last_name: 'Okafor',
      email: `${id}@mail.example`,
      phone: '0803 123 4567',
      birth_date: '1994-05-17',
      registered_at: '2026-01-05T10:00:00+01:00',
    },
  ])
  await subscribed(id, events)
  return shop.idOf(id)
}
const subscribed = (id: string, events: Parameters<typeof customer>[0] = []) =>
  events.length
    ? shop.sendAll(
        'subscriptions',
        events.map(({ at, until, ...event }, index) => ({
          id: `${id}-${at}-${index}`,
          customer_id: id,
          at: `${at}T08:00:00+01:00`,
          until: until && `${until}T08:00:00+01:00`,
          ...(event.event !== 'end' && { plan: 'Fan', monthly_price: 5000, tickets: 4 }),
          ...event,
        })),
      )
    : undefined
const RUNS = [{ event: 'start', at: '2026-11-01', until: '2026-12-01' }]

const profile = async (id: number) => (await server.call(customers.fetch, { params: { id } })).body.data
const form = async (id: number): Promise<CustomerForm> => formOf(await profile(id))
const save = async (id: number, change: object, base?: CustomerForm, as: 'superadmin' | 'admin' = 'superadmin') =>
  server.call(customers.edit, {
    params: { id },
    body: { reason: 'As agreed', ...(base ?? (await form(id))), ...change },
    as,
  })
const periods = (id: number) =>
  rowsOf(
    server,
    `select starts_at::date::text as from, ends_at::date::text as until, plan, kobo::int, is_new from subscription_periods
     where customer_id = ${id} order by starts_at`,
  )

describe('PUT /admin/edit-profile/{id}', () => {
  // Clauses: operations 189, 360
  test('saves the identity, and changes nothing else when saved again', async () => {
    const id = await customer(RUNS)
    const before = await form(id)
    const { status, body } = await save(id, {
      first_name: 'Adaeze',
      email: 'adaeze@mail.example',
      mobile: '+44 7911 123456',
      gender: 'Other',
      preferredBillingCycle: 'Yearly',
      default_cinema_id: '0001',
    })
    expect([status, body.message]).toEqual([200, 'Profile saved'])
    const after = {
      ...before,
      first_name: 'Adaeze',
      email: 'adaeze@mail.example',
      mobile: '+447911123456',
      gender: 'Other',
      preferredBillingCycle: 'Yearly',
      default_cinema_id: '0001',
      version: before.version + 1,
    }
    expect(formOf(body.data)).toEqual(after)
    expect(body.data.userData.defaultCinema).toEqual({ id: '0001', cinema_name: 'Lekki' })
    const externalId = await periods(id)
    expect(formOf((await save(id, {})).body.data)).toEqual({ ...after, version: before.version + 2 })
    expect(await periods(id)).toEqual(externalId)
    expect(await rowsOf(server, `select from subscription_events where source = 'marquee'`)).toEqual([])
  })

  // Clauses: operations 360
  test('accepts both spellings of the names, and a save without a version', async () => {
    const id = await customer()
    const { first_name: _, last_name: _last, version: _version, ...rest } = await form(id)
    const body = { ...rest, firstName: 'Bisi', lastName: 'Ojo' }
    const answer = await server.call(customers.edit, { params: { id }, body })
    expect(answer.body.data.userData).toMatchObject({ firstName: 'Bisi', lastName: 'Ojo' })
    const [line] = await rowsOf(server, `select before, after, summary from audit_log order by id desc limit 1`)
    expect(line).toMatchObject({
      summary: expect.stringMatching(/^Edited \u2068Bisi Ojo\u2069: /),
      before: { first_name: 'Ada', last_name: 'Okafor' },
      after: { first_name: 'Bisi', last_name: 'Ojo' },
    })
    expect(await rowsOf(server, `select kind from customer_changes where customer_id = ${id}`)).toEqual([
      { kind: 'edited' },
    ])
  })

  // Clauses: operations 273
  test.each<[object, Record<string, string>]>([
    [{ first_name: '' }, { first_name: 'First name is required' }],
    [{ first_name: undefined }, { first_name: 'First name is required' }],
    [{ last_name: undefined }, { last_name: 'Last name is required' }],
    [{ email: 'nope' }, { email: 'email is invalid' }],
    [{ mobile: '0803' }, { mobile: 'Enter a phone number such as 0803 123 4567, or with + and the country code' }],
    [{ dateOfBirth: '2030-01-01' }, { dateOfBirth: 'Date of birth is in the future' }],
    [{ default_cinema_id: '9' }, { default_cinema_id: 'Cinema not found' }],
    [{ subStartDate: null }, { subStartDate: 'Start date is required' }],
    [{ subEndDate: '' }, { subEndDate: 'End date is required' }],
    [{ subEndDate: '31/12/2026' }, { subEndDate: 'Enter a date (DD/MM/YYYY)' }],
    [{ subStartDate: '2026-12-02', subEndDate: '2026-12-01' }, { subEndDate: 'The end date is before the start date' }],
    [{ subscriptionId: 9999 }, { subscriptionId: 'Choose a plan' }],
    [{ subscriptionId: 1.5 }, { subscriptionId: 'Choose a plan' }],
    [{ rosettaCardNumber: 'MQ-9', rosettaCardPin: '12' }, { rosettaCardPin: 'Enter a PIN of 4 to 8 digits' }],
    [{ rosettaCardPin: '1234' }, { rosettaCardNumber: 'Card number is required' }],
    [{ rosettaCardNumber: 'MQ-9' }, { rosettaCardPin: 'PIN is required' }],
  ])('rejects %j by its field', async (change, fields) => {
    const { status, problem } = await save(await customer(RUNS), change)
    expect(status).toBe(422)
    expect(Object.fromEntries(problem.errors!.map(({ field, message }) => [field, message]))).toEqual(fields)
  })

  test('rejects the email of another customer, unless both already had it', async () => {
    const id = await customer()
    const other = await customer()
    const { email } = await form(other)
    const { status, problem } = await save(id, { email: email.toUpperCase() })
    expect([status, problem.errors]).toEqual([422, [{ field: 'email', message: 'Another customer has this email' }]])
    await server.app.database.pool.query('update customers set email = $1 where id = $2', [email, id])
    expect((await save(id, { first_name: 'Same' })).status).toBe(200)
  })

  test('returns 404 for unknown and unregistered customers', async () => {
    await shop.sendAll('purchases', [
      { id: 'o-1', at: '2026-11-01T10:00:00Z', customer_id: 'bought-only', lines: [{ kind: 'ticket', amount: 1 }] },
    ])
    const base = await form(await customer())
    for (const id of [999_999, await shop.idOf('bought-only')]) {
      const { status, problem } = await save(id, {}, base)
      expect([status, problem.message]).toEqual([404, 'Customer not found'])
    }
  })
})

describe('a stale save', () => {
  test('returns the current customer in the shape of a save', async () => {
    const id = await customer(RUNS)
    const base = await form(id)
    await save(id, { first_name: 'Theirs' })
    const { status, problem } = await save(id, { last_name: 'Yours' }, base)
    expect([status, problem.message]).toEqual([409, 'Someone else changed this while you were editing'])
    expect(problem.data).toEqual(await form(id))
    const merged = await save(id, { last_name: 'Yours' }, problem.data as CustomerForm)
    expect(merged.body.data.userData).toMatchObject({ firstName: 'Theirs', lastName: 'Yours' })
  })

  test('rejects one of two concurrent saves', async () => {
    const id = await customer()
    const base = await form(id)
    const answers = await Promise.all([save(id, { first_name: 'One' }, base), save(id, { first_name: 'Two' }, base)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('reports of a program', () => {
  test('change nothing if older than a save by staff, and apply if newer', async () => {
    const id = await customer()
    await save(id, { first_name: 'Adaeze', mobile: '0805 000 0000' })
    const line = { id: `c${many}`, first_name: 'Stale', registered_at: '2026-01-05T10:00:00+01:00' }
    const older = await shop.send('customers', [{ ...line, at: '2026-11-21T08:59:59Z' }])
    expect(older.data.duplicate).toBe(1)
    expect((await profile(id)).userData).toMatchObject({ firstName: 'Adaeze', mobile: '+2348050000000' })
    const base = await form(id)
    await shop.sendAll('customers', [{ ...line, first_name: 'Later', at: '2026-11-21T09:00:01Z' }])
    expect((await profile(id)).userData.firstName).toBe('Later')
    // Staff who had the form open in the meantime get a conflict.
    expect((await save(id, { gender: 'Female' }, base)).status).toBe(409)
  })
})

describe('membership card', () => {
  const card = async (id: number) =>
    (await rowsOf(server, `select card_number, card_pin_hash from customers where id = ${id}`))[0]!

  // Clauses: operations 189
  test('is stored with a hashed PIN that is never returned', async () => {
    const id = await customer()
    const answer = await save(id, { rosettaCardNumber: 'MQ-100', rosettaCardPin: '1234' })
    expect(answer.body.data.userData).toMatchObject({ rosettaCardNumber: 'MQ-100', hasCardPin: true })
    const { card_pin_hash: hash } = await card(id)
    expect(await isPassword('1234', hash as string)).toBe(true)
    expect(answer.text).not.toContain('argon2')
    const [line] = await rowsOf(server, `select * from audit_log order by id desc limit 1`)
    expect(JSON.stringify(line)).not.toMatch(/argon2|"1234"/)
    expect(line!.summary).toBe('Edited \u2068Ada Okafor\u2069: card number and set the PIN of the card')
  })

  test('keeps its PIN when none is sent, gets a new PIN, and is replaced together with one', async () => {
    const id = await customer()
    await save(id, { rosettaCardNumber: 'MQ-200', rosettaCardPin: '1234' })
    const first = await card(id)
    await save(id, { rosettaCardPin: '' })
    expect(await card(id)).toEqual(first)
    await save(id, { rosettaCardPin: '98765432' })
    expect(await isPassword('98765432', (await card(id)).card_pin_hash as string)).toBe(true)
    expect((await save(id, { rosettaCardNumber: '' })).problem.errors).toEqual([
      { field: 'rosettaCardNumber', message: 'Card number is required' },
    ])
    await save(id, { rosettaCardNumber: 'MQ-201', rosettaCardPin: '4444' })
    expect((await card(id)).card_number).toBe('MQ-201')
  })

  test('belongs to one customer', async () => {
    const id = await customer()
    await save(id, { rosettaCardNumber: 'MQ-300', rosettaCardPin: '1234' })
    const others = [await customer(), await customer()]
    const { status, problem } = await save(others[0]!, { rosettaCardNumber: 'MQ-300', rosettaCardPin: '1234' })
    expect([status, problem.errors]).toEqual([
      422,
      [{ field: 'rosettaCardNumber', message: 'Another customer has this card number' }],
    ])
    const answers = await Promise.all(
      others.map((other) => save(other, { rosettaCardNumber: 'MQ-301', rosettaCardPin: '1234' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('plan changes', () => {
  const errorsOf = async (saved: ReturnType<typeof save>) => {
    const { status, problem } = await saved
    return [status, ...(problem.errors ?? []).map(({ field, message }) => `${field}: ${message}`)]
  }
  const REFUSAL = 'Only a superadmin can change the plan and its dates'

  test('require a superadmin, while an admin can edit everything else', async () => {
    const expired = await customer([{ event: 'start', at: '2026-05-01', until: '2026-06-01' }])
    const given = { subscriptionId: buff, subStartDate: '2026-11-22', subEndDate: '2026-12-31' }
    expect(await errorsOf(save(expired, given, undefined, 'admin'))).toEqual([422, `subscriptionId: ${REFUSAL}`])
    const id = await customer(RUNS)
    for (const [change, field] of [
      [{ subscriptionId: buff }, 'subscriptionId'],
      [{ subStartDate: '2026-10-01' }, 'subStartDate'],
      [{ subEndDate: '2099-12-31' }, 'subEndDate'],
      [{ subEndDate: '2026-11-20' }, 'subEndDate'],
    ] as const)
      expect(await errorsOf(save(id, change, undefined, 'admin'))).toEqual([422, `${field}: ${REFUSAL}`])
    expect((await save(id, { first_name: 'Adaeze' }, undefined, 'admin')).status).toBe(200)
    expect(await periods(expired)).toHaveLength(1)
    expect(await periods(id)).toMatchObject([{ until: '2026-12-01', plan: 'Fan' }])
  })

  // ASVS: 2.3.2
  test('require a reason and end at most 24 months ahead', async () => {
    const id = await customer(RUNS)
    expect(await errorsOf(save(id, { subEndDate: '2027-01-15', reason: ' ' }))).toEqual([
      422,
      'reason: Enter a reason for the change of plan or dates',
    ])
    expect(await errorsOf(save(id, { subEndDate: '2028-11-22' }))).toEqual([
      422,
      'subEndDate: The end date is more than 24 months ahead',
    ])
    expect((await save(id, { subEndDate: '2028-11-21' })).status).toBe(200)
  })

  test('are described in the audit log with the reason', async () => {
    const id = await customer([])
    const given = { subscriptionId: buff, subStartDate: '2026-11-22', subEndDate: '2026-12-31', reason: 'Quiz prize' }
    expect((await save(id, given)).status).toBe(200)
    const [line] = await rowsOf(
      server,
      `select summary from audit_log where entity_id = '${id}' and action = 'customers.edit'`,
    )
    expect(line).toEqual({
      summary: 'Set the subscription of \u2068Ada Okafor\u2069 to Buff from 22/11/2026 to 31/12/2026: Quiz prize',
    })
  })
})

describe('subscription dates', () => {
  const days = async (id: number) => {
    const { subscriptionId, subStartDate, subEndDate } = await form(id)
    return [subscriptionId, subStartDate, subEndDate]
  }
  const RENEWED = [
    { event: 'start', at: '2026-09-01', until: '2026-10-01' },
    { event: 'renewal', at: '2026-10-01', until: '2026-11-01' },
    { event: 'renewal', at: '2026-11-01', until: '2026-12-01' },
  ]

  test.each<[string, Parameters<typeof customer>[0], object]>([
    ['a later end', RUNS, { subEndDate: '2027-01-15' }],
    ['an earlier end', RUNS, { subEndDate: '2026-11-25' }],
    ['today as its end', RUNS, { subEndDate: '2026-11-21' }],
    ['a later start', RUNS, { subStartDate: '2026-11-10' }],
    ['an earlier start', RUNS, { subStartDate: '2026-08-01' }],
    ['both', RUNS, { subStartDate: '2026-10-10', subEndDate: '2027-10-09' }],
    ['a start to come', RUNS, { subStartDate: '2026-11-25', subEndDate: '2026-12-24' }],
    ['an earlier end of one that was renewed', RENEWED, { subEndDate: '2026-11-22' }],
    ['a later start of one that was renewed', RENEWED, { subStartDate: '2026-10-20' }],
    ['a start within the terms before', RENEWED, { subStartDate: '2026-09-15', subEndDate: '2026-12-31' }],
    [
      'a start at the end of one before',
      [{ event: 'start', at: '2026-05-01', until: '2026-06-01' }, ...RUNS],
      { subStartDate: '2026-06-01' },
    ],
    [
      'a start within one before',
      [{ event: 'start', at: '2026-05-01', until: '2026-06-01' }, ...RUNS],
      { subStartDate: '2026-05-20' },
    ],
    [
      'an end beyond one that was paid ahead',
      [...RUNS, { event: 'renewal', at: '2026-12-10', until: '2027-01-10' }],
      { subEndDate: '2027-03-31' },
    ],
  ])('match the form after %s', async (_, events, change) => {
    const id = await customer(events)
    const wanted = { ...(await form(id)), ...change }
    expect((await save(id, change)).status).toBe(200)
    expect(await days(id)).toEqual([fan, wanted.subStartDate, wanted.subEndDate])
    // A second save of the same form changes nothing.
    await save(id, { first_name: 'Again' })
    expect(await days(id)).toEqual([fan, wanted.subStartDate, wanted.subEndDate])
    expect(await check(server.app.database, 'Africa/Lagos')).toEqual([])
  })

  test('keep the sold price, or use the current price for another plan', async () => {
    const id = await customer(RUNS)
    await save(id, { subEndDate: '2027-01-31' })
    expect((await profile(id)).userSubscriptionHistory.active_subscription!.monthlyPrice).toBe(5000)
    await save(id, { subscriptionId: buff })
    expect(await days(id)).toEqual([buff, '2026-11-01', '2027-01-31'])
    expect((await profile(id)).userSubscriptionHistory.active_subscription).toMatchObject({
      subscriptionName: 'Buff',
      monthlyPrice: 9000,
    })
    expect(await periods(id)).toEqual([
      { from: '2026-11-01', until: '2027-01-31', plan: 'Buff', kobo: 900_000, is_new: true },
    ])
  })

  test('leave earlier terms as reported', async () => {
    const id = await customer([{ event: 'start', at: '2026-05-01', until: '2026-06-01' }, ...RUNS])
    await save(id, { subStartDate: '2026-10-01', subEndDate: '2026-12-31' })
    expect(await periods(id)).toMatchObject([{ from: '2026-05-01', until: '2026-06-01' }, { until: '2026-12-31' }])
    const { all_subscriptions: terms } = (await profile(id)).userSubscriptionHistory
    expect(terms.map((term) => [term.subscriptionStartsAt.slice(0, 10), term.paid])).toEqual([
      ['2026-12-01', 'staff'],
      ['2026-11-01', 'unknown'],
      ['2026-05-01', 'unknown'],
    ])
  })

  test('end the subscription when the end is in the past', async () => {
    const id = await customer(RUNS)
    await save(id, { subEndDate: '2026-11-10' })
    const { userData, userSubscriptionHistory } = await profile(id)
    expect([userData.status, userSubscriptionHistory.active_subscription]).toEqual(['Unsubscribed', null])
  })

  // Clauses: operations 275
  test('need a plan and both days for a customer without a subscription', async () => {
    const id = await customer()
    expect((await save(id, { subStartDate: '2026-11-01', subEndDate: '2026-12-31' })).problem.errors).toEqual([
      { field: 'subscriptionId', message: 'Choose a plan' },
    ])
    expect((await save(id, { subscriptionId: buff })).problem.errors).toEqual([
      { field: 'subStartDate', message: 'Start date is required' },
      { field: 'subEndDate', message: 'End date is required' },
    ])
    await save(id, { subscriptionId: buff, subStartDate: '2026-11-01', subEndDate: '2026-12-31' })
    expect(await days(id)).toEqual([buff, '2026-11-01', '2026-12-31'])
    expect((await profile(id)).userData.status).toBe('Active')
    // No money moved.
    expect(await rowsOf(server, `select from purchases where customer_id = ${id}`)).toEqual([])
  })

  test('keep a plan that is not on sale, which cannot be chosen again', async () => {
    const old = await addPlan(server, 'Old', 100)
    const id = await customer([{ event: 'start', at: '2026-11-01', until: '2026-12-01', plan: 'Old' }])
    await server.app.database.pool.query(`update plans set retired_at = now() where id = $1`, [old])
    expect(await days(id)).toEqual([null, '2026-11-01', '2026-12-01'])
    await save(id, { subEndDate: '2027-01-01' })
    expect((await profile(id)).userSubscriptionHistory.active_subscription).toMatchObject({
      subscriptionName: 'Old',
      subEndDate: '2027-01-01',
    })
    expect((await save(id, { subscriptionId: old })).problem.errors).toEqual([
      { field: 'subscriptionId', message: 'Choose a plan' },
    ])
  })

  test('override earlier events that are reported late, but not later events', async () => {
    const id = await customer(RUNS)
    const externalId = `c${many}`
    await save(id, { subEndDate: '2027-01-31' })
    await subscribed(externalId, [
      { event: 'end', at: '2026-11-15', reason: 'told late' },
      { event: 'renewal', at: '2026-11-16', until: '2026-11-30' },
    ])
    expect(await days(id)).toEqual([fan, '2026-11-01', '2027-01-31'])
    await subscribed(externalId, [{ event: 'end', at: '2026-12-24', reason: 'Moved away' }])
    expect(await days(id)).toEqual([fan, '2026-11-01', '2026-12-24'])
    expect(await check(server.app.database, 'Africa/Lagos')).toEqual([])
  })

  test('stay overridden after a second change by staff', async () => {
    const id = await customer(RENEWED)
    await save(id, { subStartDate: '2026-11-10' })
    await save(id, { subStartDate: '2026-11-15', subEndDate: '2026-11-30' })
    await save(id, { subStartDate: '2026-11-12' })
    expect(await days(id)).toEqual([fan, '2026-11-12', '2026-11-30'])
    expect(await periods(id)).toHaveLength(1)
    expect(await check(server.app.database, 'Africa/Lagos')).toEqual([])
  })
})

describe('membership history', () => {
  const history = async (id: number) =>
    (await profile(id)).userSubscriptionHistory.all_subscriptions.map((line) => [
      line.subscriptionName,
      line.orderAmount,
      line.paid,
    ])

  test('keeps paid terms after a change of plan', async () => {
    const id = await customer(RUNS)
    await shop.sendAll('purchases', [
      {
        id: `paid-${id}`,
        at: '2026-11-01T08:00:00+01:00',
        customer_id: `c${many}`,
        lines: [{ kind: 'subscription', amount: 4500, product: 'Fan' }],
      },
    ])
    expect(await history(id)).toEqual([['Fan', 4500, 'payment']])
    const reason = 'Asked for it at the desk'
    const base = await form(id)
    const { status } = await server.call(customers.edit, {
      params: { id },
      body: { ...base, subscriptionId: buff, reason } as never,
    })
    expect(status).toBe(200)
    expect(await history(id)).toEqual([
      ['Buff', 0, 'staff'],
      ['Fan', 4500, 'payment'],
    ])
    await server.call(customers.edit, {
      params: { id },
      body: { ...(await form(id)), subEndDate: '2026-11-23', reason } as never,
    })
    expect((await history(id)).at(-1)).toEqual(['Fan', 4500, 'payment'])
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })
})
