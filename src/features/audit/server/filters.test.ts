import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { audit } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const add = (actor: string, id: number | null, action: string, entity = 'movie', entityId = '7') =>
    server.db.execute(sql`
      insert into audit_log (at, actor, actor_id, action, entity, entity_id, summary)
      values ('2026-11-20T09:00Z', ${actor}, ${id}, ${action}, ${entity}, ${entityId}, ${action})`)
  await add('Ada Old', 901, 'movies.save')
  await add('Ada Obi', 901, 'movies.listCsv', 'export', 'movies.csv')
  await add('Bola', 902, 'catalogue.remove', 'film')
  await add('Bola', 902, 'session.login', 'admin', '902')
  await add('Nobody signed in', null, 'session.login.refused', 'admin', '901')
  await add('Token Books', null, 'movies.save', 'movie', '8')
})
afterAll(() => server.close())

type Query = NonNullable<Parameters<typeof ask>[0]>
const ask = (query: Partial<Record<'person' | 'area' | 'act' | 'entity' | 'entity_id' | 'search', string>>) =>
  server.call(audit.list, { query: { ...query, end_date: '2026-11-20', sort: 'at' } as never })
const found = async (query: Query) => {
  const { body } = await ask(query)
  const csv = await server.call(audit.csv, { query: { ...query, end_date: '2026-11-20' } as never })
  expect(csv.text.trim().split('\r\n')).toHaveLength(body.data.totalCount + 1)
  return body.data.lines.map(({ action }) => action)
}

test.each<[Query, string[]]>([
  [{ person: '902' }, ['catalogue.remove', 'session.login']],
  [{ area: 'movies' }, ['movies.save', 'movies.listCsv', 'catalogue.remove', 'movies.save']],
  [{ area: 'account' }, ['session.login', 'session.login.refused']],
  [{ act: 'refused' }, ['session.login.refused']],
  [{ act: 'changed' }, ['movies.save', 'movies.save']],
  [{ act: 'deleted', area: 'movies' }, ['catalogue.remove']],
  [{ act: 'deleted', area: 'account' }, []],
  [{ area: 'movies', person: '901' }, ['movies.save', 'movies.listCsv']],
  [{ entity: 'movie', entity_id: '8' }, ['movies.save']],
  [{ entity: 'admin', entity_id: '901', act: 'refused' }, ['session.login.refused']],
])('%j finds %j, in the file too', async (query, actions) => expect(await found(query)).toEqual(actions))

test.each([
  [{ person: '0' }, 'There is no such admin'],
  [{ area: 'weather' }, 'There is no such area'],
  [{ act: 'sang' }, 'There is no such act'],
])('%j is refused: %s', async (query, message) => {
  const answer = await ask(query)
  expect([answer.status, answer.problem.message]).toEqual([422, message])
})

test('people are those who did anything, under the name that they had last', async () => {
  const { body } = await server.call(audit.people)
  expect(body.data.people.filter(({ id }) => id > 900)).toEqual([
    { id: 901, name: 'Ada Obi' },
    { id: 902, name: 'Bola' },
  ])
  expect((await server.call(audit.people, { as: 'powerless' })).status).toBe(403)
})
