import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { audit } from '../contract.ts'
import { MOST_LISTED } from '../rules.ts'

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
  await add('Not signed in', null, 'session.login.refused', 'admin', '901')
  await add('Token Books', null, 'movies.save', 'movie', '8')
})
afterAll(() => server.close())

type Query = NonNullable<Parameters<typeof ask>[0]>
const ask = (query: Partial<Record<'person' | 'area' | 'actionKind' | 'entity' | 'entity_id' | 'search', string>>) =>
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
  [{ actionKind: 'refused' }, ['session.login.refused']],
  [{ actionKind: 'changed' }, ['movies.save', 'movies.save']],
  [{ actionKind: 'deleted', area: 'movies' }, ['catalogue.remove']],
  [{ actionKind: 'deleted', area: 'account' }, []],
  [{ area: 'movies', person: '901' }, ['movies.save', 'movies.listCsv']],
  [{ entity: 'movie', entity_id: '8' }, ['movies.save']],
  [{ entity: 'admin', entity_id: '901', actionKind: 'refused' }, ['session.login.refused']],
])('%j finds %j, in the file too', async (query, actions) => expect(await found(query)).toEqual(actions))

test.each([
  [{ person: '0' }, 'Admin not found'],
  [{ area: 'weather' }, 'Area not found'],
  [{ actionKind: 'sang' }, 'Kind of action not found'],
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

test('of more lines than are listed the first ones are, and the file has all', async () => {
  await server.db.execute(sql`
    insert into audit_log (at, actor, actor_id, action, entity, entity_id, summary)
    select '2026-10-20T09:00Z'::timestamptz + n * interval '1 minute', 'Chi', 903, 'movies.save', 'movie', '9', 'Saved ' || n
    from generate_series(1, ${MOST_LISTED + 5}) n`)
  const page = async (number: number, query: object = {}) => {
    const { body } = await server.call(audit.list, { query: { person: '903', page: number, perPage: 50, ...query } })
    return { ...body.data, lines: body.data.lines.map(({ summary }) => summary) }
  }
  const newest = await page(1)
  expect([newest.totalCount, newest.isTruncated, newest.lines[0]]).toEqual([
    MOST_LISTED,
    true,
    `Saved ${MOST_LISTED + 5}`,
  ])
  const last = await page(MOST_LISTED / 50)
  expect([last.lines.length, last.lines.at(-1)]).toEqual([50, 'Saved 6'])
  expect(await page(MOST_LISTED / 50 + 1)).toMatchObject({ lines: [], totalCount: MOST_LISTED, isTruncated: true })
  // The first of them by the clock are listed where the oldest come first.
  expect((await page(1, { sort: 'at' })).lines[0]).toBe('Saved 1')
  expect(await page(1, { search: `Saved ${MOST_LISTED}` })).toMatchObject({ totalCount: 1, isTruncated: false })
  const csv = await server.call(audit.csv, { query: { person: 903 } as never })
  expect(csv.text.trim().split('\r\n')).toHaveLength(MOST_LISTED + 6)
})
