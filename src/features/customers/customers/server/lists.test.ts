import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { changePlan } from '#features/customers/tiers/server/store.ts'
import { search } from '#features/lists/search/contract.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { cellsOf } from '#server/test/sheet.ts'
import { unzipped } from '#server/test/unzip.ts'
import { customers } from '../contract.ts'
import { addPlan, newShop, rowsOf } from './test/shop.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const shop = await newShop(server)
  await shop.sendAll('customers', [
    person('ada', 'Ada', 'Okafor', '2026-01-05', { phone: '0803 123 4567', card_number: 'MQ-0001' }),
    person('bayo', 'Bayo', 'Adeyemi', '2026-02-05', { phone: '+44 7911 123456' }),
    person('chi', 'chi', 'Eze', '2026-03-05', { email: null }),
    person('dele', 'Dele', 'Musa', '2026-04-05', { kids_club: { guardian_name: 'Musa' } }),
    person('ebun', 'Ebun', 'Ade', '2026-05-05', {
      kids_club: { guardian_name: 'Kemi', consent_on: '2026-05-06', consent_source: 'Web' },
    }),
  ])
  await shop.sendAll('subscriptions', [
    // Ada is active, Bayo cancelled, Chi expired, Dele renewed with another plan; Ebun never had a subscription.
    term('ada-1', 'ada', 'start', '2026-11-01', '2026-12-01', 'Fan'),
    term('bayo-1', 'bayo', 'start', '2026-09-01', '2026-12-01', 'Fan'),
    { id: 'bayo-2', customer_id: 'bayo', event: 'end', at: '2026-10-11T12:00:00+01:00', reason: 'Moved away' },
    term('chi-1', 'chi', 'start', '2026-08-01', '2026-09-01', 'Buff'),
    term('dele-1', 'dele', 'start', '2026-10-01', '2026-11-01', 'Fan'),
    term('dele-2', 'dele', 'renewal', '2026-11-01', '2026-12-01', 'Buff'),
  ])
  const fan = await addPlan(server, 'Fan', 5000)
  await changePlan(server.db, fan, { name: 'Super Fan' })
  await shop.sendAll('purchases', [
    bought('o-1', '2026-11-02', { customer_id: 'bayo', payment_reference: 'FLW-99120' }),
    bought('o-2', '2026-11-03', { name: 'Tunde Bakare', email: 'Tunde@mail.example', phone: '08031112222' }),
    bought('o-3', '2026-11-04', { name: 'Tunde B.', email: 'tunde@mail.example', payment_reference: 'FLW-77001' }),
    bought('o-4', '2026-11-01', { name: 'Amaka Obi', email: 'amaka@mail.example' }),
    // Known by a purchase only, so not a user.
    bought('o-5', '2026-11-05', { customer_id: 'nobody' }),
  ])
})
afterAll(() => server.close())

const person = (id: string, first_name: string, last_name: string, day: string, more: object = {}) => ({
  id,
  first_name,
  last_name,
  email: `${id}@mail.example`,
  registered_at: `${day}T10:00:00+01:00`,
  ...more,
})
const term = (id: string, customer_id: string, event: string, from: string, until: string, plan: string) => ({
  id,
  customer_id,
  event,
  at: `${from}T00:00:00+01:00`,
  until: `${until}T00:00:00+01:00`,
  plan,
  monthly_price: 5000,
})
const bought = (id: string, day: string, more: object) => ({
  id,
  at: `${day}T18:00:00+01:00`,
  lines: [{ kind: 'ticket', quantity: 2, amount: 7000, show_at: `${day}T20:30:00+01:00` }],
  ...more,
})

type Query = Input<(typeof customers)['list']['query']>
const list = async (query: Query) => {
  const { body } = await server.call(customers.list, { query })
  return { names: body.data.users.map(({ firstName }) => firstName), total: body.data.totalCount }
}

