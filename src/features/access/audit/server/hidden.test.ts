import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolated } from '#contract/isolate.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { audit } from '../contract.ts'
import { HIDDEN } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const add = (entity: string, before: object | null, after: object) =>
    server.db.execute(sql`
      insert into audit_log (actor, action, entity, entity_id, summary, before, after)
      values (${isolated('Zebulonia Q')}, 'x.y', ${entity}, '7', ${`Edited ${isolated('Zebulonia Q')}: phone`}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
  const person = { firstName: 'Zebulonia', email: 'zebulonia@rare.example', mobile: null, plan: 'Buff' }
  await add('customer', person, { ...person, nested: [{ phone: '+2348097776543', tier: 1 }] })
  await add('admin', null, person)
  await add('cube booking', { full_name: 'Zebulonia Q' }, { phone_number: '+2348097776543', status: 'Booked' })
  await add('voucher group', { recipient: 'Zebulonia' }, { recipient: 'zebulonia@rare.example' })
  await add('notification', null, { title: 'Weekend', email: 'zebulonia@rare.example' })
  await add('mail', null, { kind: 'reset' })
  await server.db.execute(sql`
    insert into audit_log (actor, action, entity, entity_id, summary, before, after)
    values ('Ada', 'x.y', 'movie', '7', 'Saved "Zebulon"', '{"name":"Zebra"}', '{"name":"Zebulon"}')`)
})
afterAll(() => server.close())

const OF_PEOPLE = ['customers:read', 'admins:read', 'cubes:read', 'vouchers:read', 'notifications:read']
const RARE = /zebulonia|rare\.example|8097776543/i

const grant = (...granted: string[]) =>
  server.db.execute(sql`update roles set permissions = ${sql.param(granted)}::text[] where name = 'Powerless'`)

async function seenWith(...more: string[]) {
  await grant('audit:read', 'audit:export', ...more)
  const list = await server.call(audit.list, { as: 'powerless', query: { entity_id: '7', perPage: 50, sort: 'at' } })
  const csv = await server.call(audit.csv, { as: 'powerless', query: { entity_id: '7', sort: 'at' } })
  expect([list.status, csv.status]).toEqual([200, 200])
  return { lines: list.body.data.lines, texts: [list.text, csv.text] }
}

// ASVS: 8.2.3
test('who may see the log alone sees what was changed of people, and not who they are', async () => {
  const { lines, texts } = await seenWith()
  for (const text of texts) expect(text).not.toMatch(RARE)
  const person = { firstName: HIDDEN, email: HIDDEN, mobile: null, plan: 'Buff' }
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [person, { ...person, nested: [{ phone: HIDDEN, tier: 1 }] }],
    [null, person],
    [{ full_name: HIDDEN }, { phone_number: HIDDEN, status: 'Booked' }],
    [{ recipient: HIDDEN }, { recipient: HIDDEN }],
    [null, { title: 'Weekend', email: HIDDEN }],
    [null, { kind: 'reset' }],
    [{ name: 'Zebra' }, { name: 'Zebulon' }],
  ])
  expect(lines.map(({ actor, summary }) => `${actor}: ${summary}`)).toEqual([
    ...lines.slice(1).map(() => `${HIDDEN}: Edited ${HIDDEN}: phone`),
    'Ada: Saved "Zebulon"',
  ])
})

test('a search does not tell whom the lines are about that hide it', async () => {
  const found = async (search: string, ...more: string[]) => {
    await grant('audit:read', 'audit:export', ...more)
    const query = { search, perPage: 50 }
    const list = await server.call(audit.list, { as: 'powerless', query })
    const csv = await server.call(audit.csv, { as: 'powerless', query: { search } })
    expect(list.body.data.totalCount).toBe(list.body.data.lines.length)
    expect(csv.text.trim().split('\r\n').length - 1).toBe(list.body.data.totalCount)
    return list.body.data.lines.map(({ entity }) => entity).toSorted()
  }
  expect(await found('zebulonia')).toEqual([])
  expect(await found('zebulon')).toEqual(['movie'])
  expect(await found('zebulonia', 'customers:read')).toEqual(['customer'])
  expect(await found('edited phone')).toHaveLength(6)
})

test.each(OF_PEOPLE.map((permission, at) => [permission, at] as const))(
  'with %s the people of that area are there',
  async (permission, at) => {
    const { lines, texts } = await seenWith(permission)
    const named = lines.map(({ actor, summary, before, after }) =>
      RARE.test(JSON.stringify([actor, summary, before, after])),
    )
    expect(named).toEqual(lines.map((_, line) => line === at))
    for (const text of texts) expect(text).toMatch(RARE)
  },
)
