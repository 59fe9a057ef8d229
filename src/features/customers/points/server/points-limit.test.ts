import { POINTS_MOST } from '#contract/permissions.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#features/access/admins/role-contract.ts'
import { messages as roleMessages } from '#features/access/admins/role-rules.ts'
import { session } from '#features/access/session/contract.ts'
import { testServer, type TestServer, type Who } from '#server/test/harness.ts'
import { points } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
let id: number
let clerks: number
beforeAll(async () => {
  server = await testServer()
  const made = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, registered_at, registered_on)
    values ('test', '1', 'Ada', 'Obi', '2026-01-05T08:00:00Z', '2026-01-05') returning id`)
  id = made.rows[0]!.id
  const { rows } = await server.db.execute<{ id: number }>(sql`
    update roles set permissions = '{points:read,points:write}' where name = 'Powerless' returning id`)
  clerks = rows[0]!.id
})
afterAll(() => server.close())

const move = async (call: typeof points.award | typeof points.redeem, amount: number, as: Who) => {
  const answer = await server.call(call, { params: { id }, body: { points: amount, reason: 'Kind' }, as })
  return [answer.status, answer.problem.errors] as const
}
const setPointsLimit = (pointsLimit: unknown) =>
  server.call(roles.change, { params: { id: clerks }, body: { pointsLimit } })
const over = (limit: number) => [422, [{ field: 'points', message: messages.overPointsLimit(limit) }]]

// ASVS: 2.3.2
test('a role has a ceiling on the points that are awarded or redeemed at once, and a superadmin has none', async () => {
  expect(messages.overPointsLimit(10_000)).toBe('Your role allows up to 10,000 points in 24 hours')
  for (const as of ['powerless', 'admin'] as const) expect(await move(points.award, 10_001, as)).toEqual(over(10_000))
  expect((await move(points.award, 10_000, 'powerless'))[0]).toBe(200)
  expect((await move(points.award, POINTS_MOST, 'superadmin'))[0]).toBe(200)
  expect(await move(points.redeem, 10_001, 'powerless')).toEqual(over(10_000))
  expect((await move(points.redeem, 10_000, 'powerless'))[0]).toBe(200)
})

test('the ceiling is set in the role, counts at once, and is in the audit', async () => {
  expect((await setPointsLimit(500)).body.data.pointsLimit).toBe(500)
  expect(await move(points.award, 501, 'powerless')).toEqual(over(500))
  const { rows } = await server.db.execute(sql`
    select before, after from audit_log where entity = 'role' and entity_id = ${String(clerks)} order by id desc limit 1`)
  expect(rows).toEqual([{ before: { pointsLimit: 10_000 }, after: { pointsLimit: 500 } }])
  const pointsLimitFor = async (as: Who) => (await server.call(session.profile, { as })).body.data.pointsLimit
  expect([await pointsLimitFor('powerless'), await pointsLimitFor('superadmin')]).toEqual([500, POINTS_MOST])
})

test.each([0, POINTS_MOST + 1, 1.5, '500'])('a ceiling of %j is refused', async (limit) => {
  const { status, problem } = await setPointsLimit(limit)
  expect([status, problem.errors]).toEqual([422, [{ field: 'pointsLimit', message: roleMessages.badPointsLimit }]])
})

test('a line above the ceiling is not taken back either', async () => {
  await setPointsLimit(1000)
  const made = await server.call(points.award, { params: { id }, body: { points: 1001, reason: 'Kind' } })
  const line = { params: { id: made.body.data.line_id }, body: { reason: 'By mistake' } }
  const refused = await server.call(points.reverse, { ...line, as: 'powerless' })
  expect([refused.status, refused.problem.message]).toEqual([409, messages.overPointsLimit(1000)])
  expect((await server.call(points.reverse, line)).status).toBe(200)
})