describe('GET /subscriptions/user-type', () => {
  // Clauses: operations 340
  test.each<[string, Query, string[]]>([
    ['all, the newest first', {}, ['Ebun', 'Dele', 'chi', 'Bayo', 'Ada']],
    ['active', { type: 'ACTIVE' }, ['Dele', 'Ada']],
    ['inactive', { type: 'INACTIVE' }, ['Ebun', 'chi', 'Bayo']],
    ['inactive who had one', { type: 'INACTIVE', had: 'before' }, ['chi', 'Bayo']],
    ['inactive who never had one', { type: 'INACTIVE', had: 'never' }, ['Ebun']],
    ['of a plan', { type: 'ACTIVE', plan: 'buff' }, ['Dele']],
    ['of a plan, with those who have it under its older name', { plan: 'Super Fan' }, ['Ada']],
    ['inactive of a plan: nobody', { type: 'INACTIVE', plan: 'Fan' }, []],
    ['by name', { sort: 'name' }, ['Ada', 'Bayo', 'chi', 'Dele', 'Ebun']],
    ['by name, turned', { sort: '-name' }, ['Ebun', 'Dele', 'chi', 'Bayo', 'Ada']],
    ['by email, one without it first', { sort: 'email' }, ['chi', 'Ada', 'Bayo', 'Dele', 'Ebun']],
    ['by when they registered', { sort: 'createdAt' }, ['Ada', 'Bayo', 'chi', 'Dele', 'Ebun']],
    ['inactive by their end', { type: 'INACTIVE', sort: 'ended' }, ['chi', 'Bayo', 'Ebun']],
    ['inactive by their end, turned', { type: 'INACTIVE', sort: '-ended' }, ['Bayo', 'chi', 'Ebun']],
    ['who never had one by their end', { type: 'INACTIVE', had: 'never', sort: 'ended' }, ['Ebun']],
    ['who had one by their end', { type: 'INACTIVE', had: 'before', sort: '-ended' }, ['Bayo', 'chi']],
    ['active by their end, which they have not', { type: 'ACTIVE', sort: '-ended' }, ['Dele', 'Ada']],
    ['all by their end', { sort: '-ended' }, ['Bayo', 'chi', 'Ebun', 'Dele', 'Ada']],
  ])('lists %s', async (_, query, names) => {
    expect(await list(query)).toEqual({ names, total: names.length })
  })

  // Clauses: operations 178-179, 341, 525
  test('shows the subscription of each row', async () => {
    const { body } = await server.call(customers.list, { query: { sort: 'name' } })
    expect(Object.fromEntries(body.data.users.map((user) => [user.firstName, user.lastest_subscription]))).toEqual({
      Ada: { subscriptionName: 'Fan', endsAt: '2026-11-30T23:00:00.000Z', endedAt: null, reason: '' },
      Bayo: { subscriptionName: 'Fan', endsAt: null, endedAt: '2026-10-11T11:00:00.000Z', reason: 'Moved away' },
      chi: { subscriptionName: 'Buff', endsAt: null, endedAt: '2026-08-31T23:00:00.000Z', reason: '' },
      Dele: { subscriptionName: 'Buff', endsAt: '2026-11-30T23:00:00.000Z', endedAt: null, reason: '' },
      Ebun: { subscriptionName: 'Basic', endsAt: null, endedAt: null, reason: '' },
    })
    expect(body.data.users[0]).toMatchObject({
      lastName: 'Okafor',
      email: 'ada@mail.example',
      mobile: '+2348031234567',
      dateOfBirth: null,
      rosettaCardNumber: 'MQ-0001',
      createdAt: '2026-01-05T09:00:00.000Z',
    })
  })

  // Clauses: operations 6, 340, 369
  test.each<[Query, string[]]>([
    [{ perPage: 2, page: 2 }, ['chi', 'Bayo']],
    [{ perPage: 2, page: 3 }, ['Ada']],
    [{ perPage: 2, page: 4 }, []],
    [{ perPage: 2, page: 1, sort: '-ended' }, ['Bayo', 'chi']],
    [{ perPage: 2, page: 2, sort: '-ended' }, ['Ebun', 'Dele']],
    [{ perPage: 3, page: 2, sort: '-ended' }, ['Dele', 'Ada']],
  ])('pages by %j with the true total', async (query, names) => {
    expect(await list(query)).toEqual({ names, total: 5 })
  })

  // Clauses: operations 42, 369
  test.each([
    [{ page: 0 }, 'page starts at 1'],
    [{ perPage: 101 }, 'perPage is at most 100'],
    [{ type: 'BOTH' }, 'type is ACTIVE or INACTIVE'],
    [{ had: 'once' }, 'had is before or never'],
    [{ sort: 'phone' }, 'sort must be one of name, email, createdAt, ended, with - in front for descending order'],
  ])('rejects %j: %s', async (query, message) => {
    const { status, problem } = await server.call(customers.list, { query: query as never })
    expect([status, problem.message]).toEqual([422, message])
  })
})

