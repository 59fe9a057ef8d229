import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rights } from '#contract/permissions.ts'
import { rowsOf } from '../db/rows.ts'
import { testServer, type TestServer } from '../test/harness.ts'
import { areAmong, isAmong, type Audience } from './audience.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const GRANTED = ['*', 'cubes:read', 'cubes:write', 'events:write', 'vouchers:write', 'admins:write', 'movies:write']
const CINEMAS = ['1', '2', '3', '"']
const account: fc.Arbitrary<Rights> = fc.record({
  userType: fc.constantFrom('Admin', 'Admin', 'Admin', 'Super Admin', 'Editor', 'token', 'feed'),
  permissions: fc.subarray(GRANTED),
  cinemaRoles: fc.array(fc.record({ permissions: fc.subarray(GRANTED), cinemas: fc.subarray(CINEMAS) }), {
    maxLength: 3,
  }),
})
const anAudience: fc.Arbitrary<Audience> = fc.record({
  permission: fc.subarray([...GRANTED, 'session', 'person', 'superadmin'], { minLength: 1, maxLength: 3 }),
  cinemas: fc.option(fc.array(fc.subarray(CINEMAS), { maxLength: 3 })),
})

test('finds in a query the rows that isAmong finds', async () => {
  const seldom = fc.sample(account, { numRuns: 60, seed: 19 })
  const audiences = fc.sample(anAudience, { numRuns: 300, seed: 19 })
  const rows = audiences.map(({ permission, cinemas }, n) => ({ n, permission, cinemas }))
  let found = 0
  for (const me of seldom) {
    const those = areAmong(me, { permission: sql`x.permission`, cinemas: sql`x.cinemas` })
    const { rows: seen } = await server.db.execute<{ n: number }>(
      sql`select n from ${rowsOf(rows, 'n integer, permission text[], cinemas jsonb')} where ${those} order by n`,
    )
    expect(seen.map(({ n }) => n)).toEqual(rows.filter((one) => isAmong(me, one)).map(({ n }) => n))
    found += seen.length
  }
  expect(found).toBeGreaterThan(1000)
})

test('excludes cinema roles from records of the chain', () => {
  const manager: Rights = {
    userType: 'Admin',
    permissions: ['events:write'],
    cinemaRoles: [
      { permissions: ['cubes:write', 'vouchers:write'], cinemas: ['1', '2'] },
      { permissions: ['cubes:write', 'admins:write'], cinemas: ['3'] },
    ],
  }
  const among = (permission: string[], cinemas: Audience['cinemas']) => isAmong(manager, { permission, cinemas })
  expect(among(['cubes:write'], null)).toBe(false)
  expect(among(['events:write'], null)).toBe(true)
  expect(among(['cubes:write'], [['1'], ['3', '9']])).toBe(true)
  expect(among(['cubes:write'], [['1'], ['9']])).toBe(false)
  expect(among(['cubes:write'], [['1'], []])).toBe(false)
  expect(among(['cubes:write'], [])).toBe(false)
  // Vouchers belong to no cinema, so cinema roles do not cover them.
  expect(among(['vouchers:write'], [['1']])).toBe(false)
  // Each permission where it is needed, from any role.
  expect(among(['cubes:write', 'events:write'], [['2']])).toBe(true)
  expect(among(['cubes:write', 'admins:write'], [['1']])).toBe(false)
  expect(among(['cubes:write', 'admins:write'], [['1', '3']])).toBe(true)
})
