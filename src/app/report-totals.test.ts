/** What a mailed report says in all is what the calls of its screen answer on the same days, of every kind of report. */
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { addDays, clockOf, dayOf } from '#contract/time.ts'
import { comparedOf } from '#features/insights/analytics/compared-rules.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { margin } from '#features/counter/concessions/margin-contract.ts'
import { merchandise } from '#features/counter/concessions/product-contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { newShop } from '#features/customers/customers/server/test/shop.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { isReportable, makeFile, openFile } from '#features/lists/reports/server/file.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Principal } from '#server/http/principal.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { demo } from '#demo/index.ts'
import { loadDemo } from './load-demo.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- of any call
type Data = Record<string, any>
type Totals = Record<string, number>

let server: TestServer
let me: Principal
/** Today is the last of these days. */
let days: { start_date: string; end_date: string }
let merchandiseId: number

beforeAll(async () => {
  server = await testServer({ env: { DEMO_SIZE: 'small' } })
  await loadDemo(server.app, demo)
  const one = async (statement: ReturnType<typeof sql>) => (await server.db.execute<Data>(statement)).rows[0]!
  me = (await principalOfAdmin(
    server.db,
    (await one(sql`select id from admins where user_type ilike 'super%' order by id limit 1`)).id,
  ))!
  await trade(one)
})
afterAll(() => server.close())

/** Two months of sales at two cinemas and online, with refunds, subscriptions, redemptions and visits. */
async function trade(one: (statement: ReturnType<typeof sql>) => Promise<Data>) {
  const shop = await newShop(server, 'report-shop')
  const now = server.clock.now().getTime()
  const today = dayOf(now, server.app.env.dayZone)
  days = { start_date: addDays(today, -13), end_date: today }
  const at = (n: number) => new Date(now - n * 14 * 3_600_000).toISOString()
  const product = await one(sql`
    select p.name from products p join product_costs c on c.product_id = p.id where p.kind = 'edible' order by p.id limit 1`)
  const shirt = await one(sql`select id, name from products where kind = 'merchandise' order by id limit 1`)
  merchandiseId = shirt.id
  const combo = await one(sql`
    select p.name, cp.cinema_id from combo_deals d join cinema_products cp on cp.id = d.cinema_product_id
    join products p on p.id = cp.product_id where d.deleted_at is null order by d.id limit 1`)
  const codes = [
    await one(sql`select code from referral_links order by id limit 1`),
    await one(sql`select code from promotions where position = 'body' order by id limit 1`),
    await one(sql`select code from push_notifications order by id limit 1`),
  ].map(({ code }) => code as string)
  const people = Array.from({ length: 6 }, (_, n) => `c-${n}`)
  await shop.sendAll(
    'customers',
    people.map((id, n) => ({ id, first_name: id, email: `${id}@mail.example`, registered_at: at(40 + n) })),
  )
  await shop.sendAll(
    'subscriptions',
    people.flatMap((id, n) => {
      const start = {
        id: `${id}-start`,
        customer_id: id,
        event: 'start',
        at: at(39),
        until: new Date(now + 30 * 86_400_000).toISOString(),
        plan: 'Solo',
        monthly_price: 5000.5,
        tickets: 4,
      }
      return n % 3 ? [start] : [start, { id: `${id}-end`, customer_id: id, event: 'end', at: at(3 + n) }]
    }),
  )
  const { id: movie } = await one(sql`select id from movies order by id limit 1`)
  const sale = (n: number) => ({
    id: `s-${n}`,
    at: at(n),
    channel: (['web', 'mobile', 'not_specified'] as const)[n % 3],
    ...(n % 4 && { cinema_id: n % 2 ? combo.cinema_id : '0030' }),
    ...(n % 3 ? { name: `Guest ${n % 5}`, email: `guest-${n % 5}@mail.example` } : { customer_id: people[n % 6] }),
    payment_reference: `REPORT-${n}`,
    payment_method: n % 2 ? 'card' : 'cash',
    ...(n % 5 < 3 && { referral_code: codes[n % 5] }),
    lines: [
      { kind: 'ticket', quantity: 1 + (n % 3), amount: 3333.33, movie_id: movie, show_at: at(n) },
      { kind: 'concession', quantity: 2, amount: 1999.99, discount: 100.01, product: product.name },
      ...(n % 6 ? [] : [{ kind: 'concession', amount: 7500, product: shirt.name }]),
      ...(n % 3 ? [] : [{ kind: 'concession', amount: 4500, product: combo.name }]),
    ],
  })
  const sales = Array.from({ length: 60 }, (_, n) => sale(n))
  await shop.sendAll('purchases', sales)
  await shop.sendAll(
    'refunds',
    sales
      .filter((_, n) => n % 7 === 0)
      .map(({ id, at: sold }) => ({
        id: `b-${id}`,
        purchase_id: id,
        at: sold,
        lines: [{ kind: 'ticket', quantity: 1, amount: 1000.1 }],
      })),
  )
  await shop.sendAll(
    'redemptions',
    people.map((id, n) => ({ id: `r-${n}`, at: at(n + 1), customer_id: id, tickets: 2, by_subscription: true })),
  )
  await shop.sendAll(
    'visits',
    [0, 1].map((n) => ({ id: `v-${n}`, at: at(n), channel: n ? 'web' : 'mobile', count: 40 + n })),
  )
  await server.db.execute(sql`
    insert into loyalty_members (customer_id, tier, lifetime, available)
    select id, id % 3, id % 5 * 100, id % 7 * 10 from customers`)
  await server.runJobs()
}

