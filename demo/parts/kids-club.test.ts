import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadTrade } from '#demo/trade/load.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { loadInBackground } from './kids-club.ts'

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

const members = async () =>
  (
    await server.app.database.pool.query(`
      select c.external_id, c.card_number, c.birth_date, k.joined_at, k.guardian_name, k.consent_on, k.consent_source
      from kids_club_members k join customers c on c.id = k.customer_id order by c.external_id`)
  ).rows

test('some children are in the club, a part of them without a consent', async () => {
  const found = await members()
  expect(found).toHaveLength(31)
  const without = found.filter(({ consent_on: day }) => day === null)
  expect(without.length).toBeGreaterThan(1)
  expect(without.length).toBeLessThan(10)
  expect(found.filter(({ guardian_name: name, consent_on: day }) => day && !name)).toEqual([])
  for (const { birth_date: born, card_number: card } of found)
    expect([born > '2014', Boolean(card)]).toEqual([true, true])
})

test('it is loaded once: who was removed stays so; loaded anew it is the same', async () => {
  const found = await members()
  const { pool } = server.app.database
  await pool.query('delete from kids_club_members')
  await loadInBackground(server.app)
  expect(await members()).toEqual([])
  await pool.query(`delete from settings where key = 'demo:kids-club'`)
  await loadInBackground(server.app)
  expect(await members()).toEqual(found)
})

// The embedded database takes one transaction after the other.
test.runIf(inject('database').postgres)(
  'customers are locked in the order of their ids, as the trade that is loaded meanwhile locks them',
  async () => {
    const { pool } = server.app.database
    const { rows } = await pool.query<{ id: number }>('select customer_id as id from kids_club_members order by 1')
    const [first, ...later] = rows.map(({ id }) => id)
    // Who came first stands last in the table.
    await pool.query('create index backwards on customers (id desc)')
    await pool.query('cluster customers using backwards')
    await pool.query(`delete from settings where key = 'demo:kids-club'`)
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from customers where id = $1 for no key update', [first])
      const loading = loadInBackground(server.app)
      const waiting = async () =>
        (await pool.query('select from pg_locks where not granted and database is null')).rowCount
      await expect.poll(waiting).toBeGreaterThan(0)
      await other.query('select from customers where id = any($1) for no key update nowait', [later])
      await other.query('commit')
      await loading
    } finally {
      other.release()
    }
  },
)