describe('filters of lists', () => {
  // Clauses: operations 14, 342
  test.each<[Query, string[]]>([
    [{ type: 'ACTIVE', plan: 'Fan,Buff' }, ['Dele', 'Ada']],
    [{ type: 'INACTIVE', last_plan: 'Buff' }, ['chi']],
    // Its plan has another name by now.
    [{ type: 'INACTIVE', last_plan: 'Super Fan,Buff', sort: '-ended' }, ['Bayo', 'chi']],
    [{ type: 'INACTIVE', last_plan: 'Fan', sort: 'name' }, ['Bayo']],
    [{ last_plan: 'Buff' }, ['Dele', 'chi']],
    [{ type: 'INACTIVE', ended: '2026-10-11' }, ['Bayo']],
    [{ type: 'INACTIVE', ended: '..2026-09-30', sort: 'ended' }, ['chi']],
    [{ type: 'ACTIVE', ended: 'today..2026-12-01' }, ['Dele', 'Ada']],
    [{ registered: '2026-02-05..2026-03-05' }, ['chi', 'Bayo']],
    [
      { registered: '2026-02-05..', type: 'INACTIVE', had: 'before', last_plan: 'Fan', search_query: 'adeyemi' },
      ['Bayo'],
    ],
    [{ type: 'INACTIVE', last_plan: 'Fanatic', sort: '-ended' }, []],
  ])('apply %j', async (query, names) => {
    expect(await list(query)).toEqual({ names, total: names.length })
    const file = await server.call(customers.listCsv, { query: { ...query, columns: 'name' } as never })
    expect(
      file.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((name) => name.split(' ')[0]),
    ).toEqual(names)
  })

  test('apply to customers and guests in one list and its file', async () => {
    const everybody = async (query: object = {}) => {
      const { body } = await server.call(customers.everybody, { query: { perPage: 100, ...query } })
      return body.data
    }
    const { people, totalCount } = await everybody()
    expect(people).toHaveLength(totalCount)
    const kinds = people.map(({ status }) => status)
    const firstGuest = kinds.indexOf('guest')
    expect(kinds.slice(firstGuest).every((kind) => kind === 'guest')).toBe(true)
    const of = async (status: string) => (await everybody({ status })).totalCount
    expect((await of('subscribed')) + (await of('unsubscribed')) + (await of('guest'))).toBe(totalCount)
    expect(await of('subscribed,guest')).toBe(totalCount - (await of('unsubscribed')))
    const guest = people[firstGuest]!
    const found = await everybody({ search: guest.email! })
    expect(found.people).toContainEqual(guest)
    // A page continues from customers to guests.
    const paged: unknown[] = []
    for (let page = 1; paged.length < totalCount; page++) paged.push(...(await everybody({ page, perPage: 3 })).people)
    expect(paged).toEqual(people)
    const names = (await everybody({ sort: 'name', status: 'subscribed,unsubscribed' })).people.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    const file = await server.call(customers.everybodyCsv, { query: { columns: 'email,status' } })
    expect(file.text.trim().split('\r\n').slice(1)).toEqual(
      people.map(({ email, status }) => `${email ?? ''},${status[0]!.toUpperCase()}${status.slice(1)}`),
    )
  })

  test('apply to the kids club, guests and churn', async () => {
    await server.db.execute(sql`update customers set birth_date = '2013-11-21' where first_name = 'Dele'`)
    const club = async (query: object) => {
      const { body } = await server.call(customers.all, { query: { forKidsClub: 'true', ...query } })
      return [body.data.users.map(({ firstName }) => firstName), body.data.totalItems]
    }
    // Dele turns 13 today.
    expect(await club({ age: '13' })).toEqual([['Dele'], 1])
    expect(await club({ age: '..12' })).toEqual([[], 0])
    expect(await club({ age: '12..13', consent: 'missing', search_query: 'musa' })).toEqual([['Dele'], 1])
    expect(await club({ turns_13: 'today' })).toEqual([['Dele'], 1])
    expect(await club({ turns_13: 'today+1..today+30' })).toEqual([[], 0])
    expect(await club({ turns_13: 'month..monthend', search_query: 'musa' })).toEqual([['Dele'], 1])
    expect(await club({ age: '-' })).toEqual([['Ebun'], 1])
    expect(await club({ joined: '2026-05-05' })).toEqual([['Ebun'], 1])
    const guests = async (query: object) =>
      (await server.call(customers.guests, { query })).body.data.guestUsers.map((guest) => guest.customer_email)
    expect(await guests({ purchases: '2..' })).toEqual(['tunde@mail.example'])
    expect(await guests({ last_purchase: '2026-11-01', search: 'amaka' })).toEqual(['amaka@mail.example'])
    const churns = async (query: object) => (await server.call(customers.churns, { query })).body.data.totalCount
    expect(
      await Promise.all(
        [{ plan: 'Super Fan' }, { plan: 'Fan,Buff' }, { price: '5000' }, { price: '5001..' }].map(churns),
      ),
    ).toEqual([1, 2, 2, 0])
    const file = await server.call(customers.churnsCsv, { query: { plan: 'Fan', columns: 'name,mobile' } })
    expect(file.text.trim().split('\r\n').slice(1)).toEqual(['Bayo Adeyemi,+44 7911123456'])
    await server.db.execute(sql`update customers set birth_date = null where first_name = 'Dele'`)
  })
})