/** The data that a call of a screen answers. */
const answered = async (endpoint: Endpoint, args: { query?: object; params?: object } = {}): Promise<Data> => {
  const { status, body, text } = await server.call(endpoint, args as never)
  if (status !== 200) throw new Error(text)
  return body.data as Data
}
const sum = (rows: readonly Data[], of: (row: Data) => number) =>
  Math.round(rows.reduce((all, row) => all + of(row) * 100, 0)) / 100
const sums = (rows: readonly Data[], columns: Record<string, string | ((row: Data) => number)>): Totals =>
  Object.fromEntries(
    Object.entries(columns).map(([title, of]) => [title, sum(rows, typeof of === 'string' ? (row) => row[of] : of)]),
  )
/** All pages of a list. */
async function all(
  endpoint: Endpoint,
  rowsOf: (data: Data) => Data[],
  page: (page: number) => object,
): Promise<Data[]> {
  const rows: Data[] = []
  for (let n = 1; ; n++) {
    const more = rowsOf(await answered(endpoint, { query: page(n) }))
    if (!more.length) return rows
    rows.push(...more)
  }
}
const paged = (page: number) => ({ page, perPage: 100 })

type Kind = {
  query?: () => object
  params?: () => object
  /** By the screen's calls, under the headings of the file. */
  screen: () => Promise<Totals>
}

const year = () => ({ year: Number(days.end_date.slice(0, 4)) })
const ofMonth = () => ({ year: year().year, monthIndex: Number(days.end_date.slice(5, 7)) - 1 })
/** What the screens compare these days with, up to the same time of day. */
const daysBefore = () => {
  const { start_date: start, end_date: end } = days
  const now = server.clock.now()
  const clock = clockOf(now, server.app.env.zone)
  const { before, until } = comparedOf({ start, end }, { today: dayOf(now, server.app.env.dayZone), clock })!
  return { start_date: before.start, end_date: before.end, up_to: until }
}
const CHANNELS = { web: 'Web', mobile: 'Mobile', not_specified: 'Not specified' }
const byChannel = (unit: string) =>
  Object.fromEntries(Object.entries({ ...CHANNELS, total: 'Total' }).map(([of, title]) => [title + unit, of]))

const marginBy = (by: string): Kind => ({
  query: () => ({ ...days, by }),
  screen: async () => {
    const { totals } = await answered(margin.list, { query: { ...days, by } })
    return {
      'Units sold': totals.units,
      Revenue: totals.revenue,
      Cost: totals.cost,
      Margin: totals.margin,
      'Margin (%)': totals.percent,
      'Units without a cost': totals.unknown_units,
    }
  },
})

