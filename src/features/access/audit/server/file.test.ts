import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolated, unmarked } from '#contract/isolate.ts'
import { showInstant } from '#contract/time.ts'
import { fileOfRows, NASTY } from '#server/test/files.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { audit } from '../contract.ts'
import { summaryFor, recordFor, hiddenReason } from '../rules.ts'

type Line = Record<'actor' | 'action' | 'entity' | 'entity_id' | 'summary', string> & {
  at: Date
  before: string | null
  after: string | null
}

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const record = (text: string) => JSON.stringify({ name: text, note: text, deep: [{ email: text, more: null }] })
  for (const [at, text] of NASTY.entries())
    for (const entity of ['movie', 'customer'])
      await server.db.execute(sql`
        insert into audit_log (actor, action, entity, entity_id, summary, before, after)
        values (${text}, 'x.y', ${entity}, 'nasty', ${`Edited ${isolated(text)} ${text}`},
          ${at % 3 ? record(text) : null}::jsonb, ${record(text)}::jsonb)`)
  await server.db.execute(sql`
    update roles set permissions = '{audit:read,audit:export}' where name = 'Powerless'`)
})
afterAll(() => server.close())

test.each([
  ['superadmin', { userType: 'Super Admin', permissions: [] }],
  ['powerless', { userType: 'Admin', permissions: ['audit:read', 'audit:export'] }],
] as const)('the file has each line as its cells are written one by one, for a %s', async (as, me) => {
  const { rows } = await server.db.execute<Line>(sql`
    select at, actor, action, entity, entity_id, summary, before::text, after::text from audit_log
    where entity_id = 'nasty' order by id`)
  const rights = { ...me, permissions: [...me.permissions] } as Parameters<typeof hiddenReason>[0]
  const seen = (entity: string, record: string | null) =>
    record && hiddenReason(rights, entity) ? JSON.stringify(recordFor(rights, entity, JSON.parse(record))) : record
  const inCode = (entity: string, sentence: string) => unmarked(summaryFor(rights, entity, sentence))
  const expected = await fileOfRows<Line>(
    [
      { id: 'at', title: 'When', cell: (line) => showInstant(line.at, 'Africa/Lagos') },
      { id: 'actor', title: 'Who', cell: (line) => inCode(line.entity, line.actor) },
      { id: 'action', title: 'Action', cell: (line) => line.action },
      { id: 'record', title: 'Record', cell: (line) => line.entity },
      { id: 'record_id', title: 'Record ID', cell: (line) => line.entity_id },
      { id: 'summary', title: 'Summary', cell: (line) => inCode(line.entity, line.summary) },
      { id: 'before', title: 'Before', cell: (line) => seen(line.entity, line.before) },
      { id: 'after', title: 'After', cell: (line) => seen(line.entity, line.after) },
    ],
    rows,
  )
  const file = await server.call(audit.csv, { as, query: { entity_id: 'nasty', sort: 'at' } })
  expect(file.headers['x-total-count']).toBe(String(2 * NASTY.length))
  expect(file.text).toBe(expected)
  const newest = await server.call(audit.csv, { as, query: { entity_id: 'nasty', search: 'edited' } })
  expect(newest.text.length).toBe(expected.length)
})
