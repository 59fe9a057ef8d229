import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { recentlyDeleted } from '../contract.ts'
import { KINDS, type Kind } from '../rules.ts'
import { RESTORING } from '../restoring.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const list = async (query: object = {}, as?: 'admin' | 'powerless') =>
  (await server.call(recentlyDeleted.list, { query, ...(as && { as }) })).body.data
const addCategory = async (name: string) => (await server.call(categories.create, { body: { name } })).body.data.id
const later = (minutes: number) =>
  server.clock.set(new Date(new Date(TEST_NOW).getTime() + minutes * 60_000).toISOString())

test('every kind says who may restore it as its call does', async () => {
  const kinds = server.app.deleted.map(({ kind, permission }) => [kind, permission])
  expect(Object.fromEntries(kinds)).toEqual(
    Object.fromEntries(Object.entries(KINDS).map(([kind, { permission }]) => [kind, permission])),
  )
  for (const kind of Object.keys(KINDS) as Kind[]) expect(KINDS[kind].permission).toBe(RESTORING[kind].permission)
  for (const kind of Object.keys(KINDS)) expect(await list({ kind })).toEqual({ records: [], totalCount: 0 })
})

test('lists what was deleted, the latest first, with who did it, until it is restored', async () => {
  later(0)
  const ids = []
  for (const name of ['A', 'B', 'C']) ids.push(await addCategory(name))
  for (const [at, id] of ids.entries()) {
    later(at + 1)
    await server.call(categories.remove, { params: { id }, as: at === 1 ? 'admin' : 'superadmin' })
  }
  const media = { web_media: '/a.jpg', mobile_media: '/b.jpg', thumbnail: '/c.jpg' }
  const ctaOptions = { primaryCTA: 'Book', primaryCTAUrl: 'https://cinema.example' }
  const body = { title: 'P', description: 'P', ...media, ctaOptions }
  const { id } = (await server.call(promotions.create, { body })).body.data
  await server.call(promotions.remove, { params: { id } })

  const first = await list({ perPage: 2 })
  expect(first.totalCount).toBe(4)
  expect(first.records.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['category C', 'promotion P'])
  const second = await list({ perPage: 2, page: 2 })
  expect(second.records).toMatchObject([
    { kind: 'category', id: ids[1], title: 'B', deleted_by: expect.any(String) },
    { kind: 'category', id: ids[0], title: 'A', deleted_by: expect.any(String) },
  ])
  expect(second.records[0]!.deleted_by).not.toBe(second.records[1]!.deleted_by)
  expect((await list({ kind: 'promotion' })).records).toMatchObject([{ title: 'P', deleted_at: expect.any(String) }])

  await server.call(categories.restore, { params: { id: ids[2]! } })
  expect((await list()).records.map(({ title }) => title)).toEqual(['P', 'B', 'A'])
  // For 30 days.
  later(30 * 24 * 60 + 2)
  expect((await list()).records.map(({ title }) => title)).toEqual(['P', 'B'])
  later(31 * 24 * 60)
  expect((await list()).totalCount).toBe(0)
})

test('shows nobody what they may not restore, and knows no other kind', async () => {
  later(0)
  const id = await addCategory('D')
  await server.call(categories.remove, { params: { id } })
  const setRole = (permissions: string[]) =>
    server.db
      .update(roles)
      .set({ permissions: permissions as never })
      .where(sql`name = 'Powerless'`)
  await setRole(['categories:read', 'promotions:write'])
  expect((await list({}, 'powerless')).records.map(({ kind }) => kind)).not.toContain('category')
  await setRole(['categories:write'])
  expect(new Set((await list({}, 'powerless')).records.map(({ kind }) => kind))).toEqual(new Set(['category']))
  await setRole([])
  const answer = await server.call(recentlyDeleted.list, { query: { kind: 'ghost' } })
  expect(answer.problem).toMatchObject({ status: 422, errors: [{ field: 'kind' }] })
})
