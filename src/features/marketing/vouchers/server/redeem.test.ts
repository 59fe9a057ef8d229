import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feed } from '#features/operations/feed/contract.ts'
import type { Scope } from '#features/operations/feed/rules.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { vouchers } from '../contract.ts'

let server: TestServer
let secret: string
const NOW = '2026-11-21T09:00:00.000Z'
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`
    insert into plans (name, kobo, tickets, place, created_at) values ('Buff', 900000, 4, 1, now())`)
  secret = await newKey('Web shop', ['vouchers', 'customers', 'subscriptions'])
  await report('customers', [
    { id: 'ada', first_name: 'Ada', last_name: 'Obi', registered_at: '2026-01-01T10:00:00Z' },
    { id: 'efe', first_name: 'Efe', last_name: 'Ovie', registered_at: '2026-01-01T10:00:00Z' },
  ])
})
afterAll(() => server.close())

async function newKey(name: string, recordTypes: Scope[], source = 'web-shop') {
  return (await server.call(feed.createKey, { body: { name, source, record_types: recordTypes } })).body.data.secret
}
const asProgram = (key = secret) => ({ authorization: `Bearer ${key}` })
const report = (stream: string, lines: object[]) =>
  server.inject({ method: 'POST', url: `/api/feed/${stream}`, headers: asProgram(), payload: lines })
const redeem = (code: string | undefined, body: object = {}, { key = secret, headers = {} } = {}) =>
  server.call(vouchers.redeem, { body: { code, ...body }, as: 'nobody', headers: { ...asProgram(key), ...headers } })

async function sold(body: object = {}) {
  const { id } = (
    await server.call(vouchers.create, {
      body: { companyName: 'Zenith', quantity: 3, approvedBy: 'N', paymentConfirmed: true, ...body },
    })
  ).body.data
  const params = { id }
  const ids = (await server.call(vouchers.list, { params })).body.data.vouchers.map((voucher) => voucher.id)
  const { codes } = (await server.call(vouchers.codes, { params, body: { ids } })).body.data
  return { id, ids, codes: codes.map(({ code }) => code) }
}
const usage = async (id: number) => (await server.call(vouchers.group, { params: { id } })).body.data.usage
const periodsOf = async (customer: string) =>
  (
    await server.db.execute(sql`
      select s.starts_at, s.ends_at, s.plan, s.kobo, s.tickets, s.is_new from subscription_periods s
      join customers c on c.id = s.customer_id where c.external_id = ${customer} order by s.starts_at`)
  ).rows.map((row) => ({
    ...row,
    starts_at: new Date(row.starts_at as string).toISOString(),
    ends_at: new Date(row.ends_at as string).toISOString(),
  }))

