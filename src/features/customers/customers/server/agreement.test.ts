import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analytics } from '#features/insights/analytics/contract.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { customers } from '../contract.ts'
import { newShop } from './test/shop.ts'

let server: TestServer

const person = (id: string) => ({
  id,
  first_name: id,
  last_name: 'Bello',
  email: `${id}@mail.example`,
  registered_at: '2026-01-05T10:00:00+01:00',
})
const term = (id: string, customer_id: string, at: string, until: string) => ({
  id,
  customer_id,
  event: 'start',
  at: `${at}:00+01:00`,
  until: `${until}:00+01:00`,
  plan: 'Fan',
  monthly_price: 5000,
  tickets: 4,
})

/**
 * Subscriptions on 21 November 2026: ends at midnight, ends at 12:00, starts at 12:00, ended, ended and renewed later.
 */
beforeAll(async () => {
  server = await testServer()
  const shop = await newShop(server)
  const people = ['midnight', 'noon', 'begins', 'running', 'never', 'back', 'gone', 'erased']
  await shop.sendAll('customers', people.map(person))
  await shop.sendAll('subscriptions', [
    term('t1', 'midnight', '2026-10-21T00:00', '2026-11-21T00:00'),
    term('t2', 'noon', '2026-10-21T12:00', '2026-11-21T12:00'),
    term('t3', 'begins', '2026-11-21T12:00', '2026-12-21T12:00'),
    term('t4', 'running', '2026-11-01T00:00', '2026-12-01T00:00'),
    term('t5', 'back', '2026-09-01T00:00', '2026-10-10T00:00'),
    term('t6', 'back', '2026-11-05T00:00', '2026-12-05T00:00'),
    term('t7', 'gone', '2026-09-01T00:00', '2026-10-11T00:00'),
    term('t8', 'erased', '2026-09-01T00:00', '2026-10-12T00:00'),
    // Has no registration, so no list has this customer.
    term('t9', 'stranger', '2026-11-01T00:00', '2026-12-01T00:00'),
  ])
  await server.call(privacy.erase, {
    params: { id: await shop.idOf('erased') },
    body: { confirmation: 'erased@mail.example', reason: 'Asked by letter' },
  })
})
afterAll(() => server.close())

const totalOf = async (type: 'ACTIVE' | 'INACTIVE') =>
  (await server.call(customers.list, { query: { type } })).body.data.totalCount

describe('counts of active customers', () => {
  test.each([
    ['2026-11-20T23:30:00+01:00', { active: 4, inactive: 3 }],
    ['2026-11-21T00:30:00+01:00', { active: 3, inactive: 4 }],
    ['2026-11-21T11:59:59+01:00', { active: 3, inactive: 4 }],
    ['2026-11-21T12:00:00+01:00', { active: 3, inactive: 4 }],
    ['2026-11-21T23:30:00+01:00', { active: 3, inactive: 4 }],
  ])('agree in all reports at %s', async (now, standing) => {
    server.clock.set(now)
    const { body } = await server.call(analytics.dashboard, {})
    expect(body.data.subscription_statistics).toEqual(standing)
    expect({ active: await totalOf('ACTIVE'), inactive: await totalOf('INACTIVE') }).toEqual(standing)
    const day = now.slice(0, 10)
    const trend = await server.call(analytics.users, { query: { start_date: day, end_date: day } })
    expect(trend.body.data).toEqual([{ date: day, activeUsers: standing.active, inactiveUsers: standing.inactive }])
  })
})

describe('churn figures', () => {
  test.each([
    [{ start_date: '2026-10-01', end_date: '2026-10-31' }, 3],
    [{ start_date: '2026-10-01', end_date: '2026-11-21' }, 2],
    [{ start_date: '2026-10-10', end_date: '2026-10-10' }, 1],
    [{ start_date: '2026-11-01', end_date: '2026-11-30' }, 0],
  ])('count the rows of the churn list: %j', async (query, lost) => {
    server.clock.set('2026-11-21T23:30:00+01:00')
    const summary = (await server.call(analytics.churnSummary, { query })).body.data
    const list = (await server.call(customers.churns, { query: { ...query, $include: 'user' } })).body.data
    expect(summary.lost).toBe(lost)
    expect(list.totalCount).toBe(lost)
    expect(list.churns.reduce((sum, { price }) => sum + price, 0)).toBe(summary.lostRevenue)
  })

  test('count an erased customer, whom the list and its file do not name', async () => {
    const query = { start_date: '2026-10-12', end_date: '2026-10-12' }
    const { body } = await server.call(customers.churns, { query: { ...query, $include: 'user' } })
    expect(body.data.churns).toMatchObject([{ date: '2026-10-12', user: null }])
    const file = await server.call(customers.churnsCsv, { query: { ...query, columns: 'name,email,date' } })
    expect(file.text).toBe('\ufeffName,Email,Date\r\n,,12/10/2026\r\n')
  })

  test('include a subscription that ended today from tomorrow on', async () => {
    const query = { start_date: '2026-11-21', end_date: '2026-11-21' }
    const counts = async () => [
      (await server.call(analytics.churnSummary, { query })).body.data.lost,
      (await server.call(customers.churns, { query })).body.data.totalCount,
    ]
    server.clock.set('2026-11-21T23:30:00+01:00')
    expect(await counts()).toEqual([0, 0])
    server.clock.set('2026-11-22T00:30:00+01:00')
    expect(await counts()).toEqual([2, 2])
  })
})
