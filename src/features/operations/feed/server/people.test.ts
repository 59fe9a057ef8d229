import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { newKey, sender, type Send } from './test/sender.ts'

let server: TestServer
let send: Send
beforeAll(async () => {
  server = await testServer()
  send = sender(server, (await newKey(server)).secret)
})
afterAll(() => server.close())

let many = 0
let id = ''
beforeEach(() => void (id = `p${++many}`))

const person = (more: object = {}) => ({
  id,
  first_name: 'Ada',
  email: `${id}@mail.example`,
  registered_at: '2026-03-02T09:00:00Z',
  ...more,
})
const stored = async (of = id) =>
  (await server.db.execute<Record<string, unknown>>(sql`select * from customers where external_id = ${of}`)).rows[0]!
const change = (statement: string) => server.app.database.pool.query(statement)
const order = (of: string, more: object = {}) => ({
  id: `o-${of}-${++many}`,
  at: '2026-11-02T10:00:00Z',
  customer_id: of,
  lines: [{ kind: 'ticket', amount: 100 }],
  ...more,
})
const reasons = async (recordType: Parameters<Send>[0], lines: object[]) =>
  (await send(recordType, lines)).data.lines.map(({ state, reason }) => reason ?? state)

describe('customers', () => {
  test.each([
    ['0803 123 4567', '+2348031234567'],
    ['+44 7911 123456', '+447911123456'],
  ])('stores the phone %j as %s', async (phone, normalized) => {
    await send('customers', [person({ phone })])
    await send('purchases', [order(id, { id: `o-${id}`, phone, name: 'Ada' })])
    expect((await stored()).phone).toBe(normalized)
    const { rows } = await server.db.execute(sql`select buyer_phone from purchases where external_id = ${`o-${id}`}`)
    expect(rows).toEqual([{ buyer_phone: normalized }])
  })

  test('keeps omitted fields and clears fields that are null', async () => {
    const further = { gender: 'Female', card_number: `MQ-${id}`, default_cinema_id: '0001', trailers_watched: 3 }
    await send('customers', [person(further)])
    expect(await stored()).toMatchObject({ ...further, version: 1 })
    await send('customers', [person({ at: '2026-04-01T00:00:00Z', last_name: 'Okafor' })])
    expect(await stored()).toMatchObject({ ...further, last_name: 'Okafor', version: 2 })
    const cleared = { gender: null, card_number: null, default_cinema_id: null, trailers_watched: null }
    await send('customers', [person({ at: '2026-04-02T00:00:00Z', ...cleared })])
    expect(await stored()).toMatchObject(cleared)
  })

  test('keeps fields from an earlier record of the batch that a later one omits', async () => {
    await send('customers', [
      person({ gender: 'Male', kids_club: { guardian_name: 'Kemi' } }),
      person({ at: '2026-04-01T00:00:00Z', first_name: 'Later' }),
    ])
    expect(await stored()).toMatchObject({ gender: 'Male', first_name: 'Later' })
    const { rows } = await server.db.execute(sql`
      select guardian_name from kids_club_members where customer_id = ${(await stored()).id}`)
    expect(rows).toEqual([{ guardian_name: 'Kemi' }])
  })

  test.each([
    [{ phone: 'extension 12' }, 'phone is not a phone number, such as 0803 123 4567, or + and the country code'],
    [{ phone: '+234 803 222 33490' }, 'phone is not a phone number, such as 0803 123 4567, or + and the country code'],
    [{ email: 'ada@x..example' }, 'email is not an email address'],
    [{ birth_date: '2030-01-01' }, 'birth_date is in the future'],
    [{ birth_date: '1899-12-31' }, 'birth_date is more than 120 years ago'],
    [{ kids_club: { consent_on: '2026-12-01', consent_source: 'Web' } }, 'kids_club.consent_on is in the future'],
    [{ gender: 'X' }, 'gender must be one of Female, Male, Other'],
    [{ card_number: '' }, 'card_number is empty'],
    [{ trailers_watched: -1 }, 'trailers_watched must not be negative'],
    [{ kids_club: 'yes' }, 'kids_club is not an object'],
    [{ kids_club: { consent_on: '2026-01-01' } }, 'kids_club.consent_source must be sent with consent_on'],
    [
      { kids_club: { consent_on: '2026-01-01', consent_source: 'Rumour' } },
      'kids_club.consent_source must be one of Form, Web, Mobile app, Phone, At the counter',
    ],
  ])('rejects %j: %s', async (more, reason) => {
    expect(await reasons('customers', [person(more)])).toEqual([reason])
  })
})

