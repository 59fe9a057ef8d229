import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countSelected, slice } from '#server/db/page.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import { copiedLines, fileOfRows, TINY } from '#server/test/files.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { points, type PointsMember } from '../contract.ts'
import { tierName } from '../rules.ts'
import { CELLS, everyMember, selectionsOf, type Filter } from './members.ts'

/** Name, tier, lifetime, available; null: without a row. In the order in which they registered. */
const PEOPLE: [string, number | null, number, number][] = [
  ['Ada Obi', null, 0, 0],
  ['Bola Ade', 0, 100, 20],
  ['chidi Eze', 0, 300, 0],
  ['Dapo Ojo', 1, 300, 300],
  ['Ese Efe', 1, 0, 0],
  ['Femi Ade', 2, 900, 10],
  ['Grace Udo', null, 0, 0],
  ['Halima Sani', 0, 0, 0],
]
let server: TestServer
let ids: Map<string, number>
beforeAll(async () => {
  server = await testServer()
  const add = async (name: string, n: number, listed = true) => {
    const [first, last] = name.split(' ')
    const { rows } = await server.db.execute<{ id: number }>(sql`
      insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on, erased_at)
      values ('test', ${`${n}`}, ${first}, ${last}, ${`${first}@mail.example`}, '2026-01-05T08:00:00Z', '2026-01-05',
        ${listed ? null : '2026-02-01T08:00:00Z'})
      returning id`)
    return rows[0]!.id
  }
  ids = new Map()
  for (const [n, [name, tier, lifetime, available]] of PEOPLE.entries()) {
    const id = await add(name, n)
    ids.set(name, id)
    if (tier !== null)
      await server.db.execute(
        sql`insert into loyalty_members (customer_id, tier, lifetime, available) values (${id}, ${tier}, ${lifetime}, ${available})`,
      )
  }
  await add('Gone Away', 100, false)
  await server.db.execute(sql`insert into customers (source, external_id) values ('test', 'guest')`)
})
afterAll(() => server.close())

const list = (query: object = {}) => server.call(points.list, { query: { perPage: 100, ...query } })
const names = async (query: object) =>
  (await list(query)).body.data.members.map((member) => member.full_name.split(' ')[0])

describe('the list', () => {
  // Clauses: operations 223-224
  test('has everybody who is listed with their sums, most points of a lifetime first', async () => {
    const { members, totalCount } = (await list()).body.data
    expect(totalCount).toBe(PEOPLE.length)
    expect(members[0]).toEqual({
      id: ids.get('Femi Ade'),
      full_name: 'Femi Ade',
      email: 'Femi@mail.example',
      tier: 2,
      lifetime_points: 900,
      available_points: 10,
      awarded_this_month: 0,
      redeemed_this_month: 0,
      version: 1,
    })
    expect(members.at(-1)).toMatchObject({ full_name: 'Ada Obi', tier: 0, lifetime_points: 0, version: 1 })
  })

  test.each([
    [{}, 'Femi Dapo chidi Bola Halima Grace Ese Ada'],
    [{ sort: 'lifetime' }, 'Halima Grace Ese Ada Bola chidi Dapo Femi'],
    [{ sort: '-available' }, 'Dapo Bola Femi Halima Grace Ese chidi Ada'],
    [{ sort: 'available' }, 'Halima Grace Ese chidi Ada Femi Bola Dapo'],
    [{ sort: 'name' }, 'Ada Bola chidi Dapo Ese Femi Grace Halima'],
    [{ sort: '-name' }, 'Halima Grace Femi Ese Dapo chidi Bola Ada'],
    [{ sort: 'id' }, 'Ada Bola chidi Dapo Ese Femi Grace Halima'],
    [{ sort: '-id' }, 'Halima Grace Femi Ese Dapo chidi Bola Ada'],
    [{ tier: 0 }, 'chidi Bola Halima Grace Ada'],
    [{ tier: 0, sort: 'available' }, 'Halima Grace chidi Ada Bola'],
    [{ tier: 1 }, 'Dapo Ese'],
    [{ tier: 2, sort: 'name' }, 'Femi'],
    [{ tier: '0,2' }, 'Femi chidi Bola Halima Grace Ada'],
    [{ tier: '1,2', sort: 'id' }, 'Dapo Ese Femi'],
    [{ lifetime: '..100' }, 'Bola Halima Grace Ese Ada'],
    [{ lifetime: '..100', sort: 'available' }, 'Halima Grace Ese Ada Bola'],
    [{ lifetime: '100..300', sort: 'name' }, 'Bola chidi Dapo'],
    [{ lifetime: '0', sort: '-name' }, 'Halima Grace Ese Ada'],
    [{ available: '1..20' }, 'Femi Bola'],
    [{ available: '0', sort: 'lifetime' }, 'Halima Grace Ese Ada chidi'],
    [{ available: '0', lifetime: '1..' }, 'chidi'],
    [{ available: '0', tier: 0, sort: '-id' }, 'Halima Grace chidi Ada'],
    [{ available: '..10', tier: '1,2', sort: 'available' }, 'Ese Femi'],
    [{ search: 'ade', available: '11..' }, 'Bola'],
    [{ search: 'mail', lifetime: '0' }, 'Halima Grace Ese Ada'],
    [{ search: 'ADE' }, 'Femi Bola'],
    [{ search: 'ade', tier: 0 }, 'Bola'],
    [{ search: 'grace@MAIL' }, 'Grace'],
    [{ search: '%' }, ''],
  ])('by %j is %s', async (query, expected) => {
    const wanted = expected.split(' ').filter(Boolean)
    expect(await names(query)).toEqual(wanted)
    expect((await list(query)).body.data.totalCount).toBe(wanted.length)
    // The same in pages of any size.
    for (const perPage of [1, 3, 4]) {
      const paged: (string | undefined)[] = []
      for (let page = 1; page <= Math.ceil(wanted.length / perPage); page++)
        paged.push(...(await names({ ...query, perPage, page })))
      expect(paged).toEqual(wanted)
    }
  })

  test.each([
    {},
    { tier: '0' },
    { tier: '1' },
    { tier: '2' },
    { tier: '0,2' },
    { lifetime: '..100' },
    { available: '1..' },
  ])('%j counts whom it has, and has the same far down', async (query) => {
    for (const sort of ['lifetime', 'available', '-name', 'id'] as const)
      for (const selection of selectionsOf({ ...(query as Pick<Filter, 'tier' | 'lifetime' | 'available'>), sort })) {
        const rows = await slice(server.db, selection, { limit: 100 })
        expect(await countSelected(server.db, selection)).toBe(rows.length)
        const { deepPageWhere: where = selection.where } = selection
        expect(await slice(server.db, { ...selection, where }, { limit: 100 })).toEqual(rows)
      }
  })

  test('is empty past its end, and says how many there are', async () => {
    const { members, totalCount } = (await list({ page: 9 })).body.data
    expect([members, totalCount]).toEqual([[], PEOPLE.length])
  })

  test.each([
    [{ tier: '3' }, 'tier', 'A tier is 0 (Fan), 1 (Buff), 2 (Fanatic)'],
    [{ tier: '' }, 'tier', 'A tier is 0 (Fan), 1 (Buff), 2 (Fanatic)'],
    [
      { sort: 'email' },
      'sort',
      'sort must be one of id, name, lifetime, available, with - in front for descending order',
    ],
    [{ page: '0' }, 'page', 'page starts at 1'],
    [{ perPage: '101' }, 'perPage', 'perPage is at most 100'],
  ])('refuses %j', async (query, field, message) => {
    const answer = await server.call(points.list, { query: query as never })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })
})

