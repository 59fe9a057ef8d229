import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { analytics } from '../contract.ts'

let server: TestServer
const sql = (text: string) => server.app.database.pool.query(text)

/** It is 10:00 on 21 November 2026 in Lagos. One subscriber (Ada), one registered guest of the plans (Bola), one stranger. */
beforeAll(async () => {
  server = await testServer()
  await sql(`
    insert into customers (source, external_id, first_name, last_name, email, channel, registered_at, registered_on) values
      ('shop', 'ada', 'Ada', 'Eze', 'ada@shop.example', 'web', '2026-10-31 23:30Z', '2026-11-01'),
      ('shop', 'bola', 'Bola', 'Ade', 'bola@shop.example', 'mobile', '2026-11-10 12:00Z', '2026-11-10')`)
  await sql(`
    insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
    values ('shop', 's1', 1, 'start', '2026-11-02 10:00Z', '2026-11-02', '2026-12-02 10:00Z', 'Fan', 500050, 4)`)
  await sql(`insert into subscription_periods select * from subscription_periods_of('{1}', 'Africa/Lagos')`)
  await sql(`
    insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email, payment_reference, kobo, by_subscriber) values
      ('shop', 'p1', '2026-11-20 23:30Z', '2026-11-21', 'web', '0001', 1, '', '', 'FLW-1', 450000, true),
      ('shop', 'p2', '2026-11-20 12:00Z', '2026-11-20', 'mobile', '0001', 2, '', '', null, 300000, false),
      ('shop', 'p3', '2026-11-20 13:00Z', '2026-11-20', 'not_specified', null, null, '=Stranger', 's@shop.example', 'POS-3', 100010, false)`)
  await sql(`
    insert into purchase_lines (purchase_id, n, kind, quantity, kobo, discount_kobo, show_at, show_day) values
      (1, 0, 'ticket', 2, 350000, 0, '2026-11-21 18:00Z', '2026-11-21'), (1, 1, 'concession', 1, 100000, 25050, null, null),
      (2, 0, 'ticket', 1, 300000, 0, '2026-11-21 18:00Z', '2026-11-21'), (3, 0, 'concession', 1, 100010, 0, null, null)`)
  await sql(`
    insert into refunds (source, external_id, purchase_id, at, day, kobo)
    values ('shop', 'r1', 2, '2026-11-21 08:00Z', '2026-11-21', 300000)`)
  await sql(`insert into refund_lines values (1, 0, 'ticket', 1, 300000, '2026-11-21')`)
  await sql(`
    insert into redemptions (source, external_id, at, day, show_day, customer_id, tickets, by_subscription)
    values ('pos', 'd1', '2026-11-21 08:30Z', '2026-11-21', '2026-11-21', 1, 1, true)`)
  await sql(`
    insert into visits (source, external_id, at, day, channel, count) values
      ('web', 'v1', '2026-11-21 01:00Z', '2026-11-21', 'web', 40), ('app', 'v2', '2026-11-21 01:00Z', '2026-11-21', 'mobile', 9)`)
})
afterAll(() => server.close())

const range = { start_date: '2026-11-20', end_date: '2026-11-22' }
const data = async <E extends Endpoint>(endpoint: E, query?: Record<string, unknown>) => {
  const answer = await server.call(endpoint, { query: query as never, as: 'admin' })
  expect(answer.text).toContain('"data"')
  return answer.body.data
}