describe('membership cards', () => {
  test('rejects the card of another customer and accepts the rest of the batch', async () => {
    const card_number = `MQ-${id}`
    await send('customers', [person({ card_number })])
    const { data } = await send('customers', [{ ...person({ card_number }), id: `${id}-b` }, person({ id: `${id}-c` })])
    expect(data).toMatchObject({ accepted: 1, rejected: 1 })
    expect(data.lines[0]!.reason).toBe('card_number belongs to another customer')
  })

  test('moves and swaps cards within a batch', async () => {
    const [b, first, second] = [`${id}-b`, `MQ-${id}-1`, `MQ-${id}-2`]
    await send('customers', [person({ card_number: first }), person({ id: b, card_number: second })])
    await send('customers', [
      person({ card_number: null, at: '2026-04-01T00:00:00Z' }),
      person({ id: b, card_number: first, at: '2026-04-01T00:00:00Z' }),
      person({ card_number: second, at: '2026-04-02T00:00:00Z' }),
    ])
    expect([(await stored()).card_number, (await stored(b)).card_number]).toEqual([second, first])
  })
})

describe('kids club', () => {
  const member = async () =>
    (
      await server.db.execute(sql`
        select guardian_name, consent_on, consent_source, version from kids_club_members
        where customer_id = ${(await stored()).id}`)
    ).rows[0]

  test('adds a member with consent and keeps fields that a later record omits', async () => {
    await send('customers', [
      person({ kids_club: { guardian_name: 'Kemi', consent_on: '2026-03-03', consent_source: 'Form' } }),
    ])
    const reported = { guardian_name: 'Kemi', consent_on: '2026-03-03', consent_source: 'Form' }
    expect(await member()).toEqual({ ...reported, version: 1 })
    await send('customers', [person({ at: '2026-04-01T00:00:00Z', kids_club: {} })])
    await send('customers', [person({ at: '2026-04-02T00:00:00Z' })])
    expect(await member()).toEqual({ ...reported, version: 2 })
  })
})

describe('erased customers', () => {
  beforeEach(async () => {
    await send('customers', [person()])
    await change(`update customers set erased_at = now(), first_name = '', email = null where external_id = '${id}'`)
  })

  test('rejects records about an erased customer', async () => {
    expect(await reasons('customers', [person({ at: '2026-11-01T00:00:00Z' })])).toEqual([
      'id is of a customer whose data was erased',
    ])
    expect(await stored()).toMatchObject({ first_name: '', email: null })
  })

  test('stores purchases of an erased customer without a name', async () => {
    const line = order(id, { name: 'Ada Okafor', email: 'ada@mail.example', phone: '08031234567' })
    expect((await send('purchases', [line])).data.accepted).toBe(1)
    const { rows } = await server.db.execute(sql`
      select buyer_name, buyer_email, buyer_phone, customer_id::int from purchases where external_id = ${line.id}`)
    expect(rows).toEqual([{ buyer_name: '', buyer_email: '', buyer_phone: '', customer_id: (await stored()).id }])
  })
})

