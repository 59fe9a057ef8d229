import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTrade } from '#demo/trade/load.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { loadInBackground } from './points.ts'

/** All customers of the small chain, and none of its days. */
const STEPS = 3

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { DEMO_SIZE: 'small' } })
  server.app.env.demo = true
  await loadTrade(server.app, { steps: STEPS })
  await loadInBackground(server.app)
})
afterAll(() => server?.close())

const rowsOf = async (query: string) => (await server.app.database.pool.query(query)).rows
const LEDGER = `select c.external_id, l.kind, l.points, l.lifetime, l.to_tier, l.reason, l.actor, l.at
  from points_ledger l join customers c on c.id = l.customer_id order by c.external_id, l.id`

test('a share of the customers has points, some of each tier, with a history that adds up', async () => {
  const [found] = await rowsOf(`
    select (select count(*)::int from customers) as customers, count(*)::int as members,
      count(*) filter (where tier = 1)::int as buffs, count(*) filter (where tier = 2)::int as fanatics
    from loyalty_members`)
  expect(found.members / found.customers).toBeGreaterThan(0.35)
  expect(found.members / found.customers).toBeLessThan(0.45)
  expect(found.buffs).toBeGreaterThan(found.fanatics)
  expect(found.fanatics).toBeGreaterThan(2)
  expect(
    await rowsOf(`
      select m.customer_id from loyalty_members m join (
        select customer_id, sum(points) as points, sum(lifetime) as lifetime from points_ledger group by 1
      ) l using (customer_id) where m.available <> l.points or m.lifetime <> l.lifetime`),
  ).toEqual([])
  const kinds = await rowsOf('select kind, count(*)::int as n from points_ledger group by kind order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual(['award', 'redemption', 'reversal', 'tier'])
})

test('nobody had less than nothing, or anything before they came or after now', async () => {
  expect(
    await rowsOf(`
      select id from (
        select l.id, sum(points) over w as left_then, lag(l.at) over w as before, l.at, c.registered_at
        from points_ledger l join customers c on c.id = l.customer_id window w as (partition by customer_id order by l.id)
      ) l where left_then < 0 or at < before or at < registered_at or at > '2026-11-21T09:00:00Z'`),
  ).toEqual([])
})

test('it is loaded once, and loaded anew it is the same', async () => {
  const ledger = await rowsOf(LEDGER)
  expect(ledger.length).toBeGreaterThan(1000)
  await Promise.all([loadInBackground(server.app), loadInBackground(server.app)])
  expect(await rowsOf(LEDGER)).toEqual(ledger)
  // The ledger refuses to lose a line; a replica does not ask its triggers.
  await rowsOf(`begin; set local session_replication_role = replica;
    delete from points_ledger; delete from loyalty_members; delete from settings where key = 'demo:points:until'; commit`)
  await loadInBackground(server.app)
  expect(await rowsOf(LEDGER)).toEqual(ledger)
})