describe('the calls', () => {
  // Clauses: core 90, 149
  test('sales and revenue of each day that has come, refunds on their day', async () => {
    const rows = await data(analytics.salesAndRevenue, range)
    expect(rows.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21'])
    expect(rows[0]).toMatchObject({
      mobile_tickets: 1,
      mobile_tickets_revenue: 3000,
      not_specified_total_revenue: 1000.1,
    })
    expect(rows[0]).toMatchObject({ all_total: 2, all_total_revenue: 4000.1, web_total: 0, web_total_revenue: 0 })
    expect(rows[1]).toMatchObject({ mobile_tickets: -1, mobile_tickets_revenue: -3000, web_concessions_revenue: 1000 })
    expect(rows[1]).toMatchObject({ all_tickets: 1, all_tickets_revenue: 500, all_concessions: 1, all_total: 2 })
  })

  // Clauses: core 91, 150-152
  test('churn, redemption and users of each day', async () => {
    expect(await data(analytics.churnRate, { start_date: '2026-11-01', end_date: '2026-11-03' })).toEqual([
      { date: '2026-11-01', churnRate: null },
      { date: '2026-11-02', churnRate: null },
      { date: '2026-11-03', churnRate: 0 },
    ])
    expect(await data(analytics.churnSummary, { start_date: '2026-11-03', end_date: '2026-11-20' })).toEqual({
      churnRate: 0,
      lost: 0,
      lostRevenue: 0,
      inForce: 1,
    })
    expect(await data(analytics.redemptionRate, range)).toEqual([
      { date: '2026-11-20', redemptionRate: null, redeemed: 0, sold: 0 },
      { date: '2026-11-21', redemptionRate: 50, redeemed: 1, sold: 2 },
    ])
    expect(await data(analytics.users, { start_date: '2026-11-01', end_date: '2026-11-02' })).toEqual([
      { date: '2026-11-01', activeUsers: 0, inactiveUsers: 1 },
      { date: '2026-11-02', activeUsers: 1, inactiveUsers: 0 },
    ])
  })

  // Clauses: core 45, 153-154
  test('tickets of a month whose index counts from 0', async () => {
    const counts = await data(analytics.ticketCount, { year: 2026, monthIndex: 10 })
    expect(counts).toHaveLength(21)
    expect(counts[0]).toEqual({ date: '2026-11-01', web: 0, mobile: 0, not_specified: 0, total: 0 })
    expect(counts[20]).toEqual({ date: '2026-11-21', web: 2, mobile: -1, not_specified: 0, total: 1 })
    const revenue = await data(analytics.ticketRevenue, { year: 2026, monthIndex: 10 })
    expect(revenue[20]).toEqual({ date: '2026-11-21', web: 3500, mobile: -3000, not_specified: 0, total: 500 })
    expect(await data(analytics.ticketCount, { year: 2026, monthIndex: 11 })).toEqual([])
  })

  const nothing = { total: 0, count: 0, rate: null }
  // Clauses: core 46, 48, 51, 54, 57, 94, 155-159, 165
  test.each([
    ['monthlyRecurringRevenue', { year: 2026 }, { total: 5000.5, count: 1, rate: null }, nothing],
    ['newSignups', { year: 2026 }, { total: 0, count: 2, rate: null }, nothing],
    ['subscriptionRedemption', { date: '2026-01-01' }, { total: 4, count: 1, rate: 25 }, nothing],
    ['cancelledRecurringRevenue', { year: 2026 }, nothing, nothing],
    ['subscribedConcessionPurchase', { year: 2026 }, { total: 250.5, count: 1, rate: 100 }, nothing],
    ['customerChurnRate', { year: 2026 }, nothing, nothing],
  ] as const)('%s has a row for each month that has begun', async (name, query, november, october) => {
    const months = await data(analytics[name], query)
    expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(months[10]).toEqual({ month: 11, ...november })
    expect(months[9]).toEqual({ month: 10, ...october })
  })

  test('a subscription that ends counts when its day has come', async () => {
    server.clock.set('2026-12-05T09:00:00Z')
    try {
      const months = await data(analytics.customerChurnRate, { year: 2026 })
      expect(months[11]).toEqual({ month: 12, total: 1, count: 1, rate: 100 })
      const lost = await data(analytics.cancelledRecurringRevenue, { year: 2026 })
      expect(lost[11]).toEqual({ month: 12, total: 5000.5, count: 1, rate: null })
    } finally {
      server.clock.set('2026-11-21T09:00:00Z')
    }
  })

  // Clauses: core 44, 47, 49, 89, 160
  test('the overall figures', async () => {
    expect(await data(analytics.dashboard)).toEqual({
      total_number_of_items_sold: { tickets: 2 },
      total_online_revenue: 4500,
      total_number_of_reg_users: 2,
      total_number_of_transactions: 3,
      total_subscription_revenue: 0,
      total_concession_revenue: 2000.1,
      total_ticket_purchase_revenue: 3500,
      percentage_returning_customer: 0,
      subscription_statistics: { active: 1, inactive: 1 },
      first_sale_on: '2026-11-20',
      as_of: '2026-11-21T09:00:00.000Z',
    })
  })

  // Clauses: core 95, 161
  test("purchases by people without a subscription, newest first; the name is the purchase's or its customer's", async () => {
    const { purchases, totalCount } = await data(analytics.oneTimePurchase)
    expect(totalCount).toBe(2)
    expect(purchases).toEqual([
      {
        id: 3,
        at: '2026-11-20T13:00:00.000Z',
        customer_name: '=Stranger',
        customer_email: 's@shop.example',
        payment: { transaction_id: 'POS-3' },
        ticket_purchase: false,
        concession_purchase: true,
      },
      {
        id: 2,
        at: '2026-11-20T12:00:00.000Z',
        customer_name: 'Bola Ade',
        customer_email: 'bola@shop.example',
        payment: { transaction_id: null },
        ticket_purchase: true,
        concession_purchase: false,
      },
    ])
    await sql(`update roles set permissions = '{analytics:read}' where name = 'Powerless'`)
    const masked = await server.call(analytics.oneTimePurchase, { query: {}, as: 'powerless' })
    expect(masked.body.data.purchases.map(({ id }) => id)).toEqual(purchases.map(({ id }) => id))
    for (const { customer_name: name, customer_email: email } of purchases) {
      expect(masked.text).not.toContain(name)
      expect(masked.text).not.toContain(email)
    }
    expect((await data(analytics.oneTimePurchase, { page: 2, perPage: 1 })).purchases.map(({ id }) => id)).toEqual([2])
    expect((await data(analytics.oneTimePurchase, { page: 9 })).purchases).toEqual([])
  })

  // Clauses: core 52, 93, 162
  test('visits of a month of one digit or two', async () => {
    const visits = await data(analytics.usersVisit, { date: '2026-11-01' })
    expect(visits).toHaveLength(21)
    expect(visits[20]).toEqual({ date: '2026-11-21', visit_count: { web: 40, mobile: 9 } })
    expect(await data(analytics.usersVisit, { date: '2026-2-01' })).toHaveLength(28)
  })

  // Clauses: core 53, 92, 163-164
  test('conversion, and redeemed tickets for each period up to a date', async () => {
    expect(await data(analytics.conversionRate, { start_date: '2026-11-01', end_date: '2026-11-30' })).toEqual({
      conversionRate: 50,
      newSignUpUsers: 2,
      newSubscriptionPurchase: 1,
    })
    // The week of the first redemption runs until the day after today.
    expect(await data(analytics.averageRedemption, { date: '2026-11-21' })).toEqual({
      average: null,
      date: { start: null, end: '2026-11-20' },
    })
    expect(await data(analytics.averageRedemption, { date: '2026-11-20', duration: 'MONTHLY' })).toEqual({
      average: null,
      date: { start: null, end: '2026-11-20' },
    })
  })
})

describe('cinemas side by side', () => {
  beforeAll(async () => {
    await sql(`insert into states (name) values ('Lagos') on conflict do nothing`)
    await sql(`
      insert into cinemas (id, state_id, name, closed_at) select x.id, s.id, x.name, x.closed from (values
        ('0001', 'Lekki', null::timestamptz), ('0002', 'Ikeja', null), ('0003', 'Old', '2025-01-01'::timestamptz)) x(id, name, closed)
      cross join (select id from states order by id limit 1) s on conflict do nothing`)
    await sql(`insert into screens values ('0001', 'A', 'Screen A', 100)`)
    await sql(`insert into movies (id, name) values ('HO1', 'Shown') on conflict do nothing`)
    await sql(`
      insert into showtimes values
        ('0001', 's1', 'HO1', 'A', '2026-11-20 10:00Z', '2026-11-20 12:00Z', 60, null),
        ('0001', 's2', 'HO1', 'A', '2026-11-20 22:00Z', '2026-11-21 00:00Z', 90, null),
        ('0001', 's3', 'HO1', 'A', '2026-11-21 19:00Z', '2026-11-21 21:00Z', 0, null),
        ('0001', 's4', 'HO1', 'A', '2026-11-20 19:00Z', '2026-11-20 21:00Z', 0, '2026-11-20 12:00Z')`)
  })

  test('a cinema week by cinema, with what was sold at none last, and pooled rates', async () => {
    const { cinemas, total, days, compared } = await data(analytics.byCinema)
    expect(days).toEqual({ start: '2026-11-20', end: '2026-11-26' })
    expect(compared.before).toEqual({
      now: { start: '2026-11-20', end: '2026-11-21' },
      before: { start: '2026-11-13', end: '2026-11-14' },
      until: '10:00',
    })
    expect(cinemas.map(({ cinema_name: name, rank }) => [rank, name])).toEqual([
      [1, 'Lekki'],
      [2, 'Ikeja'],
      [null, 'No cinema'],
    ])
    expect(cinemas[0]).toMatchObject({
      first_sale_on: '2026-11-20',
      now: {
        tickets: 2,
        revenue: 4500,
        spend_per_head: 2250,
        concessions_per_ticket: 500,
        refunds: 1,
        refunded: 3000,
        showings: 2,
        occupancy: 25,
      },
      before: null,
      year_before: null,
    })
    expect(cinemas[1]!.now).toMatchObject({ tickets: 0, revenue: 0, spend_per_head: null, occupancy: null })
    expect(total.now).toMatchObject({ tickets: 2, revenue: 5500.1, concessions_per_ticket: 1000.05 })
    expect((await data(analytics.byCinema, { sort: 'revenue' })).cinemas.map((row) => row.cinema_id)).toEqual([
      '0002',
      '0001',
      '',
    ])
    const some = await data(analytics.byCinema, { cinemas: '0002', period: 'month' })
    expect(some.cinemas.map(({ cinema_id: id }) => id)).toEqual(['0002'])
    expect(some.days).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  })

  test('a week later against the same part of it, up to this time of day', async () => {
    server.clock.set('2026-11-28T08:00:00Z')
    try {
      const { cinemas, total } = await data(analytics.byCinema, { period: 'weekend' })
      // The refund of 09:00 is still to come at 09:00 of the Saturday before.
      const lekki = cinemas.find(({ cinema_id: id }) => id === '0001')!
      expect(lekki.before).toMatchObject({ tickets: 3, revenue: 7500, refunds: 0, showings: 2 })
      expect(total.before).toMatchObject({ revenue: 8500.1 })
      expect(lekki.now).toMatchObject({ tickets: 0, revenue: 0, spend_per_head: null })
    } finally {
      server.clock.set('2026-11-21T09:00:00Z')
    }
  })

  test('by weekday over days that are over, by daypart what has begun', async () => {
    const { weekdays, dayparts } = await data(analytics.byTime)
    expect(weekdays[0]).toEqual({ weekday: 5, days: 1, tickets: 1, revenue: 4000.1 })
    expect(weekdays[1]).toEqual({ weekday: 6, days: 0, tickets: 0, revenue: 0 })
    expect(dayparts).toEqual([
      { daypart: 'morning', showings: 1, occupied: 40, seats: 100, occupancy: 40 },
      { daypart: 'afternoon', showings: 0, occupied: 0, seats: 0, occupancy: null },
      { daypart: 'evening', showings: 0, occupied: 0, seats: 0, occupancy: null },
      { daypart: 'late', showings: 1, occupied: 10, seats: 100, occupancy: 10 },
    ])
  })

  test('as files', async () => {
    const cinemas = await server.call(analytics.byCinemaCsv, { query: { cinemas: '0001' } })
    expect(cinemas.headers['content-disposition']).toBe(
      'attachment; filename="by-cinema_lekki_2026-11-20_2026-11-26.csv"',
    )
    const [about, head, row] = cinemas.text.split('\r\n')
    expect(about).toContain('Cinemas; Lekki; 20/11/2026 to 26/11/2026; 20/11/2026 to 21/11/2026 10:00 compared with')
    expect(head).toMatch(/^Rank,Cinema ID,Cinema,State,Tickets sold,Revenue \(naira\),/)
    expect(row).toMatch(/^1,0001,Lekki,[^,]+,2,4500.00,/)
    const weekdays = await server.call(analytics.byTimeCsv, { query: { chart: 'weekdays' } })
    expect(weekdays.text.split('\r\n')[2]).toBe('Friday,1,1,4000.10,4000.10')
    const dayparts = await server.call(analytics.byTimeCsv, { query: { chart: 'dayparts' } })
    expect(dayparts.text.split('\r\n')[2]).toBe('Before 12:00,1,40,100,40.00')
  })
})

describe('what is refused', () => {
  test.each([
    ['salesAndRevenue', { ...range, up_to: '24:00' }, 'up_to', 'up_to is HH:MM'],
    ['byCinema', { period: 'fortnight' }, 'period', 'period must be one of day, week, weekend, month, year'],
    ['byTime', { date: '2014-12-31' }, 'date', 'Figures begin in 2015'],
    ['salesCsv', { ...range, compare: 'decade' }, 'compare', 'compare must be one of before, year'],
    ['chartCsv', {}, 'chart', 'chart must be one of tickets, ticket-revenue, concession-discounts'],
  ] as const)('%s %j', async (name, query, field, message) => {
    const answer = await server.call(analytics[name] as Endpoint, { query: query as never })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  const ranged = [
    'salesAndRevenue',
    'cubeRevenue',
    'churnRate',
    'churnSummary',
    'redemptionRate',
    'users',
    'conversionRate',
  ] as const
  const files = ['salesCsv', 'cubesCsv', 'churnCsv', 'redemptionCsv', 'usersCsv'] as const
  const yearly = [
    'monthlyRecurringRevenue',
    'newSignups',
    'cancelledRecurringRevenue',
    'subscribedConcessionPurchase',
    'customerChurnRate',
  ] as const
  const good = { start_date: '2026-11-01', end_date: '2026-11-02' }
  const cases: [keyof typeof analytics, Record<string, unknown>, string, string][] = [
    ...[...ranged, ...files].flatMap((name): [keyof typeof analytics, Record<string, unknown>, string, string][] => [
      [name, { end_date: '2026-11-02' }, 'start_date', 'Enter a date'],
      [name, { start_date: '2026-11-02' }, 'end_date', 'Enter a date'],
      [name, { ...good, start_date: '2026-02-29' }, 'start_date', 'Enter a date as YYYY-MM-DD'],
      [name, { ...good, start_date: '2026-11-03' }, 'end_date', 'The end date is before the start date'],
      [name, { start_date: '2014-12-31', end_date: '2015-01-02' }, 'start_date', 'Figures begin in 2015'],
      [name, { start_date: '2023-01-01', end_date: '2026-01-05' }, 'end_date', 'Choose at most 1,100 days'],
    ]),
    ...yearly.flatMap((name): [keyof typeof analytics, Record<string, unknown>, string, string][] => [
      [name, {}, 'year', 'year must be a number'],
      [name, { year: 'last' }, 'year', 'year must be a number'],
      [name, { year: 2014 }, 'year', 'year must be at least 2015'],
      [name, { year: 10000 }, 'year', 'year must have four digits'],
    ]),
    ...(['ticketCount', 'ticketRevenue'] as const).flatMap(
      (name): [keyof typeof analytics, Record<string, unknown>, string, string][] => [
        [name, { monthIndex: 1 }, 'year', 'year must be a number'],
        [name, { year: 2026 }, 'monthIndex', 'monthIndex must be a number'],
        [name, { year: 2026, monthIndex: 12 }, 'monthIndex', 'monthIndex must be 0 to 11'],
        [name, { year: 2026, monthIndex: -1 }, 'monthIndex', 'monthIndex must be 0 to 11'],
      ],
    ),
    ...(['subscriptionRedemption', 'usersVisit'] as const).flatMap(
      (name): [keyof typeof analytics, Record<string, unknown>, string, string][] => [
        [name, {}, 'date', 'date is missing'],
        [name, { date: '2026-13-01' }, 'date', 'date must be YYYY-MM-DD'],
        [name, { date: '01/11/2026' }, 'date', 'date must be YYYY-MM-DD'],
        [name, { date: '2014-12-01' }, 'date', 'Figures begin in 2015'],
      ],
    ),
    ['averageRedemption', {}, 'date', 'Enter a date'],
    ['averageRedemption', { date: '2026-11-31' }, 'date', 'Enter a date as YYYY-MM-DD'],
    ['averageRedemption', { date: '2014-12-31' }, 'date', 'Figures begin in 2015'],
    [
      'averageRedemption',
      { date: '2026-11-21', duration: 'DAILY' },
      'duration',
      'duration must be one of WEEKLY, MONTHLY, YEARLY',
    ],
    ['oneTimePurchase', { page: 0 }, 'page', 'page starts at 1'],
    ['oneTimePurchase', { perPage: 101 }, 'perPage', 'perPage is at most 100'],
  ]
  // Clauses: core 125, 166
  test.each(cases)('%s %j: %s %s', async (name, query, field, message) => {
    const answer = await server.call(analytics[name] as Endpoint, { query: query as never })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message }])
  })

  test('the longest range is answered', async () => {
    const longest = { start_date: '2023-01-01', end_date: '2026-01-04' }
    expect(await data(analytics.churnRate, longest)).toHaveLength(1100)
  })
})