describe('search', () => {
  // Clauses: operations 10
  test.each([
    ['a part of a name', 'KAFO', ['Ada']],
    ['first and last name', 'bayo ade', ['Bayo']],
    ['a part of an email', 'dele@MAIL', ['Dele']],
    ['a phone in local form', '0803 123', ['Ada']],
    ['a phone in local form with its marks', '(0803) 123-4567', ['Ada']],
    ['a phone as it is stored', '+234803', ['Ada']],
    ['a phone of another country', '+44 7911 1', ['Bayo']],
    ['a card number', 'mq-00', ['Ada']],
    ['a payment reference', 'flw-99', ['Bayo']],
    ['a part of one', '99120', ['Bayo']],
    ['wildcards are no wildcards', '%', []],
    ['nobody', 'zzz', []],
  ])('finds %s: %s', async (_, search_query, names) => {
    expect(await list({ search_query })).toEqual({ names, total: names.length })
  })

  // Clauses: operations 12
  test('applies to customers without a subscription, by its end', async () => {
    const query: Query = { search_query: 'mail.example', type: 'INACTIVE', sort: '-ended' }
    expect(await list(query)).toEqual({ names: ['Bayo', 'Ebun'], total: 2 })
  })

  // Clauses: operations 343
  test('sorts the customer picker by name', async () => {
    const found = async (keyword?: string) =>
      (await server.call(customers.find, { query: { keyword } })).body.data.map(({ firstName }) => firstName)
    expect(await found('ade')).toEqual(['Bayo', 'Ebun'])
    expect(await found('FLW-99120')).toEqual(['Bayo'])
    expect(await found()).toEqual(['Ada', 'Bayo', 'chi', 'Dele', 'Ebun'])
  })

  test('fills the command palette of staff with access to users', async () => {
    const found = async (as: 'admin' | 'powerless') =>
      (await server.call(search.find, { query: { query: 'okafor' }, as })).body.data
    const [{ id }] = (await rowsOf(server, `select id from customers where external_id = 'ada'`)) as [{ id: number }]
    expect(await found('admin')).toEqual([
      { kind: 'customer', id: String(id), title: 'Ada Okafor', subtitle: expect.stringContaining('ada@mail.example') },
    ])
    expect(await found('powerless')).toEqual([])
  })
})

