import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { settleShipping, shipWaiting } from './ship.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const add = async (name: string) => {
  const answer = await server.call(categories.create, { body: { name } })
  expect(answer.status).toBe(200)
  return answer.headers['x-request-id']
}
const waiting = async () => (await server.db.execute(sql`select id from audit_outbox`)).rows.length
async function shipped(): Promise<Record<string, unknown>[]> {
  let text = ''
  await shipWaiting(server.app, async (more) => void (text += more))
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

// ASVS: 16.2.3
test('stores no waiting entries while shipping is off', async () => {
  await settleShipping(server.db, false)
  await add('Silent')
  expect(await waiting()).toBe(0)
})

// ASVS: 16.2.1, 16.2.4
test('writes each committed entry once, with its actor, action and request', async () => {
  await settleShipping(server.db, true)
  const request = await add('Shipped')
  await server.db
    .transaction(async (tx) => {
      await tx.execute(sql`
        insert into audit_log (actor, action, entity, entity_id, summary) values ('A', 'x.y', 'movie', '1', 'Never was')`)
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await shipped()).toEqual([
    {
      type: 'audit',
      id: expect.any(Number),
      at: '2026-11-21T09:00:00.000Z',
      actor_id: expect.any(Number),
      actor: 'superadmin Tester',
      action: 'categories.create',
      entity: 'category',
      entity_id: expect.any(String),
      summary: 'Added the category Shipped',
      before: null,
      after: { name: 'Shipped' },
      request_id: request,
    },
  ])
  expect(await shipped()).toEqual([])
})

// ASVS: 16.4.3
test('keeps entries that no one reads, and writes those of a stopped server after a minute', async () => {
  await add('Refused')
  await shipWaiting(server.app, async () => {
    throw new Error('EPIPE')
  })
  expect([await waiting(), await shipped()]).toEqual([1, []])
  server.clock.set('2026-11-21T09:01:01.000Z')
  expect((await shipped()).map(({ summary }) => summary)).toEqual(['Added the category Refused'])
})

test('never writes an entry from two servers', async () => {
  for (let n = 0; n < 5; n++) await add(`Both ${n}`)
  const both = await Promise.all([shipped(), shipped()])
  expect(both.flat().map(({ summary }) => summary)).toHaveLength(5)
})

test('counts the entries that were never written when it is switched off', async () => {
  await add('Late')
  expect(await settleShipping(server.db, false)).toBe(1)
  expect(await waiting()).toBe(0)
})