describe('the files', () => {
  // Clauses: core 56
  test.each([
    ['salesCsv', 'sales-overview', 'Exported the sales overview, 20/11/2026 to 22/11/2026'],
    ['cubesCsv', 'cube-revenue', 'Exported the cube revenue, 20/11/2026 to 22/11/2026'],
    ['churnCsv', 'churn-rate', 'Exported the churn rate, 20/11/2026 to 22/11/2026'],
    ['redemptionCsv', 'redemption-rate', 'Exported the redemption rate, 20/11/2026 to 22/11/2026'],
    ['usersCsv', 'users', 'Exported the active and inactive users, 20/11/2026 to 22/11/2026'],
  ] as const)('%s is named by its range and audited', async (name, file, summary) => {
    const answer = await server.call(analytics[name], { query: range })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file}_2026-11-20_2026-11-22.csv"`)
    expect(answer.headers['x-total-count']).toBe('2')
    const { rows } = await sql(`select action, entity, summary from audit_log order by id desc limit 1`)
    expect(rows).toEqual([{ action: `analytics.${name}`, entity: 'export', summary }])
  })

  test('sales in plain words: days as people write them, naira with two decimals, also below nothing', async () => {
    const { text } = await server.call(analytics.salesCsv, { query: range })
    const [about, head, first, second, ...rest] = text.split('\r\n')
    expect(about).toBe('\ufeffSales overview; all cinemas; 20/11/2026 to 22/11/2026')
    expect(head).toMatch(
      /^Date,"All, tickets sold","All, tickets revenue \(naira\)",.*"Not specified, total revenue \(naira\)",In progress,Compared with,"All, tickets sold, earlier","All, total revenue \(naira\), earlier"$/,
    )
    expect(first).toBe(
      '20/11/2026,1,3000.00,1,1000.10,0,0.00,2,4000.10,0,0.00,0,0.00,0,0.00,0,0.00,1,3000.00,0,0.00,0,0.00,1,3000.00,0,0.00,1,1000.10,0,0.00,1,1000.10,,,,',
    )
    expect(second).toContain(',-1,-3000.00,')
    expect(second).toMatch(/,Yes,,,$/)
    expect(rest).toEqual([''])
  })

  test('a rate has two decimals, and is empty where there is nothing to divide by or the day is not over', async () => {
    const { text } = await server.call(analytics.redemptionCsv, { query: range })
    const lines = (title: string, ...rest: string[]) =>
      [`\ufeff${title}; all cinemas; 20/11/2026 to 22/11/2026`, ...rest, ''].join('\r\n')
    expect(text).toBe(
      lines(
        'Redemption rate',
        'Date,Redemption rate (%),In progress,Compared with,"Redemption rate (%), earlier"',
        '20/11/2026,,,,',
        '21/11/2026,50.00,Yes,,',
      ),
    )
    const users = await server.call(analytics.usersCsv, { query: range })
    expect(users.text).toBe(
      lines(
        'Active and inactive users',
        'Date,Active users,Inactive users,In progress,Compared with,"Active users, earlier","Inactive users, earlier"',
        '20/11/2026,1,1,,,,',
        '21/11/2026,1,1,Yes,,,',
      ),
    )
    const churn = await server.call(analytics.churnCsv, { query: range })
    expect(churn.text).toBe(
      lines(
        'Churn rate',
        'Date,Churn rate (%),In progress,Compared with,"Churn rate (%), earlier"',
        '20/11/2026,0.00,,,',
        '21/11/2026,,Yes,,',
      ),
    )
  })

  test('what a day is compared with stands beside it, and in the first line', async () => {
    server.clock.set('2026-11-28T09:00:00Z')
    try {
      const { text } = await server.call(analytics.salesCsv, {
        query: { start_date: '2026-11-27', end_date: '2026-11-28' },
      })
      const [about, , first, second] = text.split('\r\n')
      expect(about).toBe(
        '\ufeffSales overview; all cinemas; 27/11/2026 to 28/11/2026; 27/11/2026 to 28/11/2026 10:00 compared with 20/11/2026 to 21/11/2026 10:00',
      )
      expect(first).toMatch(/,,20\/11\/2026,1,4000.10$/)
      // The refund of 09:00 is among it, and what came later is not.
      expect(second).toMatch(/,Yes,21\/11\/2026,1,1500.00$/)
      const early = await server.call(analytics.salesAndRevenue, {
        query: { start_date: '2026-11-21', end_date: '2026-11-21', up_to: '09:00' },
      })
      expect(early.body.data[0]).toMatchObject({ all_tickets: 2, all_total_revenue: 4500 })
    } finally {
      server.clock.set('2026-11-21T09:00:00Z')
    }
  })

  test.each([
    [
      'chartCsv',
      'tickets',
      '_2026-11-01_2026-11-30',
      'Date,Web,Mobile,Not specified,Total,In progress',
      '21/11/2026,2,-1,0,1,Yes',
    ],
    [
      'chartCsv',
      'ticket-revenue',
      '_2026-11-01_2026-11-30',
      /^Date,Web \(naira\),/,
      '21/11/2026,3500.00,-3000.00,0.00,500.00,Yes',
    ],
    [
      'chartCsv',
      'concession-discounts',
      '_2026-01-01_2026-12-31',
      /^Month,Discounts \(naira\),/,
      '11/2026,250.50,1,100.00,Yes',
    ],
    ['chainChartCsv', 'recurring-revenue', '_2026-01-01_2026-12-31', /^Month,/, '11/2026,5000.50,1,Yes'],
    ['chainChartCsv', 'cancelled-revenue', '_2026-01-01_2026-12-31', /^Month,/, '11/2026,0.00,0,Yes'],
    ['chainChartCsv', 'churn-by-month', '_2026-01-01_2026-12-31', /^Month,/, '11/2026,0,,Yes'],
    ['chainChartCsv', 'sign-ups', '_2026-01-01_2026-12-31', /^Month,Sign-ups,/, '11/2026,2,Yes'],
    ['chainChartCsv', 'plan-redemption', '_2026-01-01_2026-12-31', /^Month,/, '11/2026,1,25.00,Yes'],
    ['chainChartCsv', 'visits', '_2026-11-01_2026-11-30', /^Date,Web,Mobile,/, '21/11/2026,40,9,Yes'],
    ['chainChartCsv', 'subscribers', '_2026-11-21_2026-11-21', /^Part,Number,/, 'Inactive,1,50.00'],
  ] as const)('%s has the chart %s', async (name, chart, days, head, last) => {
    const answer = await server.call(analytics[name] as typeof analytics.chartCsv, { query: { chart: chart as never } })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${chart}${days}.csv"`)
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines[0]).toContain('; all cinemas; ')
    expect(lines[1]).toMatch(head)
    expect(lines.at(-1)).toBe(last)
  })

  test('one-time purchases: all of them, without who they are for whoever may not see customers', async () => {
    const { text, headers } = await server.call(analytics.oneTimeCsv)
    expect(headers['content-disposition']).toBe('attachment; filename="one-time-purchases_2026-11-20_2026-11-21.csv"')
    expect(text.split('\r\n').slice(1)).toEqual([
      'Name,Email,Transaction,Ticket,Concession,Date',
      "'=Stranger,s@shop.example,POS-3,No,Yes,20/11/2026 14:00",
      'Bola Ade,bola@shop.example,,Yes,No,20/11/2026 13:00',
      '',
    ])
    await sql(`update roles set permissions = '{analytics:export}' where name = 'Powerless'`)
    const masked = await server.call(analytics.oneTimeCsv, { as: 'powerless' })
    expect(masked.text).not.toContain('Bola')
    expect(masked.text).not.toContain('bola@')
  })
})

