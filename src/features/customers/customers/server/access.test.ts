import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isolated } from '#contract/isolate.ts'
import { isPassword } from '#server/auth/password.ts'
import { session } from '#features/access/session/contract.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { customers } from '../contract.ts'
import { newKey } from '#features/operations/feed/server/test/sender.ts'
import { addPlan, newShop, rowsOf, type Shop } from './test/shop.ts'

let server: TestServer
let shop: Shop
let ada: number
beforeAll(async () => {
  server = await testServer()
  shop = await newShop(server)
  await shop.sendAll('customers', [
    { ...person('ada', 'Ada'), email: 'Ada@mail.example' },
    { ...person('mute', 'Mute'), email: null },
  ])
  ada = await shop.idOf('ada')
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const person = (id: string, first_name: string) => ({ id, first_name, registered_at: '2026-01-05T10:00:00+01:00' })
const stored = async (id = ada) => (await rowsOf(server, `select * from customers where id = ${id}`))[0]!
const changesOf = async (id = ada) =>
  (await rowsOf(server, `select kind from customer_changes where customer_id = ${id} order by id`)).map(
    ({ kind }) => kind,
  )
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())

describe('Clear Token', () => {
  // Clauses: operations 361
  test('ends earlier sign-ins and keeps the customer', async () => {
    const { status, body } = await server.call(customers.clearToken, { params: { id: ada }, as: 'admin' })
    expect([status, body.message]).toEqual([200, 'Token has been cleared'])
    const row = await stored()
    expect(new Date(row.tokens_cleared_at as string).toISOString()).toBe(TEST_NOW)
    expect(row.is_listed).toBe(true)
    expect(await changesOf()).toEqual(['tokens cleared'])
    expect((await server.call(customers.clearToken, { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('POST /admin/customers/{id}/reset-password', () => {
  const emails = async () => {
    await server.runJobs()
    return rowsOf(server, 'select recipient, subject, body from outbox order by id') as Promise<
      Record<string, string>[]
    >
  }
  const token = (email: Record<string, string>) => /reset-password\/([\w-]+)/.exec(email.body!)![1]!
  const mail = (id: number) => server.call(customers.resetPassword, { params: { id }, as: 'admin' })
  const forgot = (email: string) => server.call(session.forgotPassword, { as: 'nobody', body: { email } })
  const reset = (token: string, password = 'a new password') =>
    server.call(session.resetPassword, { as: 'nobody', params: { token }, body: { password } })

  // Clauses: operations 177
  test('sets the password once through an emailed link', async () => {
    const { status, body } = await mail(ada)
    expect([status, body.message]).toEqual([200, 'Email sent!'])
    const email = (await emails()).at(-1)!
    expect(email.recipient).toBe('Ada@mail.example')
    expect(email.body).toMatch(/\/reset-password\/[\w-]+\?name=Ada\b/)
    const answer = await reset(token(email))
    expect([answer.status, answer.body.message]).toEqual([200, 'Password has been reset successfully'])
    const row = await stored()
    expect(await isPassword('a new password', row.password_hash as string)).toBe(true)
    expect((await changesOf()).at(-1)).toBe('password set')
    const again = await reset(token(email))
    expect([again.status, again.problem.errors?.[0]?.field]).toEqual([422, 'token'])
    const [line] = await rowsOf(server, `select * from audit_log where action = 'session.resetPassword'`)
    expect(line).toMatchObject({ entity: 'customer', entity_id: String(ada), actor: isolated('Ada') })
    expect(JSON.stringify(line)).not.toMatch(/argon2|a new password/)
  })

  test('sends up to three emails in 15 minutes', async () => {
    await shop.sendAll('customers', [
      { id: 'pressed', first_name: 'Bisi', email: 'bisi@mail.example', registered_at: '2026-01-05T10:00:00Z' },
    ])
    const id = await shop.idOf('pressed')
    for (let n = 0; n < 3; n++) expect((await mail(id)).status).toBe(200)
    const refused = await mail(id)
    expect([refused.status, refused.problem.message]).toEqual([
      429,
      'Too many emails to this customer. Try again in 15 minutes.',
    ])
    expect((await emails()).filter(({ recipient }) => recipient === 'bisi@mail.example')).toHaveLength(3)
    const now = server.clock.now()
    server.clock.set(new Date(now.getTime() + 900_000).toISOString())
    expect((await mail(id)).status).toBe(200)
    await emails()
    server.clock.set(now.toISOString())
  })

  test('answers a reset request of a customer like one of an admin', async () => {
    const answers = [await forgot('ada@MAIL.example'), await forgot('who@mail.example')]
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    const email = (await emails()).at(-1)!
    expect(email.recipient).toBe('Ada@mail.example')
    expect((await reset(token(email), 'another password')).status).toBe(200)
    expect(await isPassword('another password', (await stored()).password_hash as string)).toBe(true)
  })

  test("sends the admin's email to an address that an admin has", async () => {
    await shop.sendAll('customers', [{ ...person('double', 'Double'), email: 'admin@test.example' }])
    await forgot('admin@test.example')
    const email = (await emails()).at(-1)!
    expect([email.recipient, email.body!.includes('?name=')]).toEqual(['admin@test.example', false])
  })

  test('accepts a link for 30 minutes, until another link is used, then forgets it', async () => {
    await mail(ada)
    await mail(ada)
    const [first, second] = (await emails()).slice(-2).map(token)
    later(31)
    expect((await reset(first!)).status).toBe(422)
    server.clock.set(TEST_NOW)
    expect((await reset(second!)).status).toBe(200)
    expect((await reset(first!)).status).toBe(422)
    later(26 * 60)
    await maintenance.run(server.app, {})
    expect(await rowsOf(server, 'select from customer_password_resets')).toEqual([])
  })

  test('rejects customers without an email, and unknown customers', async () => {
    const { status, problem } = await mail(await shop.idOf('mute'))
    expect([status, problem.message]).toEqual([409, 'This customer has no email address'])
    expect((await mail(999_999)).status).toBe(404)
  })

  test('sends nothing to a customer who was erased in the meantime', async () => {
    await shop.sendAll('customers', [{ ...person('gone', 'Gone'), email: 'gone@mail.example' }])
    const id = await shop.idOf('gone')
    const sent = (await emails()).length
    await mail(id)
    await server.app.database.pool.query(`update customers set erased_at = now() where id = $1`, [id])
    expect(await emails()).toHaveLength(sent)
  })
})

describe('GET /feed/changes', () => {
  const changes = async (secret: string, query = '') => {
    const answer = await server.inject({
      method: 'GET',
      url: `/api/feed/changes${query}`,
      headers: { authorization: `Bearer ${secret}` },
    })
    return { status: answer.statusCode, ...answer.json() }
  }

  test("lists changes of the source's customers and of our own, oldest first, with current data", async () => {
    const other = await newShop(server, 'kiosk')
    await other.sendAll('customers', [{ ...person('kay', 'Kay'), email: 'kay@mail.example' }])
    await server.call(customers.clearToken, { params: { id: await other.idOf('kay') } })
    const plan = await addPlan(server, 'Fan', 5000)
    const made = await server.call(customers.create, {
      body: {
        first_name: 'Made',
        last_name: 'Here',
        email: 'made@mail.example',
        mobile: '08031234567',
        dateOfBirth: '1990-01-01',
        password: 'a good password',
        subscriptionId: plan,
        numberOfMonths: 1,
        paymentType: 'CARD',
      },
    })
    const { data } = await changes(shop.secret)
    expect(data.changes[0]).toEqual({
      id: expect.any(Number),
      customer_id: 'ada',
      kind: 'tokens cleared',
      at: TEST_NOW,
      customer: {
        first_name: 'Ada',
        last_name: '',
        email: 'Ada@mail.example',
        phone: null,
        birth_date: null,
        tokens_cleared_at: expect.any(String),
      },
      merged_into: null,
    })
    expect(data.changes.at(-1)).toMatchObject({
      customer_id: `marquee:${made.body.data.userId}`,
      kind: 'created',
      customer: { first_name: 'Made', phone: '+2348031234567' },
    })
    expect(data.changes.map((change: { customer_id: string }) => change.customer_id)).not.toContain('kay')
    expect(data.next).toBe(data.changes.at(-1).id)
    expect((await changes(other.secret)).data.changes[0].customer_id).toBe('kay')
  })

  test('continues after the last change, page by page', async () => {
    const all = (await changes(shop.secret)).data.changes
    const first = (await changes(shop.secret, '?limit=2')).data
    expect(first.changes).toEqual(all.slice(0, 2))
    const rest = (await changes(shop.secret, `?after=${first.next}`)).data
    expect(rest.changes).toEqual(all.slice(2))
    expect((await changes(shop.secret, `?after=${rest.next}`)).data).toEqual({ changes: [], next: rest.next })
  })

  test('lists a merged or erased customer without the name', async () => {
    const [from, into] = [await shop.idOf('ada'), await shop.idOf('double')]
    await server.call(customers.clearToken, { params: { id: from } })
    await server.app.database.pool.query(`update customers set merged_into = $1 where id = $2`, [into, from])
    expect((await changes(shop.secret)).data.changes.at(-1)).toMatchObject({
      customer_id: 'ada',
      customer: null,
      merged_into: 'double',
    })
  })

  test.each([
    ['?after=x', 'after is the id of a change'],
    ['?limit=1001', 'limit is a whole number from 1 to 1000'],
  ])('rejects %s', async (query, message) => {
    const answer = await changes(shop.secret, query)
    expect([answer.status, answer.message]).toEqual([422, message])
  })

  test('rejects keys that do not send customers', async () => {
    const { secret } = await newKey(server, { name: 'Visits alone', source: 'web-shop', record_types: ['visits'] })
    const answer = await changes(secret)
    expect([answer.status, answer.message]).toEqual([
      403,
      'This key is not allowed to read customer changes, because it does not send customers',
    ])
  })

  test('rejects admins', async () => {
    const answer = await server.inject({
      method: 'GET',
      url: '/api/feed/changes',
      headers: { authorization: `Bearer ${await server.token('superadmin')}` },
    })
    expect(answer.statusCode).toBe(403)
  })
})
