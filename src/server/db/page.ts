import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { arrayOf, json, number, query, text, type RowOf } from './query.ts'

/** What a list is sorted by: an expression, and what a text of it is read as. */
export type Key = { of: SQL; type: 'text' | 'timestamptz' | 'bigint' | 'smallint' | 'date' | 'boolean' }

/**
 * Rows in an order, of which a page can start anywhere. `keys` are never null, decide between any two rows together, and
 * of a long list stand in an index in this order.
 */
export type Selection = {
  from: SQL
  where: SQL
  /** The same as `where`, said so that pages far down are found without looking each row up by itself. */
  deepPageWhere?: SQL | undefined
  /** A number: how many they are, where they need not be counted one by one. */
  count?: SQL | undefined
  keys: readonly Key[]
  descending: boolean
  /** Some words lead to few of the rows: they are found first, once, and sorted then. */
  isSearch?: boolean
  /** Of a search, `where` without its words: the first few that have common words are found among the first of these. */
  withoutSearch?: SQL
}

/** Which rows of them: so many, from a place on or after the row with these keys. */
export type Slice = { limit?: number | undefined; offset?: number; after?: readonly string[] | undefined }
/** Where the rows after one begin, of a list whose first key it has as text and whose second is its id. */
export const afterRow = (row: { key: string | number; id: string | number } | undefined) =>
  row && [String(row.key), String(row.id)]

/** A page by its number, from 1. */
export type Paging = { page: number; perPage: number }

export const sliceOf = ({ page, perPage }: Paging) => ({ limit: perPage, offset: (page - 1) * perPage })

/** What `name` and `-name` sort by, and which way. */
export const sortOf = <S extends string>(sort: S) => ({
  by: sort.replace(/^-/, '') as S extends `-${infer N}` ? N : S,
  descending: sort.startsWith('-'),
})

const FAR_DOWN = 1000

const counted = ({ from, where, count }: Pick<Selection, 'from' | 'where' | 'count'>): SQL =>
  count ?? sql`(select count(*) from ${from} where ${where})`

export async function countSelected(db: Db, selection: Pick<Selection, 'from' | 'where' | 'count'>): Promise<number> {
  const { rows } = await query(db, { n: number })`select (${counted(selection)})::bigint as n`
  return rows[0]!.n
}

/** Parts with commas between. */
export const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const nameOf = (index: number) => sql.raw(`k${index}`)

type Keyed = Pick<Selection, 'from' | 'where' | 'deepPageWhere' | 'keys' | 'descending'>

/** The order of rows that have keys as columns `k0`, `k1` …. */
export const byKeys = ({ keys, descending }: Pick<Keyed, 'keys' | 'descending'>) =>
  listed(keys.map((_, index) => sql`${nameOf(index)} ${sql.raw(descending ? 'desc' : 'asc')}`))
const cutTo = ({ limit, offset = 0 }: Slice) =>
  sql`${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`

/**
 * The keys of a page as `k0`, `k1` …, for a statement that reads its rows in the same go:
 * `with page as (${keysOfPage(…)}) select … from page join … order by ${byKeys(…)}`.
 */
export const keysOfPage = (selection: Keyed, where: Slice): SQL =>
  sql`${keysOf(selection, where)} order by ${byKeys(selection)} ${cutTo(where)}`

/** Rows' keys as text, in order. `rows` has them as columns; they are written out of those alone that are meant. */
const inOrder = (selection: Selection, rows: SQL, where: Slice) => {
  const order = byKeys(selection)
  return sql`
    select array[${listed(selection.keys.map((_, index) => sql`${nameOf(index)}::text`))}] as keys
    from (select * from ${rows} order by ${order} ${cutTo(where)}) page
    order by ${order}`
}

