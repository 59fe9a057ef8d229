import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countSelected, slice, pageOf, type Selection } from '#server/db/page.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { kidsClubListed, everybodyListed, usersListed, type AllFilter, type UsersFilter } from './list.ts'
import type { Seen } from './visibility.ts'

const NOW = new Date(TEST_NOW)
const ALL = { limit: 1000 }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  // Two of each kind: listed, erased, and unregistered; with and without past, current and future subscriptions.
  await server.db.execute(sql`
    insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on, erased_at,
      default_cinema_id)
    select 'test', n::text, 'Name ' || n % 5, 'Last ' || n % 3, case when n % 4 > 0 then 'n' || n || '@mail.example' end,
      case when n % 3 < 2 then timestamptz '2026-01-01' + n * interval '1 hour' end,
      case when n % 3 < 2 then date '2026-01-01' end, case when n % 3 = 1 then timestamptz '2026-06-01' end,
      case when n % 2 = 0 then '0001' when n % 5 = 0 then '0002' end
    from generate_series(0, 71) n`)
  await server.db.execute(sql`
    insert into subscription_periods (customer_id, starts_at, ends_at, starts_on, ends_on, renewed_on, is_new, plan, kobo, tickets)
    select id, starts, ends, starts::date, ends::date, 'infinity', true, plan, 1, 1 from (
      select id, (external_id::int / 3) % 8 as kind from customers
    ) c cross join lateral (values
      (kind in (1, 3, 5, 7), timestamptz '2026-03-01', timestamptz '2026-04-01', 'Fan'),
      (kind in (2, 3, 6, 7), timestamptz '2026-11-01', timestamptz '2026-12-01', case when id % 2 = 0 then 'Fan' else 'Buff' end),
      (kind in (4, 5, 6, 7), timestamptz '2027-01-01', timestamptz '2027-02-01', 'Buff')
    ) s(is_theirs, starts, ends, plan) where is_theirs`)
  await server.db.execute(sql`
    insert into kids_club_members (customer_id, joined_at, consent_on, consent_source)
    select id, now(), case when id % 4 = 0 then date '2026-02-02' end, case when id % 4 = 0 then 'Form' end
    from customers where id % 2 = 0`)
})
afterAll(() => server.close())

/** Database as staff of one or two cinemas see it. */
const SCOPES = [['0001'], ['0001', '0002'], ['0003']]

const filters: UsersFilter[] = [undefined, 'ACTIVE' as const, 'INACTIVE' as const].flatMap((type) =>
  [undefined, 'before' as const, 'never' as const].flatMap((had) =>
    [undefined, 'Fan'].flatMap((plan) =>
      ['-createdAt', 'name', 'ended'].map((sort) => ({ type, had, plan, sort }) as UsersFilter),
    ),
  ),
)
const clubs: AllFilter[] = [undefined, 'given' as const, 'missing' as const].flatMap((consent) =>
  ['createdAt', '-name'].map((sort) => ({ consent, sort }) as AllFilter),
)
const selections: [string, Selection[]][] = [
  ...filters.map((filter): [string, Selection[]] => [JSON.stringify(filter), usersListed(filter, NOW)]),
  ...clubs.map((filter): [string, Selection[]] => [`kids club ${JSON.stringify(filter)}`, [kidsClubListed(filter)]]),
  ['everybody', [everybodyListed({})]],
]

describe.each(SCOPES)('%s with %s', (...cinemas: string[]) => {
  const those = cinemas.filter(Boolean)
  const ownSelection = async () => {
    const { rows } = await server.db.execute<{ id: string }>(sql`
      select id::text as id from customers where default_cinema_id = any(${sql.param(those)}::text[])`)
    return new Set(rows.map(({ id }) => id))
  }
  const ofThem = (seen: Seen): [string, Selection[]][] => [
    ...filters.map((filter): [string, Selection[]] => [JSON.stringify(filter), usersListed(filter, NOW, seen)]),
    ...clubs.map((filter): [string, Selection[]] => [
      `kids club ${JSON.stringify(filter)}`,
      [kidsClubListed(filter, seen)],
    ]),
    ['everybody', [everybodyListed({}, seen)]],
    ['a search', [everybodyListed({ search_query: 'name' }, seen)]],
  ]

  test.each(ofThem({ areAll: false }))('shows %s only its own rows, with their count', async (_, parts) => {
    const [scoped, ids] = [scopedTo(server.db, those), await ownSelection()]
    const alls = new Map([
      ...selections,
      ['a search', [everybodyListed({ search_query: 'name' })]],
    ] as typeof selections)
    for (const [part, selection] of parts.entries()) {
      const rows = await slice(scoped, selection, ALL)
      const all = await slice(server.db, alls.get(_)![part]!, ALL)
      expect(rows).toEqual(all.filter((keys) => ids.has(keys.at(-1)!)))
      expect(await countSelected(scoped, selection)).toBe(rows.length)
    }
  })
})

describe.each(selections)('%s with all filters', (_, parts) => {
  test('counts its rows, and finds them in the same order far down', async () => {
    for (const selection of parts) {
      const rows = await slice(server.db, selection, ALL)
      expect(await countSelected(server.db, selection)).toBe(rows.length)
      const { deepPageWhere: where = selection.where } = selection
      expect(await slice(server.db, { ...selection, where }, ALL)).toEqual(rows)
    }
  })

  test('has the same rows in pages from both ends, and when sorted after reading', async () => {
    const rows: string[][] = []
    for (const selection of parts) rows.push(...(await slice(server.db, selection, ALL)))
    const found = parts.map((selection) => ({ ...selection, isSearch: true }))
    for (const perPage of [4, 100])
      for (let page = 1; page <= Math.ceil(rows.length / perPage) + 1; page++) {
        const expected = { keys: rows.slice((page - 1) * perPage, page * perPage), total: rows.length }
        expect(await pageOf(server.db, parts, { page, perPage })).toEqual(expected)
        expect(await pageOf(server.db, found, { page, perPage })).toEqual(expected)
        expect(await pageOf(server.db, parts, { page, perPage }, sql`${rows.length}::int`)).toEqual(expected)
      }
  })
})

test.each([
  [{}, 24],
  [{ type: 'ACTIVE' }, 12],
  [{ type: 'INACTIVE' }, 12],
  [{ type: 'INACTIVE', had: 'before' }, 6],
  [{ type: 'INACTIVE', had: 'never' }, 6],
  [{ type: 'ACTIVE', plan: 'fan' }, 6],
] as [UsersFilter, number][])('has customers of %j', async (filter, expected) => {
  expect((await pageOf(server.db, usersListed(filter, NOW), { page: 1, perPage: 1 })).total).toBe(expected)
})

test.each(['name', 'last 2', 'n1', 'nobody'])('returns the first matches of “%s” first', async (search) => {
  for (const sort of ['-createdAt', 'name'] as const) {
    const { withoutSearch, ...selection } = everybodyListed({ search_query: search, sort } as AllFilter)
    const all = await slice(server.db, selection, ALL)
    for (const limit of [1, 5, 20, 21])
      expect(await slice(server.db, { ...selection, withoutSearch: withoutSearch! }, { limit })).toEqual(
        all.slice(0, limit),
      )
  }
})
