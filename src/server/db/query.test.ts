import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../test/harness.ts'
import { arrayOf, bool, json, maybe, number, orNull, present, query, text, textOf } from './query.ts'

let server: TestServer
beforeAll(async () => void (server = await testServer()))
afterAll(() => server.close())

test('returns rows as described', async () => {
  const shape = {
    id: number,
    name: text,
    none: orNull(text),
    isOn: bool,
    list: arrayOf(text),
    more: json<{ a: number }>(),
  }
  const { rows } = await query(server.db, { ...shape, kind: textOf<'a' | 'b'>(), left: maybe(number) })`
    select 7::bigint as id, ${'Ọlá'}::text as name, null::text as none, true as "isOn", array['x'] as list,
      '{"a": 1}'::jsonb as more, 'a' as kind`
  expect(rows).toEqual([{ id: 7, name: 'Ọlá', none: null, isOn: true, list: ['x'], more: { a: 1 }, kind: 'a' }])
})

/** Changes of a column by a migration, and the error of the statement that reads it. */
const CHANGES: [string, string, string][] = [
  ['is renamed', 'select id, title as label from list', 'label is not described, title is not selected'],
  ['goes', 'select id from list', 'title is not selected'],
  ['comes', 'select id, title, 1 as place from list', 'place is not described'],
  ['becomes a number', 'select id, 5 as title from list', 'title is 5'],
  ['becomes a boolean', 'select id, true as title from list', 'title is true'],
  ['becomes a list', `select id, array['a'] as title from list`, 'title is ["a"]'],
  ['becomes a document', `select id, '{}'::jsonb as title from list`, 'title is {}'],
  ['becomes a text', `select id::text, title from list`, 'id is "1"'],
  ['is null in a row', 'select id, nullif(title, title) as title from list', 'title is null'],
  ['is two', 'select id, id as "ID", title from list', 'ID is not described'],
]
test.each(CHANGES)('reports a column that %s', async (_, statement, problem) => {
  const list = `with list as (select 1 as id, 'A'::text as title) ${statement}`
  await expect(query(server.db, { id: number, title: text })(sql.raw(list))).rejects.toThrow(
    `A row is not as it is described: ${problem}`,
  )
})

test('requires a nullable column to be described as nullable, or as present in these rows', async () => {
  const read = (email: typeof text) => query(server.db, { email })`select email from customers where email is not null`
  await expect(read(text)).rejects.toThrow('A row is not as it is described: email may be null')
  expect((await query(server.db, { email: present(text) })`select email from customers where false`).rows).toEqual([])
})