describe('a voucher', () => {
  test('is redeemed once; how it was typed does not matter', async () => {
    const { id, ids, codes } = await sold()
    const answer = await redeem(` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `, { reference: 'order-1' })
    expect(answer.body.data).toEqual({
      voucher_id: ids[0],
      company: 'Zenith',
      redeemed_at: NOW,
      repeated: false,
      subscription: { product_id: 401, product_name: 'Buff', product_price: 9000, tickets: 4, months: 1 },
      term: null,
    })
    const again = await redeem(codes[0])
    expect([again.status, again.problem.message]).toEqual([409, 'This voucher was redeemed on 21/11/2026 10:00'])
    expect(await usage(id)).toMatchObject({ redeemed: 1, unused: 2 })
    const [voucher] = (await server.call(vouchers.list, { params: { id } })).body.data.vouchers
    expect(voucher).toMatchObject({
      state: 'redeemed',
      redeemedAt: NOW,
      redeemedBy: 'Web shop',
      reference: 'order-1',
      customer: null,
    })
    const { rows } = await server.db.execute(sql`
      select actor, actor_id, summary from audit_log where action = 'vouchers.redeem' order by id desc limit 1`)
    expect(rows).toEqual([
      { actor: 'Web shop', actor_id: null, summary: `Redeemed the voucher …${codes[0]!.slice(-4)} of Zenith` },
    ])
  })

  // ASVS: 2.3.4
  test('of fifty at once, one wins', async () => {
    const { id, codes } = await sold()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        redeem(codes[0], { reference: `order-${n}`, ...(n % 2 && { customer_id: 'efe' }) }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await usage(id)).toMatchObject({ redeemed: 1, unused: 2 })
    const { rows } = await server.db.execute(sql`
      select count(*)::int as n from subscription_events where external_id = ${`voucher ${won[0]!.body.data.voucher_id}`}`)
    expect(rows).toEqual([{ n: won[0]!.body.data.term ? 1 : 0 }])
  })

  test('that is asked for again by the same program with the same reference gets the same answer', async () => {
    const { codes } = await sold()
    const body = { reference: 'order-7', customer_id: 'ada' }
    const first = await redeem(codes[0], body)
    server.clock.set('2026-11-21T09:05:00Z')
    const again = await redeem(codes[0], body)
    expect(again.body.data).toEqual({ ...first.body.data, repeated: true })
    expect((await redeem(codes[0], { reference: 'order-8' })).status).toBe(409)
    const other = await newKey('Kiosk', ['vouchers'], 'kiosk')
    expect((await redeem(codes[0], { reference: 'order-7' }, { key: other })).status).toBe(409)
    server.clock.set(NOW)
  })

  test('with an Idempotency-Key is redeemed once, and the code is kept nowhere', async () => {
    const { codes } = await sold()
    const headers = { 'idempotency-key': 'k' }
    const [one, other] = [await redeem(codes[0], {}, { headers }), await redeem(codes[0], {}, { headers })]
    expect([one.status, other.body]).toEqual([200, one.body])
  })

  test.each([
    [undefined, 422, 'Enter a code'],
    ['', 422, 'Enter a code'],
    ['nonsense', 404, 'Voucher not found'],
    ['AAAAAA-AAAAAA-AAAAAA', 404, 'Voucher not found'],
  ])('as %j is refused', async (code, status, message) => {
    const answer = await redeem(code)
    expect([answer.status, answer.problem.message]).toEqual([status, message])
  })

  test('that was withdrawn, replaced or has expired is refused with the reason', async () => {
    const { id, ids, codes } = await sold({ expiresOn: '2026-11-22' })
    await server.call(vouchers.void, { params: { id }, body: { ids: [ids[0]] } })
    await server.call(vouchers.reissue, { params: { id }, body: { ids: [ids[1]] } })
    for (const code of codes.slice(0, 2))
      expect((await redeem(code)).problem).toEqual({ status: 409, message: 'This voucher was voided' })
    server.clock.set('2026-11-22T23:30:00Z')
    expect((await redeem(codes[2])).problem.message).toBe('This voucher was valid until 22/11/2026')
    server.clock.set('2026-11-22T22:30:00Z')
    expect((await redeem(codes[2])).status).toBe(200)
    server.clock.set(NOW)
    const settled = await server.call(vouchers.reissue, { params: { id }, body: { ids: [ids[2]] } })
    expect(settled.problem.message).toBe(
      `The voucher …${codes[2]!.slice(-4)} was already redeemed. Nothing was changed.`,
    )
  })
})

