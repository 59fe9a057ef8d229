import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { mismatches } from '../mismatch-contract.ts'
import { messages } from '../mismatch-rules.ts'
import { Shop } from './test/paid.ts'

const DAY = '2026-11-20'
const AT = `${DAY}T12:00:00Z`
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  const ticket = (amount: number) => [{ kind: 'ticket', amount }]
  await shop.sell('unpaid', ticket(3500), { at: AT })
  await shop.sell('rounded', ticket(3500), { at: AT })
  await shop.charge('rounded', 3500.4, { at: AT })
  await shop.charge('tiny', 50, { at: AT })
  await shop.charge('stray', 3500, { at: AT })
  await server.call(paymentLogs.reconcile, { body: { day: DAY } })
  await server.runJobs()
})
afterAll(() => server.close())

const listed = async (query: object = {}) => (await server.call(mismatches.list, { query })).body.data.mismatches
const idOf = async (reference: string) => (await listed({ search: reference }))[0]!.id

test('open mismatches of all days are listed, by what they are about and by their owner', async () => {
  expect((await listed()).map(({ reference }) => reference).toSorted()).toEqual(['rounded', 'stray', 'tiny', 'unpaid'])
  expect(await listed({ about: 'fee' })).toEqual([])
  expect(await listed({ date: `${DAY}..${DAY}` })).toHaveLength(4)
  const { text } = await server.call(mismatches.csv, { query: {} })
  expect(text.split('\r\n')).toHaveLength(6)
})

test('one is given an owner and comments', async () => {
  const id = await idOf('unpaid')
  const { owners } = (await server.call(mismatches.comments, { params: { id } })).body.data
  const owner = owners[0]!
  const assigned = await server.call(mismatches.assign, { params: { id }, body: { owner_id: owner.id } })
  expect(assigned.body.data.owner).toEqual(owner)
  expect(await listed({ owner: 'nobody' })).toHaveLength(3)
  expect((await server.call(mismatches.assign, { params: { id }, body: { owner_id: 999_999 } })).status).toBe(422)
  await server.call(mismatches.comment, { params: { id }, body: { comment: 'Asked the bank' } })
  const { comments } = (await server.call(mismatches.comments, { params: { id } })).body.data
  expect(comments).toMatchObject([{ author: 'superadmin Tester', comment: 'Asked the bank' }])
  expect((await listed({ search: 'unpaid' }))[0]).toMatchObject({ comments: 1, owner })
  expect((await server.call(mismatches.comment, { params: { id }, body: { comment: '' } })).status).toBe(422)
})

test('those that fit a named rule are settled at once, and no others', async () => {
  const id = await idOf('stray')
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into provider_movements (provider, kind, provider_id, reference, day, at, kobo)
    values ('embedded', 'refund', 'r-1', 'stray', ${DAY}, ${AT}, 350000) returning id`)
  expect(rows).toHaveLength(1)
  const { rules } = (await server.call(mismatches.rules)).body.data
  expect(rules).toEqual([
    { rule: 'test', count: 1 },
    { rule: 'rounding', count: 1 },
    { rule: 'returned', count: 1 },
  ])
  for (const { rule } of rules)
    expect((await server.call(mismatches.settle, { params: { rule } })).body.data).toEqual({ settled: 1 })
  expect((await listed()).map(({ reference }) => reference)).toEqual(['unpaid'])
  expect((await listed({ state: 'resolved' })).find((one) => one.id === id)?.note).toBe(
    'Rule: Charged without an order, and paid back',
  )
  const again = await server.call(mismatches.settle, { params: { rule: 'test' } })
  expect(again.problem.message).toBe(messages.nothing)
})