describe('the file', () => {
  const csv = (query: object) => server.call(points.csv, { query })

  test('is the list with its filter, sort and columns, and is audited', async () => {
    const answer = await csv({ tier: '0', sort: '-lifetime', columns: 'name,lifetime,tier' })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="points-fan.csv"')
    expect(answer.text).toBe(
      '\uFEFFName,Lifetime points,Tier\r\nchidi Eze,300,Fan\r\nBola Ade,100,Fan\r\nHalima Sani,0,Fan\r\nGrace Udo,0,Fan\r\nAda Obi,0,Fan\r\n',
    )
    const { rows } = await server.db.execute(sql`select summary from audit_log where entity_id = 'points-fan.csv'`)
    expect(rows).toEqual([{ summary: 'Exported the points of 5 customers' }])
  })

  test('of all tiers has its own name', async () => {
    const answer = await csv({})
    expect(answer.headers['content-disposition']).toBe('attachment; filename="loyalty-users.csv"')
    expect(answer.text.split('\r\n')[0]).toBe(
      '\uFEFFID,Name,Email,Tier,Lifetime points,Available points,Awarded this month,Redeemed this month',
    )
    expect(answer.headers['x-total-count']).toBe(String(PEOPLE.length))
  })

  test('is the list, written row by row', async () => {
    const { members } = (await server.call(points.list, { query: { perPage: 100 } })).body.data
    const columns: CsvColumn<PointsMember>[] = [
      { id: 'id', title: 'ID', cell: (member) => member.id },
      { id: 'name', title: 'Name', cell: (member) => member.full_name },
      { id: 'email', title: 'Email', cell: (member) => member.email },
      { id: 'tier', title: 'Tier', cell: (member) => tierName(member.tier) },
      { id: 'lifetime', title: 'Lifetime points', cell: (member) => member.lifetime_points },
      { id: 'available', title: 'Available points', cell: (member) => member.available_points },
      { id: 'awarded', title: 'Awarded this month', cell: (member) => member.awarded_this_month },
      { id: 'redeemed', title: 'Redeemed this month', cell: (member) => member.redeemed_this_month },
    ]
    expect((await csv({})).text).toBe(await fileOfRows(columns, members))
  })

  test('refuses a column that it does not have', async () => {
    expect((await csv({ columns: 'name,secret' })).problem.errors).toMatchObject([{ field: 'columns' }])
  })

  test.each(['-lifetime', 'lifetime', '-available', 'available', 'name', '-name', 'id', '-id'])(
    'by %s goes on where a piece ended',
    async (sort) => {
      const filter = { tier: undefined, search: undefined, sort: sort as 'id', since: new Date(0) }
      const lists = await everyMember(server.db, filter)
      const file = await copiedLines(server.db, [CELLS[1]!], lists, { ...TINY, small: 2 })
      const inFile = file.trimEnd().split('\r\n')
      expect(inFile.map((name) => name.split(' ')[0])).toEqual(await names({ sort }))
    },
  )
})
