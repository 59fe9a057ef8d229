import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassword } from '#server/auth/password.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { customers } from '../contract.ts'
import { addCinema, addPlan, rowsOf } from './test/shop.ts'

let server: TestServer
let fan: number
let retired: number
beforeAll(async () => {
  server = await testServer()
  await addCinema(server)
  fan = await addPlan(server, 'Fan', 5000)
  retired = await addPlan(server, 'Old', 100)
  await server.app.database.pool.query('update plans set retired_at = now() where id = $1', [retired])
})
afterAll(() => server.close())

const person = (more: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Okafor',
  email: 'ada@mail.example',
  mobile: '0803 123 4567',
  dateOfBirth: '1994-05-17',
  gender: 'Female',
  preferredBillingCycle: 'Monthly',
  default_cinema_id: '0001',
  password: 'a good password',
  subscriptionId: fan,
  subscripitionName: 'Fan',
  numberOfMonths: '3',
  amount: 15000,
  paymentType: 'cash',
  ...more,
})
const create = (more: object = {}) => server.call(customers.create, { body: person(more) })

describe('POST /admin/create-customer', () => {
  let made: Awaited<ReturnType<typeof create>>
  let id: number
  beforeAll(async () => {
    made = await create()
    id = made.body.data.userId
  })

  // Clauses: operations 187, 359
  test('stores the form with a normalised phone and a hashed password', async () => {
    expect([made.status, made.body.message]).toEqual([201, 'Customer created'])
    const [row] = await rowsOf(server, `select * from customers where id = ${id}`)
    expect(row).toMatchObject({
      source: 'marquee',
      external_id: `marquee:${id}`,
      email: 'ada@mail.example',
      phone: '+2348031234567',
      birth_date: '1994-05-17',
      gender: 'Female',
      billing_cycle: 'Monthly',
      default_cinema_id: '0001',
      registered_on: '2026-11-21',
      channel: 'not_specified',
      version: 1,
    })
    expect(await isPassword('a good password', row!.password_hash as string)).toBe(true)
  })

  // Clauses: operations 359
  test('starts the subscription now, for the given months', async () => {
    const { body } = await server.call(customers.fetch, { params: { id } })
    expect(body.data.userData.status).toBe('Active')
    expect(body.data.userSubscriptionHistory.active_subscription).toEqual({
      subscriptionId: fan,
      subscriptionName: 'Fan',
      startsAt: '2026-11-21T09:00:00.000Z',
      endsAt: '2027-02-21T09:00:00.000Z',
      subStartDate: '2026-11-21',
      subEndDate: '2027-02-21',
      monthlyPrice: 5000,
    })
    expect(body.data.userSubscriptionHistory.all_subscriptions).toEqual([
      expect.objectContaining({ numberOfMonths: 3, orderAmount: 15000, paid: 'payment', multiUserPlan: false }),
    ])
  })

  test('adds the purchase, the sign-up and the subscription to reports', async () => {
    expect(await rowsOf(server, `select kobo::int, by_subscriber, payment_reference from purchases`)).toEqual([
      { kobo: 1_500_000, by_subscriber: true, payment_reference: expect.stringMatching(/^CASH-[0-9A-F]{10}$/) },
    ])
    expect(await rowsOf(server, `select kind, kobo::int, product from purchase_lines`)).toEqual([
      { kind: 'subscription', kobo: 1_500_000, product: 'Fan' },
    ])
    expect(await rowsOf(server, `select count::int from signup_days where day = '2026-11-21'`)).toEqual([{ count: 1 }])
    expect(
      await rowsOf(
        server,
        `select started::int, bought::int, started_kobo::int from subscription_days where started > 0`,
      ),
    ).toEqual([{ started: 1, bought: 1, started_kobo: 500_000 }])
  })

  test('is audited without the password and reported to other programs', async () => {
    const [line] = await rowsOf(server, `select * from audit_log where action = 'customers.create'`)
    expect(line).toMatchObject({ entity: 'customer', entity_id: String(id) })
    expect(line!.summary).toBe('Created \u2068Ada Okafor\u2069 with Fan for 3 months')
    expect(JSON.stringify(line)).not.toMatch(/password|argon2/)
    expect(await rowsOf(server, 'select customer_id::int, kind from customer_changes')).toEqual([
      { customer_id: id, kind: 'created' },
    ])
  })
})

