/** @module-tag nightly */
import { scenery } from '#demo/scenery.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { dayOf } from '#contract/time.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { check } from '#features/operations/rollups/server/check.ts'
import { demo as demoCinemas } from '#demo/parts/cinemas.ts'
import { followFilms } from '#features/programming/cinemas/server/follow.ts'
import { allRead } from '#server/integrations/records.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { occupiedSeats } from '#features/sales/trade/server/public.ts'
import { embeddedPointOfSale } from '#server/integrations/pos/embedded.ts'
import { posFilm, programmeOn } from '#demo/chain/programme.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { demo } from '#features/operations/demo/contract.ts'
import { tradeJob } from './jobs.ts'
import { loadTrade, SEED } from './load.ts'
import { DemoTrade, type Trade } from './trade.ts'

// Some fifteen thousand purchases, each time.
vi.setConfig({ testTimeout: 120_000 })

const NOW = new Date(TEST_NOW)
const TODAY = dayOf(NOW, 'Africa/Lagos')
const TOMORROW = new Date(NOW.getTime() + 26 * 3_600_000)

let full: TestServer
let broken: TestServer
let plan: DemoTrade
let planned: Trade
beforeAll(async () => {
  ;[full, broken] = [
    await testServer({ env: { DEMO_SIZE: 'small' } }),
    await testServer({ env: { DEMO_SIZE: 'small' } }),
  ]
  for (const { db } of [full, broken]) await followFilms(db, allRead(programmeOn(TODAY).map(posFilm)), NOW)
  plan = await DemoTrade.make({ origin: NOW, size: 'small', seed: SEED, zone: 'Africa/Lagos' }, TOMORROW)
  planned = plan.during(plan.first, dayOf(TOMORROW, 'Africa/Lagos'), 0, TOMORROW.getTime())
  await full.db.transaction((tx) => demoCinemas(tx, { now: NOW, today: TODAY, seed: SEED }, full.app))
  await loadTrade(full.app)
})
afterAll(async () => {
  await full.close()
  await broken.close()
})

