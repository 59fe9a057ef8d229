import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { categories } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const add = (name: unknown) => server.call(categories.create, { body: { name } })
const added = async (name: string) => (await add(name)).body.data
const change = (id: number, body: object) => server.call(categories.change, { params: { id }, body })
const remove = (id: number) => server.call(categories.remove, { params: { id } })
const restore = (id: number) => server.call(categories.restore, { params: { id } })
const names = async () => (await server.call(categories.list)).body.data.map(({ name }) => name)

// Clauses: operations 199, 377-380
test('a category is added, read, renamed and listed by its name', async () => {
  const answer = await add('  Premiere ')
  expect(answer.body).toEqual({
    message: messages.added,
    data: { id: answer.body.data.id, name: 'Premiere', createdAt: server.clock.now().toISOString(), version: 1 },
  })
  const { id } = answer.body.data
  await added('comedy')
  await added('Ẹ̀bá')
  expect((await server.call(categories.one, { params: { id } })).body.data).toEqual(answer.body.data)
  const renamed = await change(id, { name: 'Gala', version: 1 })
  expect(renamed.body).toMatchObject({ message: messages.saved, data: { name: 'Gala', version: 2 } })
  expect(await names()).toEqual(['comedy', 'Ẹ̀bá', 'Gala'])
  const { rows } = await server.db.execute(sql`
    select summary, before, after from audit_log where entity = 'category' order by id desc limit 1`)
  expect(rows).toEqual([
    { summary: 'Renamed the category Premiere', before: { name: 'Premiere' }, after: { name: 'Gala' } },
  ])
})

describe('a name', () => {
  // Clauses: operations 289
  test.each([
    ['', 'Field is empty'],
    ['   ', 'Field is empty'],
    [undefined, 'Field is empty'],
    [7, 'Field is empty'],
    ['x'.repeat(101), 'Enter up to 100 characters'],
    ['COMEDY', messages.nameExists],
  ])('is refused as %j', async (name, message) => {
    const { id } = await added(`Other than ${JSON.stringify(name)?.slice(0, 50)}`)
    for (const answer of [await add(name), await change(id, { name })])
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'name', message }]])
  })

  test('is given once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => add(n % 2 ? 'Sport' : 'SPORT')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)])
  })

  test('may be kept in another case', async () => {
    const { id } = await added('kids')
    expect((await change(id, { name: 'Kids' })).body.data.name).toBe('Kids')
  })
})

// Clauses: operations 381
test('a deleted category gives its name free and comes back unless that was taken', async () => {
  const { id } = await added('Opera')
  expect((await remove(id)).body).toEqual({ data: null, message: 'Deleted successfully' })
  expect((await server.call(categories.one, { params: { id } })).status).toBe(404)
  expect((await remove(id)).status).toBe(404)
  expect((await restore(id)).body.data).toMatchObject({ id, name: 'Opera', version: 3 })
  expect([(await restore(id)).status, (await restore(id)).problem.message]).toEqual([409, messages.notDeleted])
  await remove(id)
  await added('opera')
  const conflict = await restore(id)
  expect([conflict.status, conflict.problem.message]).toEqual([422, messages.nameExists])
})

test('a create that is sent again is done once', async () => {
  const headers = { 'idempotency-key': 'one' }
  const answers = [1, 2].map(() => server.call(categories.create, { body: { name: 'Ballet' }, headers }))
  const [one, other] = await Promise.all(answers)
  expect([one!.status, other!.body]).toEqual([200, one!.body])
})

test('a category that is not there', async () => {
  for (const id of [9999, 0, 'x' as never]) {
    const answers = [
      await server.call(categories.one, { params: { id } }),
      await change(id, { name: 'A' }),
      await remove(id),
      await restore(id),
    ]
    expect(answers.map(({ problem }) => problem.message)).toEqual(Array(4).fill('Category not found'))
  }
})
