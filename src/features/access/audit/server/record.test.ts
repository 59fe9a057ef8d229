import { afterAll, beforeAll, expect, test } from 'vitest'
import { admins } from '#features/access/admins/contract.ts'
import { person } from '#features/access/approvals/server/test/office.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { audit } from '../contract.ts'
import { HIDDEN } from '../rules.ts'
import { findLine, linesOfRecord } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const linesOf = async (entity: string, id: number) =>
  (await server.call(audit.list, { query: { entity, entity_id: String(id), sort: 'at' } })).body.data.lines.map(
    (line) => line.id,
  )
const then = async (id: number, reader = server.call) => (await reader(audit.record, { params: { id } })).body.data
const recordAt = async (id: number) => {
  const { state, fields } = await then(id)
  return [state, Object.fromEntries(fields.map(({ field, value }) => [field, value]))]
}

test('a record is shown as it was after each of its lines', async () => {
  const { id } = (await server.call(categories.create, { body: { name: 'Talks' } })).body.data
  await server.call(categories.change, { params: { id }, body: { name: 'Galas' } })
  await server.call(categories.remove, { params: { id } })
  await server.call(categories.restore, { params: { id } })
  const lines = await linesOf('category', id)
  expect(await Promise.all(lines.map(recordAt))).toEqual([
    ['there', { name: 'Talks' }],
    ['there', { name: 'Galas' }],
    ['deleted', { name: 'Galas' }],
    ['there', { name: 'Galas' }],
  ])
  expect((await then(lines[0]!)).fields).toEqual([
    { field: 'name', value: 'Talks', at: server.clock.now().toISOString(), actor: 'superadmin Tester' },
  ])
  expect(await then(lines[0]!)).toMatchObject({ isPartial: false })
  const line = (await findLine(server.db, lines[1]!))!
  expect(await linesOfRecord(server.db, line, 1)).toMatchObject({
    isTruncated: true,
    lines: [{ id: lines[1] }, { id: lines[2] }],
  })
})

test('a line that there is not, and whoever may not read the log', async () => {
  expect((await server.call(audit.record, { params: { id: 99_999 } })).status).toBe(404)
  expect((await server.call(audit.record, { params: { id: 1 }, as: 'powerless' })).status).toBe(403)
})

test('whoever may not see admins is shown no name of one', async () => {
  const { id } = await person(server, 'Ngozi Eze')
  const change = {
    email: 'ngozi@office.example',
    mobile: '0803 123 4567',
    userType: 'SUPERADMIN' as const,
    firstName: 'Ngozi',
    lastName: 'Obi',
  }
  const edited = await server.call(admins.edit, { params: { id }, body: change })
  expect(edited.problem).not.toHaveProperty('status')
  const [line] = await linesOf('admin', id)
  const clerk = await person(server, 'Ken Clerk', ['audit:read'])
  const values = (fields: { value: unknown }[]) => JSON.stringify(fields.map(({ value }) => value))
  expect(values((await then(line!)).fields)).toContain('Obi')
  const seen = values((await then(line!, clerk.call as never)).fields)
  expect([seen.includes('Obi'), seen.includes(HIDDEN)]).toEqual([false, true])
})