const TABLES: Record<keyof Trade, string> = {
  purchases: 'purchases',
  refunds: 'refunds',
  redemptions: 'redemptions',
  reviews: 'reviews',
  visits: 'visits',
  errors: 'error_reports',
}
const idsOf = async ({ app }: TestServer, table: string) => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select external_id as id from ${table} where source = 'demo' order by external_id collate "C"`,
  )
  return rows.map(({ id }) => id)
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort()
const within = <T extends { at: number }>(list: readonly T[], until: Date) =>
  list.filter(({ at }) => at <= until.getTime())
const rowsOf = async ({ app }: TestServer, query: string) => (await app.database.pool.query(query)).rows

/** The server has what the plan has until an instant, and nothing twice. */
async function expectPlan(server: TestServer, until: Date) {
  for (const [what, table] of Object.entries(TABLES))
    expect(await idsOf(server, table), table).toEqual(
      ids(within<{ id: string; at: number }>(planned[what as keyof Trade], until)),
    )
  const customers = plan.customersFrom(0, plan.customersAt(until.getTime()))
  expect(await idsOf(server, 'customers')).toEqual(ids(customers))
  const events = plan.eventsOf(plan.subscriptions.members, 0, until.getTime())
  expect(await idsOf(server, 'subscription_events')).toEqual(ids(events))
  expect(await check(server.app.database, 'Africa/Lagos')).toEqual([])
}

test('the history is loaded as planned, and the roll-ups are what the rows amount to', async () => {
  await expectPlan(full, NOW)
})

/** Of every show on file: the seats that are taken, and the tickets that were sold for it and not given back. */
const shows = (server: TestServer) =>
  rowsOf(
    server,
    `with sold as (
       select p.cinema_id, l.movie_id, l.show_at, sum(l.quantity - coalesce(r.quantity, 0))::int as tickets
       from purchase_lines l join purchases p on p.id = l.purchase_id left join (
         select r.purchase_id, sum(b.quantity) as quantity
         from refunds r join refund_lines b on b.refund_id = r.id where b.kind = 'ticket' group by 1
       ) r on r.purchase_id = p.id
       where l.kind = 'ticket' group by 1, 2, 3
     )
     select t.cinema_id, t.movie_id, t.starts_at, k.seats - t.seats_available as occupied, coalesce(s.tickets, 0) as tickets
     from showtimes t join screens k on k.cinema_id = t.cinema_id and k.id = t.screen_id
     left join sold s on s.cinema_id = t.cinema_id and s.movie_id = t.movie_id and s.show_at = t.starts_at`,
  )

test('in every show of the last month and to come as many seats are taken as tickets are sold for it', async () => {
  const all = await shows(full)
  const sold = (from: string, until: string) =>
    all
      .filter(({ starts_at: at }) => from <= at.toISOString() && at.toISOString() < until)
      .reduce((sum, { tickets }) => sum + tickets, 0)
  expect(sold('2026-10-22', '2026-10-29')).toBeGreaterThan(50)
  expect(sold('2026-11-14', TEST_NOW)).toBeGreaterThan(50)
  expect(sold(TEST_NOW, '2026-12-01')).toBeGreaterThan(5)
  expect(all.filter(({ occupied, tickets }) => occupied !== tickets)).toEqual([])
})

test('what subscribers buy is known for theirs', async () => {
  const [row] = await rowsOf(
    full,
    `select count(*)::int as uses, (count(*) filter (where by_subscriber))::int as by_subscribers
     from purchases where external_id like 'u%'`,
  )
  expect(row.uses).toBeGreaterThan(1000)
  expect(row.by_subscribers).toBe(row.uses)
})

test('customers are known well enough that staff can change a phone number and nothing else', async () => {
  const [people] = await rowsOf(
    full,
    `select count(*)::int as n, count(birth_date)::int as born, count(gender)::int as gender,
       count(default_cinema_id)::int as cinema, count(trailers_watched)::int as trailers
     from customers`,
  )
  expect(people.born).toBe(people.n)
  for (const [what, least] of Object.entries({ gender: 0.8, cinema: 0.6, trailers: 0.4 })) {
    expect(people[what], what).toBeGreaterThan(least * people.n)
    expect(people[what], what).toBeLessThan(people.n)
  }
  const bare = await rowsOf(
    full,
    `select from subscription_periods s join customers c on c.id = s.customer_id
     where card_number is null or card_pin_hash is null or billing_cycle is null`,
  )
  expect(bare).toEqual([])
  const [subscriber] = await rowsOf(
    full,
    `select c.id, c.card_number from subscription_periods s join customers c on c.id = s.customer_id
     where s.starts_at <= '${TEST_NOW}' and s.ends_at > '${TEST_NOW}' and c.default_cinema_id is not null order by c.id limit 1`,
  )
  const params = { id: subscriber.id }
  const { userData, userSubscriptionHistory } = (await full.call(customers.fetch, { params })).body.data
  const { subscriptionId, subStartDate, subEndDate } = userSubscriptionHistory.active_subscription!
  const answer = await full.call(customers.edit, {
    params,
    body: {
      first_name: userData.firstName,
      last_name: userData.lastName,
      email: userData.email!,
      mobile: '0803 555 0199',
      dateOfBirth: userData.dateOfBirth!,
      gender: userData.gender,
      preferredBillingCycle: userData.preferredBillingCycle,
      default_cinema_id: null,
      subscriptionId,
      subStartDate,
      subEndDate,
      rosettaCardNumber: userData.rosettaCardNumber,
    },
  })
  expect(answer.body).toMatchObject({ data: { userData: { mobile: '+2348035550199', hasCardPin: true } } })
})

describe('a load that was broken off', { timeout: 240_000 }, () => {
  const progress = async () => (await broken.call(demo.progress, { as: 'powerless' })).body.data.percent

  test('says how far it is, with the latest days there first', async () => {
    broken.app.env.demo = true
    expect(await progress()).toBe(null)
    await loadTrade(broken.app, { steps: 6 })
    expect(await progress()).toBeGreaterThan(10)
    expect(await progress()).toBeLessThan(60)
    const [row] = await rowsOf(broken, `select min(day)::text as first, max(day)::text as last from purchases`)
    expect(row.last).toBe(TODAY)
    expect(row.first > plan.first).toBe(true)
  })

  test('goes on where it was left, also by two servers at once, and comes to the same', async () => {
    await Promise.all([loadTrade(broken.app), loadTrade(broken.app)])
    expect(await progress()).toBe(null)
    await expectPlan(broken, NOW)
    for (const rows of [
      'select * from sales_days order by 1, 2, 3',
      'select * from subscription_days order by 1',
      'select * from subscription_ends order by 1, 2',
      'select * from buyer_counts',
    ])
      expect(await rowsOf(broken, rows)).toEqual(await rowsOf(full, rows))
  })
})

test('time that passes brings more, once', { timeout: 240_000 }, async () => {
  await loadTrade(full.app, { until: new Date(NOW.getTime() + 600_000) })
  await loadTrade(full.app, { until: TOMORROW })
  await loadTrade(full.app, { until: TOMORROW })
  await expectPlan(full, TOMORROW)
  full.clock.set(TOMORROW.toISOString())
  await syncSchedule({
    ...full.app,
    pos: embeddedPointOfSale(full.db, full.app.env, full.clock, scenery.chain, occupiedSeats),
  })
  full.clock.set(TEST_NOW)
  const all = await shows(full)
  expect(all.filter(({ occupied, tickets }) => occupied !== tickets)).toEqual([])
})

test('the small chain stands still, and without a demo nothing is sold', async () => {
  const before = await idsOf(broken, 'purchases')
  broken.clock.set('2026-11-24T18:00:00.000Z')
  // Working its trade out takes long: nothing is left to do, so it is not begun.
  const made = vi.spyOn(DemoTrade, 'make')
  onTestFinished(() => made.mockRestore())
  await tradeJob.run(broken.app, {})
  expect(await idsOf(broken, 'purchases')).toEqual(before)
  expect(made).not.toHaveBeenCalled()
  const none = await testServer()
  await tradeJob.run(none.app, {})
  expect(await idsOf(none, 'customers')).toEqual([])
  await none.close()
})