const KINDS: Record<string, Kind> = {
  'margin.csv product': marginBy('product'),
  'margin.csv combo': marginBy('combo'),
  'margin.csv cinema': marginBy('cinema'),
  'margin.csv movie': marginBy('movie'),
  'merchandise.listCsv': {
    screen: async () =>
      sums(await all(merchandise.list, (data) => data.merchandises, paged), { 'Units sold': 'units_sold' }),
  },
  'merchandise.historyCsv': {
    query: () => days,
    params: () => ({ id: merchandiseId }),
    screen: async () => {
      const record = await answered(merchandise.fetch, { params: { id: merchandiseId }, query: days })
      return { Quantity: record.purchaseQuantity, 'Total price': record.purchaseTotal }
    },
  },
  'movieStats.csv': {
    query: () => days,
    screen: async () => {
      const { totals } = await answered(movieStats.list, { query: days })
      return { 'Tickets sold': totals.tickets_sold, Revenue: totals.revenue }
    },
  },
  'promotions.csv': {
    screen: async () =>
      sums(
        await all(
          promotions.list,
          (data) => data.promotions,
          (pageNo) => ({ pageNo, pageSize: 50 }),
        ),
        {
          Purchases: (row) => row.results.purchases,
          Revenue: (row) => row.results.revenueGenerated,
        },
      ),
  },
  'notifications.csv': {
    screen: async () =>
      sums(await all(notifications.list, (data) => data.notifications, paged), {
        Purchases: 'purchases',
        Revenue: 'revenueGenerated',
      }),
  },
  'referral-links.csv': {
    screen: async () =>
      sums(await all(referralLinks.list, (data) => data.data, paged), {
        'Tickets Purchased': 'ticketsPurchased',
        'Revenue Generated': 'revenueGenerated',
      }),
  },
  'analytics.salesCsv': {
    query: () => days,
    screen: async () => {
      const rows = (await answered(analytics.salesAndRevenue, { query: days })) as Data[]
      const columns = Object.entries({ all: 'All', ...CHANNELS }).flatMap(([channel, name]) =>
        ['tickets', 'concessions', 'subscriptions', 'total'].flatMap((kind) => [
          [`${name}, ${kind} sold`, `${channel}_${kind}`],
          [`${name}, ${kind} revenue (naira)`, `${channel}_${kind}_revenue`],
        ]),
      )
      const then = (await answered(analytics.salesAndRevenue, { query: daysBefore() })) as Data[]
      return {
        ...sums(rows, Object.fromEntries(columns)),
        ...sums(then, {
          'All, tickets sold, earlier': 'all_tickets',
          'All, total revenue (naira), earlier': 'all_total_revenue',
        }),
      }
    },
  },
  'analytics.cubesCsv': {
    query: () => days,
    screen: async () => ({
      ...sums((await answered(analytics.cubeRevenue, { query: days })) as Data[], {
        Payments: 'payments',
        'Paid (naira)': 'paid',
        'Refunded (naira)': 'refunded',
        'Cube revenue (naira)': 'net',
      }),
      ...sums((await answered(analytics.cubeRevenue, { query: daysBefore() })) as Data[], {
        'Cube revenue (naira), earlier': 'net',
      }),
    }),
  },
  'analytics.byCinemaCsv': {
    screen: async () => {
      const { now } = (await answered(analytics.byCinema)).total
      return {
        'Tickets sold': now.tickets,
        'Revenue (naira)': now.revenue,
        'Ticket revenue (naira)': now.ticket_revenue,
        'Concession revenue (naira)': now.concession_revenue,
        'Spend per head (naira)': now.spend_per_head,
        'Concessions per ticket (naira)': now.concessions_per_ticket,
        'Occupancy (%)': now.occupancy,
        Showings: now.showings,
        Refunds: now.refunds,
        'Refunded (naira)': now.refunded,
      }
    },
  },
  'analytics.byTimeCsv weekdays': {
    query: () => ({ chart: 'weekdays' }),
    screen: async () =>
      sums((await answered(analytics.byTime)).weekdays, { 'Tickets sold': 'tickets', 'Revenue (naira)': 'revenue' }),
  },
  'analytics.byTimeCsv dayparts': {
    query: () => ({ chart: 'dayparts' }),
    screen: async () =>
      sums((await answered(analytics.byTime)).dayparts, {
        Showings: 'showings',
        'Seats taken': 'occupied',
        Seats: 'seats',
      }),
  },
  'analytics.chartCsv tickets': {
    query: () => ({ chart: 'tickets' }),
    screen: async () => sums((await answered(analytics.ticketCount, { query: ofMonth() })) as Data[], byChannel('')),
  },
  'analytics.chartCsv ticket-revenue': {
    query: () => ({ chart: 'ticket-revenue' }),
    screen: async () =>
      sums((await answered(analytics.ticketRevenue, { query: ofMonth() })) as Data[], byChannel(' (naira)')),
  },
  'analytics.chartCsv concession-discounts': {
    query: () => ({ chart: 'concession-discounts' }),
    screen: async () =>
      sums((await answered(analytics.subscribedConcessionPurchase, { query: year() })) as Data[], {
        'Discounts (naira)': 'total',
        'Concessions with a discount': 'count',
      }),
  },
  'analytics.chainChartCsv cancelled-revenue': {
    query: () => ({ chart: 'cancelled-revenue' }),
    screen: async () =>
      sums((await answered(analytics.cancelledRecurringRevenue, { query: year() })) as Data[], {
        'Cancelled recurring revenue (naira)': 'total',
        'Subscriptions that ended': 'count',
      }),
  },
  'analytics.chainChartCsv churn-by-month': {
    query: () => ({ chart: 'churn-by-month' }),
    screen: async () =>
      sums((await answered(analytics.customerChurnRate, { query: year() })) as Data[], {
        'Subscriptions that ended': 'count',
      }),
  },
  'analytics.chainChartCsv sign-ups': {
    query: () => ({ chart: 'sign-ups' }),
    screen: async () =>
      sums((await answered(analytics.newSignups, { query: year() })) as Data[], { 'Sign-ups': 'count' }),
  },
  'analytics.chainChartCsv visits': {
    query: () => ({ chart: 'visits' }),
    screen: async () =>
      sums((await answered(analytics.usersVisit, { query: { date: days.end_date } })) as Data[], {
        Web: (row) => row.visit_count.web,
        Mobile: (row) => row.visit_count.mobile,
      }),
  },
  'analytics.chainChartCsv plan-redemption': {
    query: () => ({ chart: 'plan-redemption' }),
    screen: async () =>
      sums((await answered(analytics.subscriptionRedemption, { query: { date: days.end_date } })) as Data[], {
        'Plan tickets used': 'count',
      }),
  },
  'customers.guestsCsv': {
    screen: async () => sums(await all(customers.guests, (data) => data.guestUsers, paged), { Purchases: 'purchases' }),
  },
  'payment-logs.csv': {
    screen: async () => {
      const { sums: of } = await answered(paymentLogs.sums)
      return {
        Paid: of.paid,
        Refunded: of.refunded,
        Net: of.net,
        ...(of.chargedBack && { 'Charged back': of.chargedBack }),
      }
    },
  },
  'payment-logs.refundsCsv': {
    screen: async () => {
      const { paid, refunded, net, underWay } = await answered(paymentLogs.refundSums)
      return { Paid: paid, Refunded: refunded, Net: net, Pending: underWay }
    },
  },
  'points.csv': {
    screen: async () =>
      sums(await all(points.list, (data) => data.members, paged), {
        'Lifetime points': 'lifetime_points',
        'Available points': 'available_points',
      }),
  },
  'vouchers.groupsCsv': {
    screen: async () => sums(await all(vouchers.groups, (data) => data.voucherGroups, paged), { Quantity: 'quantity' }),
  },
  'cubes.bookingsCsv': {
    screen: async () => sums(await all(cubes.bookings, (data) => data.bookings, paged), { Amount: 'payment_amount' }),
  },
  'tickets.csv': {
    screen: async () =>
      sums(await all(tickets.breakdown, (data) => data.tickets, paged), { Tickets: 'quantity', Amount: 'amount' }),
  },
}