describe('GET /admin/all-users', () => {
  const all = async (query: Input<(typeof customers)['all']['query']>) => {
    const { body } = await server.call(customers.all, { query })
    return { names: body.data.users.map(({ firstName }) => firstName), total: body.data.totalItems }
  }

  // Clauses: operations 339
  test('lists all registered customers', async () => {
    expect(await all({ perPage: 2 })).toEqual({ names: ['Ebun', 'Dele'], total: 5 })
    expect(await all({ search_query: 'okafor' })).toEqual({ names: ['Ada'], total: 1 })
    expect(await all({ page: 2 })).toEqual({ names: [], total: 5 })
  })

  // Clauses: operations 196, 339
  test('lists kids club members with their guardian', async () => {
    expect(await all({ forKidsClub: 'true' })).toEqual({ names: ['Ebun', 'Dele'], total: 2 })
    expect(await all({ forKidsClub: 'true', sort: 'name' })).toEqual({ names: ['Dele', 'Ebun'], total: 2 })
    expect(await all({ forKidsClub: 'true', consent: 'missing' })).toEqual({ names: ['Dele'], total: 1 })
    expect(await all({ forKidsClub: 'true', consent: 'given', search_query: 'ebun' })).toEqual({
      names: ['Ebun'],
      total: 1,
    })
    const { body } = await server.call(customers.all, { query: { forKidsClub: 'true' } })
    expect(body.data.users[0]).toMatchObject({
      createdAt: '2026-05-05T09:00:00.000Z',
      guardianName: 'Kemi',
      consentDate: '2026-05-06',
      consentSource: 'Web',
      version: 1,
    })
  })

  test('lists the kids club with its own permission', async () => {
    const ask = async (forKidsClub: 'true' | 'false') =>
      (await server.call(customers.all, { as: 'powerless', query: { forKidsClub } })).status
    expect([await ask('true'), await ask('false')]).toEqual([403, 403])
    await server.db.execute(sql`update roles set permissions = '{kids-club:read}' where name = 'Powerless'`)
    expect([await ask('true'), await ask('false')]).toEqual([200, 403])
    await server.db.execute(sql`update roles set permissions = '{}' where name = 'Powerless'`)
  })

  test.each([
    [{ forKidsClub: 'yes' }, 'forKidsClub is true or false'],
    [{ consent: 'maybe' }, 'consent is given or missing'],
  ])('rejects %j', async (query, message) => {
    const { problem } = await server.call(customers.all, { query: query as never })
    expect(problem.message).toBe(message)
  })
})

describe('GET /purchase_history/guest-users', () => {
  const guests = async (query: Input<(typeof customers)['guests']['query']>) => {
    const { body } = await server.call(customers.guests, { query })
    return { emails: body.data.guestUsers.map((guest) => guest.customer_email), total: body.data.totalCount }
  }

  // Clauses: operations 184, 342
  test('lists each email once, latest purchase first', async () => {
    const { body } = await server.call(customers.guests)
    expect(body.data).toEqual({
      guestUsers: [
        {
          customer_email: 'tunde@mail.example',
          customer_name: 'Tunde B.',
          lastPurchaseDate: '2026-11-04T17:00:00.000Z',
          purchases: 2,
        },
        {
          customer_email: 'amaka@mail.example',
          customer_name: 'Amaka Obi',
          lastPurchaseDate: '2026-11-01T17:00:00.000Z',
          purchases: 1,
        },
      ],
      totalCount: 2,
    })
  })

  test.each<[Input<(typeof customers)['guests']['query']>, string[]]>([
    [{ search: 'OBI' }, ['amaka@mail.example']],
    [{ search: 'tunde@' }, ['tunde@mail.example']],
    [{ search: 'FLW-770' }, ['tunde@mail.example']],
    [{ search: 'okafor' }, []],
    [{ sort: 'customer_name' }, ['amaka@mail.example', 'tunde@mail.example']],
    [{ sort: '-customer_email' }, ['tunde@mail.example', 'amaka@mail.example']],
  ])('filters by %j', async (query, emails) => {
    expect(await guests(query)).toEqual({ emails, total: emails.length })
  })

  // Clauses: operations 185, 356
  test("lists a guest's purchases, newest first, with the email in any case", async () => {
    const { body } = await server.call(customers.guestBookings, { params: { email: 'TUNDE@mail.example' } })
    expect(body.data.totalCount).toBe(2)
    expect(body.data.bookingActivities).toEqual([
      {
        bookingId: 'o-3',
        customer_name: 'Tunde B.',
        movieName: '',
        movieDate: '2026-11-04',
        movieTime: '20:30',
        purchaseType: 'Ticket',
        quantity: 2,
        cinemaName: '',
        totalPriceAfterDiscount: 7000,
        status: 'Paid',
        refunded: 0,
        paymentReference: 'FLW-77001',
        paymentId: expect.any(Number),
        createdAt: '2026-11-04T17:00:00.000Z',
      },
      expect.objectContaining({ bookingId: 'o-2', customer_name: 'Tunde Bakare' }),
    ])
  })

  test('audits each view once, without the email where everyone sees ids', async () => {
    const open = (email: string, page: number) =>
      server.call(customers.guestBookings, { params: { email }, query: { page }, as: 'admin' })
    for (const page of [1, 2]) await open('tunde@mail.example', page)
    await open('who@mail.example', 1)
    const lines = await rowsOf(
      server,
      `select entity_id, summary from audit_log where entity = 'guest' and actor = 'admin Tester'`,
    )
    expect(lines).toEqual([
      {
        entity_id: expect.stringMatching(/^[0-9a-f]{12}$/),
        summary: 'Viewed the purchases of the guest \u2068tunde@mail.example\u2069',
      },
    ])
  })

  test('returns nothing for an unused email, or for one of a customer', async () => {
    for (const email of ['who@mail.example', 'bayo@mail.example']) {
      const { body } = await server.call(customers.guestBookings, { params: { email } })
      expect(body.data).toEqual({ bookingActivities: [], totalCount: 0 })
    }
  })
})

