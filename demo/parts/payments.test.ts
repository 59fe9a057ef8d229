import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo as sellPlans } from './tiers.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { payments } from '#features/payments/payments/contract.ts'
import { storeDemoCards } from './payments.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { DEMO_SIZE: 'small' } })
})
afterAll(() => server.close())

const cards = async () =>
  (await server.db.execute<Record<string, string>>(sql`select * from payment_cards order by customer_id`)).rows

test("subscribers of the demo have cards that renew the demo's plans, and each sentinel is among them", async () => {
  await storeDemoCards(server.app)
  expect(await cards()).toEqual([])
  server.app.env.demo = true
  const { db } = server
  // As the demo's loader does it: customers with a subscription in force, and how far it is.
  await db.execute(sql`
    insert into customers (source, external_id, first_name, email, registered_at, registered_on)
    select 'demo', 'c' || n, 'Ada', 'c' || n || '@chain.example', '2026-01-01T09:00:00Z', '2026-01-01' from generate_series(0, 399) n`)
  await db.execute(sql`
    insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
    select 'demo', 's' || id, id, 'start', '2026-11-01T09:00:00Z', '2026-11-01',
      case when id % 7 = 0 then '2026-11-10T09:00:00Z' else '2026-12-01T09:00:00Z' end::timestamptz, 'Solo', 500000, 2
    from customers`)
  await db.execute(
    sql`insert into subscription_periods select * from subscription_periods_of(array(select id from customers), 'Africa/Lagos')`,
  )
  const loaded = { origin: TEST_NOW, size: 'small', customers: 400, since: '2026-11-21', until: TEST_NOW, percent: 15 }
  await db.execute(sql`insert into settings (key, value) values ('demo:trade', ${JSON.stringify(loaded)}::jsonb)`)
  await db.transaction((tx) => sellPlans(tx, { today: '2026-11-21', now: server.clock.now(), seed: 1 }))
  await storeDemoCards(server.app)
  const stored = await cards()
  expect(stored.length).toBeGreaterThan(190)
  expect(stored.length).toBeLessThan(220)
  const last4 = new Set(stored.map((card) => card.last4))
  for (const sentinel of ['0002', '0003', '0004', '0005']) expect(last4).toContain(sentinel)
  await db.execute(sql`delete from payment_cards where customer_id = ${stored[0]!.customer_id}`)
  await storeDemoCards(server.app)
  expect(await cards()).toHaveLength(stored.length - 1)

  const states = new Map<string, string>()
  for (const { customer_id: id, last4: last } of stored.slice(1).filter((card) => card.last4! < '0100')) {
    const answer = await server.call(payments.renew, { params: { id: Number(id) } })
    states.set(last!, answer.body.data.state)
  }
  expect(Object.fromEntries(states)).toEqual({
    '0002': 'failed',
    '0003': 'needs_customer',
    '0004': 'initiated',
    '0005': 'failed',
  })
  const [good] = stored.filter((card) => card.last4! > '1000' && Number(card.expiry_year) > 2026)
  const renewed = await server.call(payments.renew, { params: { id: Number(good!.customer_id) } })
  expect(renewed.body.data).toMatchObject({ state: 'succeeded', subscriptionName: 'Solo', amount: 5000 })
})
