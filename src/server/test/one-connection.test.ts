import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = () => server.db.execute(sql`select 1`)

// The embedded database would wait for ever.
test.runIf(inject('database').postgres)(
  'rejects a query outside an open transaction: a statement, a transaction, and one of the pool',
  async () => {
    const queries = [ask, () => server.db.transaction(ask), () => server.app.database.pool.query('select 1')]
    for (const query of queries) {
      const error: Error = await server.db.transaction(query).then(
        () => new Error('It was answered'),
        (e: Error) => e,
      )
      expect(String(error.cause ?? error)).toMatch(/beside an open transaction/)
    }
  },
)

test('allows a query inside the transaction, parallel to another one, and after one', async () => {
  const within = server.db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows.length)
  expect(
    await Promise.all([within, server.db.transaction(async () => 1), ask().then(({ rows }) => rows.length)]),
  ).toEqual([1, 1, 1])
  let later: (() => ReturnType<typeof ask>) | undefined
  await server.db.transaction(async () => void (later = ask))
  expect((await later!()).rows).toHaveLength(1)
})
