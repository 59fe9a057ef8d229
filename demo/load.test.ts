/** @module-tag nightly */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demo } from './index.ts'
import { loadDemo } from '#app/load-demo.ts'
import { retryUnknown } from '#features/operations/feed/server/retry.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

/** Two loads are held against each other on PostgreSQL; the embedded database takes too long over a second one. */
const isTwice = Boolean(inject('database').postgres)

let servers: TestServer[]
beforeAll(async () => {
  servers = [await testServer()]
  if (isTwice) servers.push(await testServer())
  for (const server of servers) await loadDemo(server.app, demo)
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

/** The demo chain's tables with their order. When a row was last touched is the machine's own time. */
const TABLES = {
  states: 'name',
  cinemas: 'id',
  screens: 'cinema_id, id',
  movies: 'id',
  movie_cast: 'movie_id, position',
  showtimes: 'cinema_id, id',
  promotions: 'id',
  reviews: 'movie_id, created_at, customer_name',
}
/** A promotion's link has a code that the database draws. */
const DRAWN: Record<string, string[]> = { promotions: ['code'] }

test.runIf(isTwice).each(Object.entries(TABLES))('%s are the same for the same day', async (table, order) => {
  const [one, other] = await Promise.all(
    servers.map(async ({ app }) => {
      const { rows } = await app.database.pool.query(
        `select to_jsonb(t) - $1::text[] as row from ${table} t order by ${order}`,
        [['updated_at', ...(DRAWN[table] ?? [])]],
      )
      return rows
    }),
  )
  expect(one!.length).toBeGreaterThan(0)
  expect(other).toEqual(one)
})

test('the chain is as large as it should be, and plays around today', async () => {
  const { rows } = await servers[0]!.app.database.pool.query<Record<string, number>>(`
    select (select count(*)::int from states) as states, (select count(*)::int from cinemas) as cinemas,
           (select count(*)::int from movies where is_approved) as approved,
           (select count(*)::int from movies where is_coming_soon) as coming,
           (select count(*)::int from reviews) as reviews,
           (select count(*)::int from showtimes where starts_at < '2026-11-21T09:00Z') as past,
           (select count(*)::int from showtimes where starts_at > '2026-11-21T09:00Z') as ahead`)
  const demo = rows[0]!
  expect(demo.states).toBeGreaterThanOrEqual(6)
  expect(demo.cinemas).toBeGreaterThanOrEqual(12)
  for (const part of ['approved', 'coming', 'reviews', 'past', 'ahead']) expect(demo[part], part).toBeGreaterThan(0)
})

test('a line of a cinema that the point of sale does not have stays held when it is taken again', async () => {
  const { app } = servers[0]!
  const read = () => app.database.pool.query(`select * from quarantined_records where rule = 'unknown'`)
  const before = (await read()).rows
  expect(before.length).toBeGreaterThan(0)
  await retryUnknown.run(app, undefined as never)
  expect((await read()).rows).toEqual(before)
})

test('a part that is there is not loaded again', async () => {
  const steps: string[] = []
  await loadDemo(servers[0]!.app, demo, (name) => steps.push(name))
  expect(steps).toEqual([])
})
