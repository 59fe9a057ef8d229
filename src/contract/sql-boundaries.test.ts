/**
 * Rules for tables in SQL: only the feature that defines a table (`tables.ts`) writes it. Higher domains can read it in joins;
 * lower domains only if test/joins.ts lists the read.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOMAINS, placeOf } from './test/domains.ts'
import { READS, WRITES, type Joins } from './test/joins.ts'
import { ownerOf, tablesIn, usesIn, type Tables, type Use } from './test/sql.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const all = globSync('**/*.{ts,tsx,sql}', { cwd: root }).map((file) => file.replaceAll(path.sep, '/'))
/** Tests can use every table. Screens have sentences such as “excluded from reports”, and no SQL. */
const IS_IGNORED = /\.(test|e2e|fixture)\.tsx?$|\/test\/|^features\/[^/]+\/[^/]+\/web\//
const files = all.filter((file) => !IS_IGNORED.test(file))
const tables = tablesIn(new Map(all.filter((file) => file.endsWith('/tables.ts')).map((file) => [file, read(file)])))

type Foreign = Use & { by: string; file: string }
const foreignIn = (file: string, text: string, { owners }: Tables): Foreign[] =>
  usesIn(text, tables)
    .map((use) => ({ ...use, file, by: ownerOf(file) }))
    .filter(({ table, by }) => owners.get(table) !== by)
const foreign = files.flatMap((file) => foreignIn(file, read(file), tables))

const rankOf = (file: string) => {
  const { domain } = placeOf(file)
  return domain ? DOMAINS.indexOf(domain) : file.startsWith('app/') ? DOMAINS.length : -1
}
const ranks = new Map(all.map((file) => [ownerOf(file), rankOf(file)]))
const isUpwards = ({ by, table }: Foreign) => ranks.get(tables.owners.get(table)!)! > ranks.get(by)!
/** Uses that test/joins.ts must list: every write, and reads of higher domains. */
const unusual = foreign.filter((use) => use.does === 'writes' || isUpwards(use))

const named = (list: Joins) => Object.entries(list).flatMap(([table, { by }]) => by.map((one) => `${one} ${table}`))
const isNamed = (list: Joins, { table, by }: Foreign) => list[table]?.by.includes(by)
const places = (uses: Foreign[]) => uses.map(({ file, line, does, table }) => `src/${file}:${line} ${does} ${table}`)

describe('a table', () => {
  it('is written only in its owner’s folder, except for listed writes', () => {
    expect(files.length).toBeGreaterThan(300)
    const writes = unusual.filter(({ does }) => does === 'writes')
    expect(places(writes.filter((use) => !isNamed(WRITES, use)))).toEqual([])
  })

  it('is read only from higher domains, except for listed reads', () => {
    const reads = unusual.filter(({ does }) => does === 'reads')
    expect(places(reads.filter((use) => !isNamed(READS, use)))).toEqual([])
  })

  it.each([
    ['reads', READS],
    ['writes', WRITES],
  ] as const)('has no unused entries for %s', (does, list) => {
    const used = new Set(unusual.filter((use) => use.does === does).map(({ by, table }) => `${by} ${table}`))
    expect(named(list).filter((one) => !used.has(one))).toEqual([])
  })
})

describe('usesIn', () => {
  const some: Tables = {
    owners: new Map([
      ['movies', 'movies'],
      ['purchases', 'trade'],
      ['refunds', 'trade'],
    ]),
    inCode: new Map([
      ['movies', 'movies'],
      ['refundsOfTrade', 'refunds'],
    ]),
  }
  it.each([
    ['sql`insert into purchases (id) values (1)`', ['writes purchases']],
    ['sql`UPDATE purchases p set kobo = 0 from refunds r`', ['writes purchases', 'reads refunds']],
    ['sql`delete from purchases using refunds r where true`', ['writes purchases', 'reads refunds']],
    ['truncate table purchases', ['writes purchases']],
    ['copy purchases (id) from stdin', ['writes purchases']],
    ['sql`select 1 from only movies m left join purchases p on true`', ['reads movies', 'reads purchases']],
    ['sql`select 1 from movies m, purchases p, lateral (select 1) x`', ['reads movies', 'reads purchases']],
    ['sql`select 1 from ${refundsOfTrade} where true`', ['reads refunds']],
    ['sql`update ${refundsOfTrade} set kobo = 0`', ['writes refunds']],
    ['db.insert(movies).values({})', ['writes movies']],
    ['db\n  .update(refundsOfTrade)', ['writes refunds']],
    ['tx.delete(movies)', ['writes movies']],
    ['db.select().from(movies).leftJoin(refundsOfTrade, x)', ['reads movies', 'reads refunds']],
    ['for each row update on others; -- from movies', []],
    ['/** insert into movies */\n// from movies\nconst x = 1', []],
    ['sql`with movies as (select 1) select 1 from movies`', []],
    ["import { a } from './movies.ts'", []],
  ])('finds the tables of %s', (text, uses) => {
    expect(usesIn(text, some).map(({ does, table }) => `${does} ${table}`)).toEqual(uses)
  })

  it('reports a use outside the owner’s folder', () => {
    const text = 'sql`update purchases set kobo = 0`'
    const at = (file: string) => places(foreignIn(file, text, tables))
    expect(at('features/sales/trade/server/sell.ts')).toEqual([])
    expect(at('features/operations/feed/server/take.ts')).toEqual([
      'src/features/operations/feed/server/take.ts:1 writes purchases',
    ])
    expect(at('server/jobs/jobs.ts')).toEqual(['src/server/jobs/jobs.ts:1 writes purchases'])
  })
})

describe('steps after a sale', () => {
  const LIST = 'features/sales/trade/server/triggers.sql'

  it('are listed only by the trade feature', () => {
    const tradeTables = new Set([...tables.owners].filter(([, owner]) => owner === 'trade').map(([table]) => table))
    const elsewhere = files
      .filter((file) => file.endsWith('.sql') && file !== LIST)
      .flatMap((file) =>
        [...read(file).matchAll(/create trigger (\w+)[^;]*? on (\w+)/g)]
          .filter(([, , table]) => tradeTables.has(table!))
          .map(([, trigger]) => `${file}: ${trigger}`),
      )
    expect(elsewhere).toEqual([])
  })

  it('name the owner whose function they call', () => {
    const steps = [...read(LIST).matchAll(/^select follow\('\w+', '\w+', '(\w+)'\);\s+-- ([\w-]+): /gm)]
    expect(steps.length).toBeGreaterThan(20)
    const wrong = steps.filter(
      ([, step, owner]) =>
        !read(globSync(`features/*/${owner}/server/schema.sql`, { cwd: root })[0] ?? '').includes(
          `create function ${step}() returns trigger`,
        ),
    )
    expect(wrong.map(([line]) => line)).toEqual([])
  })
})