describe('merged customers', () => {
  const winner = () => `${id}-w`
  beforeEach(async () => {
    await send('customers', [
      person(),
      person({ id: winner(), first_name: 'Winner', registered_at: '2026-02-01T00:00:00Z' }),
    ])
    await merge(id, winner())
  })
  const merge = (from: string, into: string) =>
    change(`
      update customers set merged_into = (select id from customers where external_id = '${into}')
      where external_id = '${from}'`)

  test('assigns records of every type to the customer they were merged into', async () => {
    await send('purchases', [order(id)])
    await send('redemptions', [{ id: `r-${id}`, at: '2026-11-02T10:00:00Z', customer_id: id }])
    await send('errors', [{ id: `e-${id}`, at: '2026-11-02T10:00:00Z', message: 'Oh', customer_id: id }])
    await send('subscriptions', [
      {
        id: `s-${id}`,
        customer_id: id,
        event: 'start',
        at: '2026-11-01T00:00:00Z',
        until: '2026-12-01T00:00:00Z',
        plan: 'Fan',
        monthly_price: 1,
      },
    ])
    const { id: into } = await stored(winner())
    for (const table of ['purchases', 'redemptions', 'error_reports', 'subscription_events', 'subscription_periods'])
      expect([table, (await change(`select from ${table} where customer_id = ${into}`)).rows.length]).toEqual([
        table,
        1,
      ])
  })

  test('updates the customer they were merged into and keeps the registration date', async () => {
    await send('customers', [person({ first_name: 'Later', at: '2026-11-01T00:00:00Z' })])
    expect(await stored(winner())).toMatchObject({ first_name: 'Later', registered_on: '2026-02-01' })
    expect((await stored()).first_name).toBe('Ada')
    // Both ids of a batch are one customer: the latest values win.
    await send('customers', [
      person({ first_name: 'Latest', at: '2026-11-03T00:00:00Z' }),
      person({ id: winner(), first_name: 'Between', at: '2026-11-02T00:00:00Z' }),
    ])
    expect((await stored(winner())).first_name).toBe('Latest')
  })

  test('follows several merges, and an erasure after them', async () => {
    const last = `${id}-last`
    await send('customers', [person({ id: last })])
    await merge(winner(), last)
    const line = order(id)
    await send('purchases', [line])
    const { rows } = await server.db.execute(sql`
      select customer_id::int from purchases where external_id = ${line.id}`)
    expect(rows).toEqual([{ customer_id: (await stored(last)).id }])
    await change(`update customers set erased_at = now() where external_id = '${last}'`)
    expect(await reasons('customers', [person({ at: '2026-11-01T00:00:00Z' })])).toEqual([
      'id is of a customer whose data was erased',
    ])
  })
})

describe('customers created by staff', () => {
  test('links records by the id that the sender was given, and keeps the registration by staff', async () => {
    await change(`
      insert into customers (source, external_id, first_name, channel, registered_at, registered_on, reported_at)
      values ('marquee', 'marquee:77', 'Made', 'not_specified', '2026-05-01', '2026-05-01', '2026-05-01')`)
    const line = order('marquee:77')
    await send('purchases', [line])
    await send('customers', [
      person({ id: 'marquee:77', first_name: 'Own', channel: 'web', at: '2026-11-01T00:00:00Z', trailers_watched: 3 }),
    ])
    const made = await stored('marquee:77')
    expect(made).toMatchObject({
      source: 'marquee',
      first_name: 'Made',
      trailers_watched: 3,
      channel: 'not_specified',
      registered_on: '2026-05-01',
    })
    const { rows } = await server.db.execute(sql`
      select customer_id::int from purchases where external_id = ${line.id}`)
    expect(rows).toEqual([{ customer_id: made.id }])
  })

  // ASVS: 8.2.2
  test('keeps identities entered by staff when a program guesses the id', async () => {
    await change(`
      insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, gender, card_number,
        registered_at, registered_on, reported_at)
      values ('marquee', 'marquee:78', 'Made', 'Here', 'made@priv.example', '+2348035556666', '1980-05-05', 'Female',
        'MQ-78', '2026-05-01', '2026-05-01', '2026-05-01')`)
    const attacker = sender(server, (await newKey(server, { name: 'Attacker', source: 'attacker' })).secret)
    const { data } = await attacker('customers', [
      person({
        id: 'marquee:78',
        first_name: 'Not',
        last_name: 'Them',
        email: 'attacker@evil.example',
        phone: '0809 000 0000',
        birth_date: '1999-09-09',
        gender: 'Male',
        card_number: 'EVIL-1',
        kids_club: { guardian_name: 'Attacker' },
        at: '2026-11-01T00:00:00Z',
      }),
    ])
    expect(data).toMatchObject({ accepted: 1 })
    const { id: key, ...record } = await stored('marquee:78')
    expect(record).toMatchObject({
      first_name: 'Made',
      last_name: 'Here',
      email: 'made@priv.example',
      phone: '+2348035556666',
      gender: 'Female',
      card_number: 'MQ-78',
    })
    expect(String(record.birth_date)).toContain('1980')
    const club = await server.db.execute(sql`select from kids_club_members where customer_id = ${key}`)
    expect(club.rows).toEqual([])
  })

  test("treats a similar id as the sender's own", async () => {
    await send('customers', [person({ id: 'marquee:424242' })])
    expect(await stored('marquee:424242')).toMatchObject({ source: 'web-shop' })
  })
})