/** The rows after one. */
export const beyond = ({ keys, descending }: Pick<Keyed, 'keys' | 'descending'>, after: readonly string[]): SQL =>
  sql`(${listed(keys.map(({ of }) => of))}) ${sql.raw(descending ? '<' : '>')}
    (${listed(keys.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`))})`

const keysOf = (selection: Keyed, { offset = 0, after }: Omit<Slice, 'limit'>, more = sql``) => {
  const { from, where, deepPageWhere, keys } = selection
  return sql`select ${listed(keys.map(({ of }, index) => sql`${of} as ${nameOf(index)}`))}${more}
    from ${from} where ${offset > FAR_DOWN && deepPageWhere ? deepPageWhere : where}
    ${after ? sql`and ${beyond(selection, after)}` : sql``}`
}

/** The first rows of a list, among which the first few that have a common word are looked for; and how many these are. */
const FIRST = 1000
const FEW = 20

const amongFirst = (selection: Selection, withoutSearch: SQL) => sql`(
  select * from (${keysOf({ ...selection, where: withoutSearch }, {}, sql`, (${selection.where}) as is_found`)}
    order by ${byKeys(selection)} limit ${FIRST}) first where is_found) found`

/** The keys of rows, which are all that is read of them here: what is shown is read of the page's rows alone. */
export async function slice(db: Db, selection: Selection, where: Slice): Promise<string[][]> {
  const { limit = Infinity, offset = 0, after } = where
  if (selection.withoutSearch && limit <= FEW && !offset && !after) {
    const first = await query(db, { keys: arrayOf(text) })(
      inOrder(selection, amongFirst(selection, selection.withoutSearch), where),
    )
    if (first.rows.length === limit) return first.rows.map((row) => row.keys)
  }
  const rows = keysOf(selection, where)
  const found = await query(db, { keys: arrayOf(text) })(
    selection.isSearch
      ? sql`with found as materialized (${rows}) ${inOrder(selection, sql`found`, where)}`
      : inOrder(selection, sql`(${rows}) found`, where),
  )
  return found.rows.map((row) => row.keys)
}

const pageRow = { keys: json<string[][]>(), total: number }
type Page = RowOf<typeof pageRow>

/** A part of what a search finds, and how much it finds, in one go. */
const searched = (db: Db, selection: Selection, where: Slice): Promise<Page> =>
  pageWith(
    db,
    sql`with found as materialized (${keysOf(selection, {})})`,
    inOrder(selection, sql`found`, where),
    sql`(select count(*) from found)`,
  )

/** A part of the rows, and how many there are, in one go. */
const placed = (db: Db, selection: Selection, where: Slice, count: SQL): Promise<Page> =>
  pageWith(db, sql``, inOrder(selection, sql`(${keysOf(selection, where)}) found`, where), count)

async function pageWith(db: Db, given: SQL, keys: SQL, count: SQL): Promise<Page> {
  const { rows } = await query(db, pageRow)`${given} select (${count})::bigint as total, array(${keys}) as keys`
  return rows[0]!
}

/**
 * One selection after the other, as one list: its rows' keys from a place on, and how many there are.
 * @param count of all of them: with it the first pages need not know where a selection ends and the next begins
 */
export async function pageOf(db: Db, selections: readonly Selection[], paging: Paging, count?: SQL): Promise<Page> {
  const start = sliceOf(paging)
  if (count && start.offset <= FAR_DOWN) {
    const page = await placed(db, selections[0]!, start, count)
    if (page.keys.length === start.limit) return page
  }
  const everything: Page = { keys: [], total: 0 }
  for (const selection of selections) {
    const offset = Math.max(0, start.offset - everything.total)
    const { keys, total } = await partOf(db, selection, offset, start.limit - everything.keys.length)
    everything.keys.push(...keys)
    everything.total += total
  }
  return everything
}

async function partOf(db: Db, selection: Selection, offset: number, limit: number): Promise<Page> {
  if (selection.isSearch) return searched(db, selection, { offset, limit })
  if (offset <= FAR_DOWN) return placed(db, selection, { offset, limit }, counted(selection))
  const total = await countSelected(db, selection)
  const keys = await readFromNearestEnd(selection, { limit, offset }, total, (turned, where) =>
    slice(db, turned, where),
  )
  return { keys, total }
}

/** In the later half it is counted from the end, so that the last page is as quick as the first. */
export async function readFromNearestEnd<S extends { descending: boolean }, R>(
  selection: S,
  { limit: most, offset }: { limit: number; offset: number },
  total: number,
  read: (selection: S, where: Slice) => Promise<R[]>,
): Promise<R[]> {
  const limit = Math.min(most, total - offset)
  if (limit <= 0) return []
  // Fewer may be left than a page holds: the limit need not say so.
  if (offset < total / 2) return read(selection, { limit: most, offset })
  const turned = { ...selection, descending: !selection.descending }
  return (await read(turned, { limit, offset: total - offset - limit })).reverse()
}
