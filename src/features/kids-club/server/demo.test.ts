import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTrade } from '#features/demo/server/load.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { loadInBackground } from './demo.ts'

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
