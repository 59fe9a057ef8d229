import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTrade } from '#features/demo/server/load.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { loadInBackground } from './demo.ts'

/** All customers of the small chain, and none of its days. */
const STEPS = 3

let servers: TestServer[]
beforeAll(async () => {
  servers = [await testServer({ env: { DEMO_SIZE: 'small' } }), await testServer({ env: { DEMO_SIZE: 'small' } })]
  for (const { app } of servers) {
    app.env.demo = true
    await loadTrade(app, { steps: STEPS })
    await loadInBackground(app)
  }
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.close()
})

const members = async (at = 0) =>
  (
    await servers[at]!.app.database.pool.query(`
      select c.external_id, c.card_number, c.birth_date, k.joined_at, k.guardian_name, k.consent_on, k.consent_source
      from kids_club_members k join customers c on c.id = k.customer_id order by c.external_id`)
  ).rows

test('some children are in the club, a part of them without a consent, the same every time', async () => {
  const found = await members()
  expect(found).toHaveLength(31)
  const without = found.filter(({ consent_on: day }) => day === null)
  expect(without.length).toBeGreaterThan(1)
  expect(without.length).toBeLessThan(10)
  expect(found.filter(({ guardian_name: name, consent_on: day }) => day && !name)).toEqual([])
  for (const { birth_date: born, card_number: card } of found)
    expect([born > '2014', Boolean(card)]).toEqual([true, true])
  expect(await members(1)).toEqual(found)
})

test('it is loaded once: who was removed stays so', async () => {
  const [first] = servers
  await first!.app.database.pool.query('delete from kids_club_members')
  await loadInBackground(first!.app)
  expect(await members()).toEqual([])
})
