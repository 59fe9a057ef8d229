import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from './demo.ts'
import { testServer, type TestServer } from './test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await loadDemo(server.app)
}, 120_000)
afterAll(() => server?.close())

/**
 * The demo chain's tables, their order, and a digest of their rows on the day of the tests: one load on each database is
 * held against it. Whoever changes the demo writes here what the failure says.
 */
const TABLES = {
  states: ['name', 'ddbc3e8a564fb3e1'],
  cinemas: ['id', 'f0a3bd0295e0e1a8'],
  screens: ['cinema_id, id', 'd999ad2770af5dbe'],
  movies: ['id', '83417b7abc46bb34'],
  movie_cast: ['movie_id, position', '4923e3143f2bf2ec'],
  showtimes: ['cinema_id, id', '9a9e33f49eb26dc6'],
  promotions: ['id', '192e55de0550b95e'],
  reviews: ['movie_id, created_at, customer_name', '6db4e9934c24011d'],
} as const

test.each(Object.entries(TABLES))('%s are the same for the same day', async (table, [order, digest]) => {
  // When a row was last touched is the machine's own time, and the name of a picture tells how this machine draws it.
  const { rows } = await server.app.database.pool.query<{ row: string }>(
    `select regexp_replace((to_jsonb(t) - 'updated_at')::text, '-[0-9a-f]{32}', '', 'g') as row from ${table} t order by ${order}`,
  )
  const all = rows.map(({ row }) => row).join('\n')
  expect(createHash('sha256').update(all).digest('hex').slice(0, 16)).toBe(digest)
})

test('the chain is as large as it should be, and plays around today', async () => {
  const { rows } = await server.app.database.pool.query<Record<string, number>>(`
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

test('a part that is there is not loaded again', async () => {
  const steps: string[] = []
  await loadDemo(server.app, (name) => steps.push(name))
  expect(steps).toEqual([])
})
