import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { points } from '#features/customers/points/contract.ts'
import { customers } from '../contract.ts'
import { addCinema, addPlan, newShop, rowsOf, type Shop } from './test/shop.ts'

let server: TestServer
let shop: Shop
let ada: number
beforeAll(async () => {
  server = await testServer()
  await addCinema(server)
  await addPlan(server, 'Fan', 5000, { isMultiUser: true })
  shop = await newShop(server)
  await shop.sendAll('customers', [
    {
      id: 'ada',
      first_name: 'Ada',
      last_name: 'Okafor',
      email: 'ada@mail.example',
      phone: '0803 123 4567',
      birth_date: '1994-05-17',
      gender: 'Female',
      card_number: 'MQ-1',
      default_cinema_id: '0001',
      trailers_watched: 12,
      registered_at: '2025-01-05T10:00:00+01:00',
    },
    { id: 'bare', registered_at: '2026-11-01T10:00:00+01:00' },
  ])
  await shop.sendAll('subscriptions', [
    event('s-1', 'start', '2026-07-01', '2026-10-01'),
    event('s-2', 'renewal', '2026-10-01', '2026-11-01'),
    event('s-3', 'renewal', '2026-11-01', '2026-12-01'),
  ])
  await shop.sendAll('purchases', [
    order('o-1', '2026-11-02', { customer_id: 'ada', payment_reference: 'FLW-1', cinema_id: '0001' }, [
      { kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO0001' },
      { kind: 'concession', amount: 1500.5, product: 'Popcorn' },
    ]),
    order('o-2', '2026-11-03', { customer_id: 'ada' }, [{ kind: 'subscription', amount: 5000 }]),
    order('o-3', '2026-11-04', { email: 'ADA@mail.example' }, [{ kind: 'ticket', amount: 3500 }]),
    order('o-4', '2026-05-20', { customer_id: 'ada' }, [{ kind: 'concession', amount: 900, product: 'Water' }]),
  ])
  ada = await shop.idOf('ada')
})
afterAll(() => server.close())

const event = (id: string, kind: string, from: string, until: string) => ({
  id,
  customer_id: 'ada',
  event: kind,
  at: `${from}T00:00:00+01:00`,
  until: `${until}T00:00:00+01:00`,
  plan: 'Fan',
  monthly_price: 5000,
})
const order = (id: string, day: string, more: object, lines: object[]) => ({
  id,
  at: `${day}T18:00:00+01:00`,
  ...more,
  lines,
})
const fetch = (id: number | string) => server.call(customers.fetch, { params: { id: id as number }, as: 'admin' })

describe('GET /admin/customers/{id}', () => {
  // Clauses: operations 180, 352
  test('returns the identity', async () => {
    const { body } = await fetch(ada)
    expect(body.data.userData).toEqual({
      id: ada,
      firstName: 'Ada',
      lastName: 'Okafor',
      email: 'ada@mail.example',
      mobile: '+2348031234567',
      dateOfBirth: '1994-05-17',
      gender: 'Female',
      createdAt: '2025-01-05T09:00:00.000Z',
      preferredBillingCycle: null,
      profileImage: null,
      rosettaCardNumber: 'MQ-1',
      hasCardPin: false,
      card: null,
      status: 'Active',
      defaultCinema: { id: '0001', cinema_name: 'Lekki' },
      version: 1,
    })
  })

  // Clauses: operations 27, 181, 352
  test('returns the subscription and its terms', async () => {
    const { active_subscription, all_subscriptions } = (await fetch(ada)).body.data.userSubscriptionHistory
    expect(active_subscription).toMatchObject({
      subscriptionName: 'Fan',
      startsAt: '2026-06-30T23:00:00.000Z',
      subStartDate: '2026-07-01',
      subEndDate: '2026-11-30',
    })
    expect(all_subscriptions.map((term) => [term.numberOfMonths, term.orderAmount, term.multiUserPlan])).toEqual([
      [1, 5000, true],
      [1, null, true],
      [3, null, true],
    ])
    expect(all_subscriptions.map(({ paid, monthlyPrice }) => [paid, monthlyPrice])).toEqual([
      ['payment', 5000],
      ['unknown', 5000],
      ['unknown', 5000],
    ])
  })

  // Clauses: operations 24, 182, 352
  test('returns purchases of the last six months, guest purchases included', async () => {
    const { guest_purchase, customer_purchase } = (await fetch(ada)).body.data.userCompleteTransaction
    expect(customer_purchase).toEqual({
      concession: [
        {
          id: expect.any(String),
          product_name: 'Popcorn',
          quantity: 1,
          price: 1500.5,
          movieName: '',
          showAt: null,
          cinemaName: 'Lekki',
          status: 'Paid',
          refunded: 0,
          refundedQuantity: 0,
          paymentReference: 'FLW-1',
          paymentId: expect.any(Number),
          createdAt: '2026-11-02T17:00:00.000Z',
        },
      ],
      ticket: [expect.objectContaining({ product_name: 'Anikulapo', quantity: 2, price: 7000 })],
    })
    expect(guest_purchase).toEqual({
      concession: [],
      ticket: [expect.objectContaining({ product_name: 'Ticket', price: 3500, paymentReference: null })],
    })
  })

  test('counts earlier purchases and shows refunds of each line', async () => {
    const activities = async () => (await fetch(ada)).body.data.userCompleteTransaction
    expect((await fetch(ada)).body.data.olderPurchases).toBe(1)
    await shop.sendAll('purchases', [
      order('o-5', '2026-11-06', { customer_id: 'ada', payment_reference: 'FLW-5' }, [
        { kind: 'ticket', quantity: 2, amount: 7000 },
        { kind: 'concession', amount: 900, product: 'Water' },
      ]),
    ])
    const ofOrder = async () => {
      const { ticket, concession } = (await activities()).customer_purchase
      return [...ticket, ...concession]
        .filter(({ paymentReference }) => paymentReference === 'FLW-5')
        .map(({ status, quantity, refundedQuantity, price, refunded }) => [
          status,
          quantity,
          refundedQuantity,
          price,
          refunded,
        ])
    }
    const refund = (id: string, lines: object[]) =>
      shop.sendAll('refunds', [{ id, purchase_id: 'o-5', at: '2026-11-07T10:00:00+01:00', lines }])
    await refund('r-1', [{ kind: 'ticket', quantity: 1, amount: 3500 }])
    expect(await ofOrder()).toEqual([
      ['Partly refunded', 2, 1, 7000, 3500],
      ['Paid', 1, 0, 900, 0],
    ])
    await refund('r-2', [
      { kind: 'ticket', quantity: 1, amount: 3500 },
      { kind: 'concession', quantity: 1, amount: 900 },
    ])
    expect(await ofOrder()).toEqual([
      ['Refunded', 2, 2, 7000, 7000],
      ['Refunded', 1, 1, 900, 900],
    ])
    await rowsOf(server, `update purchases set customer_id = null where external_id = 'o-5'`)
  })

  // Clauses: operations 29
  test('returns habits, with check-ins before places of purchase', async () => {
    const habits = async () => (await fetch(ada)).body.data.habits
    const seen = { preferences: ['Drama', 'Fantasy'], mostVisitedCinema: 'Lekki', trailersWatched: 12 }
    expect(await habits()).toEqual(seen)
    await server.app.database.pool.query(`insert into cinemas (id, state_id, name) values ('0002', 1, 'Ikeja')`)
    await shop.sendAll('redemptions', [
      { id: 'r-1', at: '2026-11-02T19:00:00+01:00', cinema_id: '0002', customer_id: 'ada', tickets: 2 },
    ])
    expect(await habits()).toEqual({ ...seen, mostVisitedCinema: 'Ikeja' })
  })

  // ASVS: 14.2.6
  test('shows the stored card without anything that could charge it', async () => {
    await server.app.database.pool.query(
      `insert into payment_cards (customer_id, provider, token, email, brand, first6, last4, expiry_month, expiry_year, stored_at)
       values ($1, 'embedded', 'secret-token', 'ada@mail.example', 'VISA', '418742', '4246', 9, 2027, now())`,
      [ada],
    )
    const { body, text } = await fetch(ada)
    expect(body.data.userData.card).toEqual({ brand: 'VISA', first6: '418742', last4: '4246', expiry: '09/27' })
    expect(text).not.toContain('secret-token')
  })

  test('returns a customer with nothing but a registration', async () => {
    const { body } = await fetch(await shop.idOf('bare'))
    expect(body.data).toMatchObject({
      userData: { firstName: '', email: null, mobile: null, status: 'Unsubscribed', defaultCinema: null },
      userSubscriptionHistory: { active_subscription: null, all_subscriptions: [] },
      userCompleteTransaction: { guest_purchase: { ticket: [] }, customer_purchase: { ticket: [] } },
      habits: { preferences: [], mostVisitedCinema: null, trailersWatched: null },
    })
  })

  test('audits the view', async () => {
    const opened = `select summary, entity_id, actor from audit_log where action = 'customers.fetch' and entity_id = '${ada}'`
    await fetch(ada)
    expect(await rowsOf(server, opened)).toEqual([
      { summary: 'Viewed the profile of \u2068Ada Okafor\u2069', entity_id: String(ada), actor: 'admin Tester' },
    ])
  })

  test('audits a view once a day for each person, whatever is reloaded', async () => {
    await rowsOf(
      server,
      `insert into customers (source, external_id, first_name, registered_at, registered_on)
      values ('test', 'opened', 'Opened', now(), '2026-11-01')`,
    )
    const [{ id }] = (await rowsOf(server, `select id from customers where external_id = 'opened'`)) as [{ id: number }]
    const lines = async () =>
      (await rowsOf(server, `select action from audit_log where entity_id = '${id}' order by id`)).map(
        ({ action }) => action,
      )
    await fetch(id)
    await server.call(customers.clearToken, { params: { id }, as: 'admin' })
    await fetch(id)
    await fetch(id)
    expect(await lines()).toEqual(['customers.fetch', 'customers.clearToken'])
    server.clock.set('2026-11-21T10:00:00Z')
    await server.call(customers.clearToken, { params: { id }, as: 'admin' })
    await fetch(id)
    expect((await lines()).slice(2)).toEqual(['customers.clearToken'])
    await server.call(customers.fetch, { params: { id }, as: 'superadmin' })
    server.clock.set('2026-11-21T10:16:00Z')
    await fetch(id)
    expect((await lines()).slice(3)).toEqual(['customers.fetch', 'customers.fetch'])
    server.clock.set(TEST_NOW)
  })

  test('audits concurrent reads as one view, also after points were awarded', async () => {
    await rowsOf(
      server,
      `insert into customers (source, external_id, first_name, registered_at, registered_on)
      values ('test', 'at-once', 'At once', now(), '2026-11-01')`,
    )
    const [{ id }] = (await rowsOf(server, `select id from customers where external_id = 'at-once'`)) as [
      { id: number },
    ]
    const openings = () =>
      rowsOf(server, `select 1 from audit_log where entity_id = '${id}' and action = 'customers.fetch'`)
    await Promise.all([fetch(id), fetch(id), fetch(id)])
    expect(await openings()).toHaveLength(1)
    server.clock.set('2026-11-21T10:00:00Z')
    await server.call(points.award, { params: { id }, body: { points: 10, reason: 'A gift' }, as: 'admin' })
    await fetch(id)
    expect(await openings()).toHaveLength(1)
    server.clock.set(TEST_NOW)
  })

  test.each([999_999, 'abc', 0])('returns 404 for %s', async (id) => {
    const { status, problem } = await fetch(id)
    expect([status === 404 || status === 422, problem.message]).toEqual([true, 'Customer not found'])
  })
})

describe('purchases of a customer', () => {
  const bought = async (of: 'concessionPurchases' | 'ticketPurchases', query = {}) => {
    const { body } = await server.call(customers[of], { params: { id: ada }, query })
    return [body.data.purchases.map((line) => line.product_name), body.data.totalCount]
  }

  // Clauses: operations 353-354
  test('lists counter purchases and tickets, newest first, page by page', async () => {
    expect(await bought('concessionPurchases')).toEqual([['Popcorn', 'Water'], 2])
    expect(await bought('concessionPurchases', { page: 2, perPage: 1 })).toEqual([['Water'], 2])
    expect(await bought('concessionPurchases', { page: 9 })).toEqual([[], 2])
    // Guest purchases under the same email belong to the customer.
    expect(await bought('ticketPurchases')).toEqual([['Ticket', 'Anikulapo'], 2])
  })

  // Clauses: operations 355
  test('lists subscription terms, newest first, page by page', async () => {
    const memberships = async (query = {}) =>
      (await server.call(customers.memberships, { params: { id: ada }, query })).body.data
    expect((await memberships()).totalCount).toBe(3)
    const { subscriptions, totalCount } = await memberships({ page: 2, perPage: 2 })
    expect(totalCount).toBe(3)
    expect(subscriptions).toMatchObject([
      { subscriptionName: 'Fan', numberOfMonths: 3, subscriptionExpiresAt: '2026-09-30T23:00:00.000Z' },
    ])
  })

  test.each(['concessionPurchases', 'ticketPurchases', 'memberships'] as const)(
    'returns 404 for %s of an unknown customer',
    async (of) => {
      expect((await server.call(customers[of], { params: { id: 999_999 } })).status).toBe(404)
    },
  )
})

describe('PATCH /admin/profile-picture/{id}', () => {
  const upload = async (file: Buffer, name = 'ada.png', id: number | string = ada) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file)]), name)
    const encoded = new Response(form)
    const answer = await server.inject({
      method: 'PATCH',
      url: addressOf(customers.setPicture, { id }),
      headers: {
        authorization: `Bearer ${await server.token('admin')}`,
        'content-type': encoded.headers.get('content-type')!,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const image = (width = 900) => sharp({ create: { width, height: 600, channels: 3, background: '#a40' } })
  const stored = async () => (await fetch(ada)).body.data.userData

  // Clauses: operations 18, 358
  test('stores a resized picture, audits it, and keeps an open form valid', async () => {
    const { version } = await stored()
    const { status, body } = await upload(await image().png().toBuffer())
    expect([status, body.message]).toEqual([200, 'Uploaded image'])
    expect((await stored()).profileImage).toBe(body.data.profileImage)
    expect((await stored()).version).toBe(version)
    const answer = await server.inject({ method: 'GET', url: new URL(body.data.profileImage, 'http://here').pathname })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(512)
    expect(await rowsOf(server, `select summary from audit_log order by id desc limit 1`)).not.toEqual([])
    expect(
      await rowsOf(server, `select from audit_log where summary = 'Set the picture of \u2068Ada Okafor\u2069'`),
    ).toHaveLength(1)
  })

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['text', () => Buffer.from('a picture, honestly'), 415, 'This file is not a PNG, JPEG, GIF, WebP or AVIF image'],
    ['a TIFF', () => image().tiff().toBuffer(), 415, 'This file is not a PNG, JPEG, GIF, WebP or AVIF image'],
    ['too much', () => Buffer.alloc(5 * 1024 * 1024 + 1, 1), 413, 'Choose a picture of up to 5 MB'],
    ['nothing', () => Buffer.alloc(0), 422, 'The file is empty'],
  ])('rejects %s', async (_, file, status, message) => {
    const answer = await upload(await file())
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  // Clauses: operations 444
  test('accepts JPEG and GIF, reports a failing store, and rejects an unknown customer', async () => {
    expect((await upload(await image().jpeg().toBuffer())).status).toBe(200)
    expect((await upload(await image(20).gif().toBuffer())).status).toBe(200)
    expect((await upload(await image().png().toBuffer(), 'storage-fault.png')).status).toBe(503)
    expect((await upload(await image().png().toBuffer(), 'a.png', 999_999)).status).toBe(404)
  })
})