describe('GET /churns', () => {
  // Clauses: operations 344
  test('lists subscriptions that ended without renewal, newest first', async () => {
    const { body } = await server.call(customers.churns, { query: { $include: 'user' } })
    expect(body.data.totalCount).toBe(2)
    expect(body.data.churns).toEqual([
      {
        id: expect.any(String),
        reason: 'Moved away',
        date: '2026-10-11',
        subscriptionName: 'Fan',
        price: expect.any(Number),
        user: { id: expect.any(Number), firstName: 'Bayo', lastName: 'Adeyemi', email: 'bayo@mail.example' },
      },
      expect.objectContaining({ date: '2026-09-01', subscriptionName: 'Buff' }),
    ])
  })

  test('omits the customers, pages and searches', async () => {
    const { body } = await server.call(customers.churns, { query: { page: 2, perPage: 1 } })
    expect(body.data.churns).toHaveLength(1)
    expect(body.data.churns[0]).not.toHaveProperty('user')
    const found = await server.call(customers.churns, { query: { search: 'adeyemi' } })
    expect(found.body.data).toMatchObject({ totalCount: 1, churns: [{ reason: 'Moved away' }] })
  })

  test.each([
    [{ start_date: '2026-10-11', end_date: '2026-10-11' }, ['2026-10-11']],
    [{ start_date: '2026-09-02' }, ['2026-10-11']],
    [{ end_date: '2026-10-10' }, ['2026-09-01']],
    [{ start_date: '2026-10-12', page: 3 }, []],
    [{ end_date: '2026-10-10', search: 'adeyemi' }, []],
  ])('filters by a range of days: %j', async (query, days) => {
    const { body } = await server.call(customers.churns, { query })
    expect(body.data.churns.map(({ date }) => date)).toEqual(days)
  })

  test.each([
    [{ start_date: 'x' }, 'start_date'],
    [{ end_date: '2026-13-01' }, 'end_date'],
    [{ page: 0 }, 'page'],
  ])('rejects %j', async (query, field) => {
    const { problem } = await server.call(customers.churns, { query })
    expect(problem).toMatchObject({ status: 422, errors: [{ field }] })
  })
})