describe('a customer', () => {
  test('who is named has the plan for a month, and another voucher goes on from there', async () => {
    const { id, codes } = await sold()
    await report('customers', [{ id: 'zed', first_name: 'Zed', registered_at: '2026-01-01T10:00:00Z' }])
    const first = await redeem(codes[0], { customer_id: 'zed' })
    expect(first.body.data.term).toEqual({ starts_at: NOW, ends_at: '2026-12-21T09:00:00.000Z' })
    const second = await redeem(codes[1], { customer_id: 'zed' })
    expect(second.body.data.term).toEqual({
      starts_at: '2026-12-21T09:00:00.000Z',
      ends_at: '2027-01-21T09:00:00.000Z',
    })
    expect(await periodsOf('zed')).toEqual([
      { starts_at: NOW, ends_at: '2027-01-21T09:00:00.000Z', plan: 'Buff', kobo: 900000, tickets: 4, is_new: true },
    ])
    const [voucher] = (await server.call(vouchers.list, { params: { id } })).body.data.vouchers
    expect(voucher!.customer).toEqual({ id: expect.any(Number), name: 'Zed' })
  })

  test('with a subscription that runs keeps it to its end', async () => {
    await report('customers', [{ id: 'ife', first_name: 'Ife', registered_at: '2026-01-01T10:00:00Z' }])
    await report('subscriptions', [
      {
        id: 's1',
        customer_id: 'ife',
        event: 'start',
        at: '2026-11-10T10:00:00Z',
        until: '2026-12-10T10:00:00Z',
        plan: 'Fan',
        monthly_price: 5000,
        tickets: 2,
      },
    ])
    const { codes } = await sold()
    const { term } = (await redeem(codes[0], { customer_id: 'ife' })).body.data
    expect(term!.starts_at).toBe('2026-12-10T10:00:00.000Z')
    const [running] = await periodsOf('ife')
    expect(running).toMatchObject({ plan: 'Fan', ends_at: '2026-12-10T10:00:00.000Z' })
  })

  test('who was not told of is refused, and the voucher stays unused', async () => {
    const { id, codes } = await sold()
    const answer = await redeem(codes[0], { customer_id: 'nobody' })
    expect([answer.status, answer.problem.errors]).toEqual([
      422,
      [{ field: 'customer_id', message: 'Customer not found. Send the customer first.' }],
    ])
    expect((await usage(id)).unused).toBe(3)
    const { rows } = await server.db.execute(sql`select from customers where external_id = 'nobody'`)
    expect(rows).toEqual([])
  })

  test('who was merged is who they turned out to be; one who was erased is nobody', async () => {
    await report('customers', [
      { id: 'twice', registered_at: '2026-01-01T10:00:00Z' },
      { id: 'whole', registered_at: '2026-01-01T10:00:00Z' },
      { id: 'gone', registered_at: '2026-01-01T10:00:00Z' },
    ])
    await server.db.execute(sql`
      update customers set merged_into = (select id from customers where external_id = 'whole') where external_id = 'twice'`)
    await server.db.execute(sql`update customers set erased_at = now() where external_id = 'gone'`)
    const { codes } = await sold()
    expect((await redeem(codes[0], { customer_id: 'twice' })).status).toBe(200)
    expect(await periodsOf('whole')).toHaveLength(1)
    expect((await redeem(codes[1], { customer_id: 'gone' })).status).toBe(422)
  })

  test('is not named to those who may not see customers', async () => {
    const { id, codes } = await sold()
    await redeem(codes[0], { customer_id: 'ada' })
    await server.db.execute(sql`update roles set permissions = '{vouchers:read}' where name = 'Powerless'`)
    const [voucher] = (await server.call(vouchers.list, { params: { id }, as: 'powerless' })).body.data.vouchers
    await server.db.execute(sql`update roles set permissions = '{}' where name = 'Powerless'`)
    expect(voucher!.customer).toEqual({ id: expect.any(Number), name: '' })
  })
})

test('a key that is not for vouchers may not redeem, and an admin neither', async () => {
  const { codes } = await sold()
  const key = await newKey('Visits alone', ['visits'])
  const answer = await redeem(codes[0], {}, { key })
  expect([answer.status, answer.problem.message]).toEqual([403, 'This key is not allowed to redeem vouchers'])
  expect((await server.call(vouchers.redeem, { body: { code: codes[0] } })).status).toBe(403)
})