// Clauses: core 138; operations 188, 269, 271, 274
test.each<[object, Record<string, string>]>([
  [{ first_name: ' ' }, { first_name: 'First name is required' }],
  [{ last_name: undefined }, { last_name: 'Last name is required' }],
  [{ email: 'nope' }, { email: 'email is invalid' }],
  [{ email: '' }, { email: 'email is invalid' }],
  [{ mobile: '' }, { mobile: 'Phone number is required' }],
  [{ mobile: '12' }, { mobile: 'Enter a phone number such as 0803 123 4567, or with + and the country code' }],
  [{ dateOfBirth: '' }, { dateOfBirth: 'Date of birth is required' }],
  [{ dateOfBirth: '1850-01-01' }, { dateOfBirth: 'Date of birth is more than 120 years ago' }],
  [{ dateOfBirth: '17-05-1994' }, { dateOfBirth: 'Enter a date of birth (DD/MM/YYYY)' }],
  [{ dateOfBirth: '2026-11-22' }, { dateOfBirth: 'Date of birth is in the future' }],
  [{ gender: 'X' }, { gender: 'Gender is one of Female, Male, Other' }],
  [
    { preferredBillingCycle: 'Daily' },
    { preferredBillingCycle: 'Billing cycle is one of Monthly, Quarterly, Half-yearly, Yearly' },
  ],
  [{ default_cinema_id: '9999' }, { default_cinema_id: 'Cinema not found' }],
  [{ password: '' }, { password: 'password is required' }],
  [{ password: 'short' }, { password: 'Use at least 8 characters' }],
  [{ subscriptionId: 9999 }, { subscriptionId: 'Choose a plan' }],
  [{ subscriptionId: 2 ** 31 }, { subscriptionId: 'Choose a plan' }],
  [{ numberOfMonths: undefined }, { numberOfMonths: 'Number of months is required' }],
  [{ numberOfMonths: 25 }, { numberOfMonths: 'Enter 1 to 24 months' }],
  [{ numberOfMonths: 1.5 }, { numberOfMonths: 'Enter 1 to 24 months' }],
  [{ amount: 1 }, { amount: 'Fan for 3 months is ₦15,000' }],
  [{ paymentType: 'COWRIES' }, { paymentType: 'Choose Cash or Card as the payment type' }],
  [
    { email: 'nope', mobile: '12', amount: 1 },
    { email: expect.any(String), mobile: expect.any(String), amount: expect.any(String) },
  ],
])('rejects %j by its field', async (more, fields) => {
  const { status, problem } = await create({ email: 'new@mail.example', ...more })
  expect(status).toBe(422)
  expect(Object.fromEntries(problem.errors!.map(({ field, message }) => [field, message]))).toEqual(fields)
})

test('rejects a plan that is not on sale', async () => {
  const { problem } = await create({ email: 'new@mail.example', subscriptionId: retired })
  expect(problem.errors).toEqual([{ field: 'subscriptionId', message: 'Choose a plan' }])
})

test('rejects the email of another customer in any case', async () => {
  const { status, problem } = await create({ email: 'ADA@mail.example' })
  expect([status, problem.errors]).toEqual([422, [{ field: 'email', message: 'Another customer has this email' }]])
})

test('creates one customer when five requests race with one email', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ email: 'twins@mail.example' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
})

// Clauses: operations 328
test('requires a superadmin, and uses our price without an amount', async () => {
  const body = person({ email: 'other@mail.example', amount: undefined })
  expect((await server.call(customers.create, { as: 'admin', body })).status).toBe(403)
  expect((await server.call(customers.create, { body })).status).toBe(201)
})