describe('GET /subscriptions/user-type.csv', () => {
  const file = async (
    endpoint: (typeof customers)['listCsv' | 'allCsv' | 'guestsCsv' | 'churnsCsv'],
    query: object = {},
  ) => {
    const { status, headers, text } = await server.call(endpoint, { query: query as never })
    expect(status).toBe(200)
    return {
      name: /filename="(.+)"/.exec(String(headers['content-disposition']))![1],
      rows: text.replace('\ufeff', '').trim().split('\r\n'),
      total: headers['x-total-count'],
    }
  }

  // Clauses: operations 8, 529
  test('exports users.csv', async () => {
    const { name, rows, total } = await file(customers.listCsv, { type: 'ACTIVE', sort: 'name' })
    expect([name, total]).toEqual(['users.csv', '2'])
    expect(rows).toEqual([
      'Name,Email,Phone,Card Number,Plan,Ends,Date created,User ID',
      expect.stringMatching(/^Ada Okafor,ada@mail\.example,0803 123 4567,MQ-0001,Fan,01\/12\/2026,05\/01\/2026,\d+$/),
      expect.stringContaining('Dele Musa'),
    ])
  })

  test('exports users.xlsx with the same cells for clients that accept a workbook', async () => {
    const answer = await server.inject({
      method: 'GET',
      url: addressOf(customers.listCsv, {}, { type: 'ACTIVE', sort: 'name' }),
      headers: { authorization: `Bearer ${await server.token('superadmin')}`, accept: WORKBOOK },
    })
    expect(answer.headers).toMatchObject({
      'content-type': WORKBOOK,
      'content-disposition': 'attachment; filename="users.xlsx"',
      vary: 'accept',
    })
    const files = unzipped(answer.rawPayload)
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="users"')
    expect(cellsOf(files.get('xl/worksheets/sheet1.xml')!)).toEqual([
      ['Name', 'Email', 'Phone', 'Card Number', 'Plan', 'Ends', 'Date created', 'User ID'],
      [
        'Ada Okafor',
        'ada@mail.example',
        '0803 123 4567',
        'MQ-0001',
        'Fan',
        [46357, 2],
        [46027, 2],
        [expect.any(Number), 0],
      ],
      expect.arrayContaining(['Dele Musa']),
    ])
  })

  // Clauses: operations 13, 529
  test('exports unsubscribed-users.csv in the order of its list', async () => {
    const { name, rows, total } = await file(customers.listCsv, { type: 'INACTIVE', sort: '-ended' })
    expect([name, total]).toEqual(['unsubscribed-users.csv', '3'])
    expect(rows).toEqual([
      'Name,Email,Reason,Date',
      'Bayo Adeyemi,bayo@mail.example,Moved away,11/10/2026',
      'chi Eze,,,01/09/2026',
      'Ebun Ade,ebun@mail.example,,',
    ])
  })

  test('exports churn.csv with reason and date', async () => {
    expect(await file(customers.churnsCsv, { columns: 'name,email,plan,reason,date' })).toEqual({
      name: 'churn.csv',
      rows: [
        'Name,Email,Plan,Reason,Date',
        'Bayo Adeyemi,bayo@mail.example,Fan,Moved away,11/10/2026',
        'chi Eze,,Buff,,01/09/2026',
      ],
      total: '2',
    })
    expect((await file(customers.churnsCsv, { start_date: '2026-10-12' })).total).toBe('0')
  })

  // Clauses: operations 15, 40, 529
  test('exports guest-users.csv of guests and of the kids club', async () => {
    expect(await file(customers.guestsCsv, { columns: 'customer_email,purchases' })).toEqual({
      name: 'guest-users.csv',
      rows: ['Email,Purchases', 'tunde@mail.example,2', 'amaka@mail.example,1'],
      total: '2',
    })
    const kids = await file(customers.allCsv, { forKidsClub: 'true', columns: 'rosettaCardNumber,name,createdAt' })
    expect(kids).toEqual({
      name: 'guest-users.csv',
      rows: ['ID,Name,Date Added', ',Ebun Ade,05/05/2026', ',Dele Musa,05/04/2026'],
      total: '2',
    })
    expect((await file(customers.allCsv)).name).toBe('users.csv')
  })

  test('audits the export and rejects an unknown column', async () => {
    const { rows } = await server.db.execute<{ summary: string }>(sql`
      select summary from audit_log where entity = 'export' order by id limit 1`)
    expect(rows).toEqual([{ summary: 'Exported 2 active users' }])
    const answer = await server.call(customers.listCsv, { query: { columns: 'name,password' } })
    expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, 'columns'])
  })

  test('exports only the given customers', async () => {
    const { rows: listed } = await server.db.execute<{ id: number }>(sql`
      select id from customers where registered_at is not null order by id limit 2`)
    const ids = listed.map(({ id }) => id)
    const { rows, total } = await file(customers.listCsv, { ids: ids.join(), columns: 'userId' })
    expect([
      total,
      rows
        .slice(1)
        .map(Number)
        .toSorted((a, b) => a - b),
    ]).toEqual(['2', ids])
    const wrong = await server.call(customers.listCsv, { query: { ids: '1,two' as never } })
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'ids'])
  })

  test('exports all rows over several pages', async () => {
    await server.db.execute(sql`
      insert into customers (source, external_id, first_name, last_name, registered_at, registered_on)
      select 'many', n::text, 'Many', n::text, '2020-01-01', '2020-01-01' from generate_series(1, 4500) n`)
    const { rows, total } = await file(customers.listCsv, { search_query: 'many', columns: 'userId' })
    expect(total).toBe('4500')
    expect(new Set(rows.slice(1)).size).toBe(4500)
  })
})
