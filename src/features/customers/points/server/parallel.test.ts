import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { points } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const customer = async (name: string) => {
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, registered_at, registered_on)
    values ('test', ${name}, ${name}, '2026-01-05T08:00:00Z', '2026-01-05') returning id`)
  return rows[0]!.id
}
const sums = async (id: number) => {
  const { rows } = await server.db.execute(sql`
    select (select count(*)::int from points_ledger where customer_id = ${id}) as lines,
      (select sum(points)::int from points_ledger where customer_id = ${id}) as points,
      (select sum(lifetime)::int from points_ledger where customer_id = ${id}) as lifetime,
      (select min(sum) from (select sum(points) over (order by id)::int from points_ledger where customer_id = ${id}) s) as lowest,
      m.available::int, m.lifetime::int as of_member from loyalty_members m where customer_id = ${id}`)
  return rows[0]!
}

// ASVS: 15.4.2
test('200 awards and redemptions at once leave an exact ledger that was never negative', async () => {
  const id = await customer('All at once')
  const jobs = Array.from({ length: 200 }, (_, n) =>
    n % 2
      ? server.call(points.award, { params: { id }, body: { points: 10, reason: 'Award' } })
      : server.call(points.redeem, { params: { id }, body: { points: 15, reason: 'Redeem' } }),
  )
  const answers = await Promise.all(jobs)
  const awarded = answers.filter((answer, n) => n % 2 && answer.status === 200).length
  const redeemed = answers.filter((answer, n) => n % 2 === 0 && answer.status === 200).length
  const refused = answers.filter(({ status }) => status === 422)
  expect([awarded, awarded + redeemed + refused.length]).toEqual([100, 200])
  for (const { problem } of refused) expect(problem.message).toMatch(/can be redeemed$|no points to redeem$/)
  // More was asked for than there was.
  expect(redeemed).toBeLessThanOrEqual(66)
  const { lowest, ...found } = await sums(id)
  expect(found).toEqual({
    lines: 100 + redeemed,
    points: 1000 - 15 * redeemed,
    lifetime: 1000,
    available: 1000 - 15 * redeemed,
    of_member: 1000,
  })
  expect(lowest).toBeGreaterThanOrEqual(0)
})

test('of twenty who take one line back, one does', async () => {
  const id = await customer('Taken back')
  const { body } = await server.call(points.award, { params: { id }, body: { points: 10, reason: 'Award' } })
  const take = () => server.call(points.reverse, { params: { id: body.data.line_id }, body: { reason: 'By mistake' } })
  const statuses = (await Promise.all(Array.from({ length: 20 }, take))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(await sums(id)).toMatchObject({ lines: 2, points: 0, available: 0 })
})

test('of twenty who award with one key, one does', async () => {
  const id = await customer('One key')
  const send = () =>
    server.call(points.award, {
      params: { id },
      body: { points: 10, reason: 'Award' },
      headers: { 'idempotency-key': 'the one' },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(new Set(answers.map(({ body }) => body.data.line_id)).size).toBe(1)
  expect(await sums(id)).toMatchObject({ lines: 1, points: 10 })
})