const asReport = (kind: string) => {
  const [call, variant] = kind.split(' ') as [string, string?]
  const { query = () => ({}), params = () => ({}) } = KINDS[kind] ?? {}
  const needed = server.app.routes.get(call)!.endpoint.query as { shape?: object } | undefined
  return {
    id: 1,
    call,
    params: params() as Record<string, string>,
    query: {
      ...('start_date' in (needed?.shape ?? {}) && !KINDS[kind] && days),
      ...(variant && { [variantOf(call)!.name]: variant }),
      ...query(),
    } as Record<string, string>,
    every: 'day' as const,
    format: 'csv' as const,
  }
}
const asking = () => ({ me, occasion: server.clock.now(), note: '' })

/** A choice that makes of one call several files. */
function variantOf(call: string): { name: string; values: string[] } | undefined {
  const { query } = server.app.routes.get(call)!.endpoint as { query?: { shape?: Record<string, Data> } }
  for (const name of ['by', 'chart']) {
    const of = query?.shape?.[name]
    const { entries } = (of?._zod.def.innerType ?? of)?._zod.def ?? {}
    if (entries) return { name, values: Object.values(entries) }
  }
}

test('each kind of report that says totals is compared with its screen', async () => {
  const kinds = [...server.app.routes].flatMap(([call, { endpoint }]) =>
    isReportable(endpoint) ? (variantOf(call)?.values.map((value) => `${call} ${value}`) ?? [call]) : [],
  )
  const found: string[] = []
  for (const kind of kinds) {
    const { stream, adds, totals } = await openFile(server.app, asReport(kind), asking()).catch(() => ({
      adds: [],
      totals: undefined,
      stream: undefined,
    }))
    if (stream instanceof Readable) stream.destroy()
    if (adds?.length || totals) found.push(kind)
  }
  expect(found.toSorted()).toEqual(Object.keys(KINDS).toSorted())
})

test.each(Object.keys(KINDS))('the totals of %s are those of its screen', async (kind) => {
  const { rows, totals } = await makeFile(server.app, asReport(kind), asking())
  expect(rows).toBeGreaterThan(0)
  expect(totals).toEqual(await KINDS[kind]!.screen())
  expect(Object.values(totals).some((total) => total !== 0)).toBe(true)
})