describe('the live stream', () => {
  const open = async (signal?: AbortSignal) => {
    const response = await fetch(`${server.app.origin}${addressOf(analytics.live)}`, {
      headers: { authorization: `Bearer ${await server.token('admin')}` },
      ...(signal && { signal }),
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => (await reader.read()).value
    return { response, next }
  }

  test('tells of a change of the figures to whoever listens, and goes when the reader goes', async () => {
    const leaving = new AbortController()
    const [one, other] = [await open(), await open(leaving.signal)]
    expect(one.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(one.response.headers.get('cache-control')).toBe('no-store')
    expect(one.response.headers.get('content-encoding')).toBeNull()
    expect([await one.next(), await other.next()]).toEqual([': listening\n\n', ': listening\n\n'])
    const visit = (id: string) =>
      sql(`insert into visits (source, external_id, at, day, channel, count)
        values ('live', '${id}', '2026-11-21 08:00Z', '2026-11-21', 'not_specified', 1)`)
    await visit('1')
    expect([await one.next(), await other.next()]).toEqual(Array(2).fill('event: figures\ndata: {}\n\n'))
    leaving.abort()
    await visit('2')
    expect(await one.next()).toBe('event: figures\ndata: {}\n\n')
  })

  test('holds no connection of the pool, and ends when the server closes', async () => {
    const own = await testServer()
    const response = await fetch(`${own.app.origin}${addressOf(analytics.live)}`, {
      headers: { authorization: `Bearer ${await own.token('admin')}` },
    })
    expect(own.app.database.pool.idleCount).toBe(own.app.database.pool.totalCount)
    const text = response.text()
    await own.close()
    expect(await text).toBe(': listening\n\n')
  })
})
