import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { arrayOf, json, number, query, text, type RowOf } from './query.ts'

/** Sort key of a list: an expression, and the type of its text. */
export type Key = { of: SQL; type: 'text' | 'timestamptz' | 'bigint' | 'smallint' | 'date' | 'boolean' }

/**
 * Sorted rows; a page can start anywhere. `keys` are never null and unique together; a long list needs an index in their
 * order.
 */
export type Selection = {
  from: SQL
  where: SQL
  /** Equivalent of `where` that finds pages far down without a look-up for each row. */
  deepPageWhere?: SQL | undefined
  /** Number of rows, if it is known without counting them. */
  count?: SQL | undefined
  keys: readonly Key[]
  descending: boolean
  /** True for a search, whose few rows are found once and then sorted. */
  isSearch?: boolean
  /**
   * For a search, `where` without the search terms. The first few matches of common words are found among the first of
   * these rows.
   */
  withoutSearch?: SQL
}

/** Part of the rows: up to a limit, from an offset or after the row with these keys. */
export type Slice = { limit?: number | undefined; offset?: number; after?: readonly string[] | undefined }
/** Returns the keys of a row for the rows after it, in a list with a text key and then the ID. */
export const afterRow = (row: { key: string | number; id: string | number } | undefined) =>
  row && [String(row.key), String(row.id)]

/** Page by its number, from 1. */
export type Paging = { page: number; perPage: number }

export const sliceOf = ({ page, perPage }: Paging) => ({ limit: perPage, offset: (page - 1) * perPage })

/** Splits `name` or `-name` into the sort column and the direction. */
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

/** Joins parts by commas. */
export const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const nameOf = (index: number) => sql.raw(`k${index}`)

type Keyed = Pick<Selection, 'from' | 'where' | 'deepPageWhere' | 'keys' | 'descending'>

/** Returns the order of rows with the keys as columns `k0`, `k1` …. */
export const byKeys = ({ keys, descending }: Pick<Keyed, 'keys' | 'descending'>) =>
  listed(keys.map((_, index) => sql`${nameOf(index)} ${sql.raw(descending ? 'desc' : 'asc')}`))
const cutTo = ({ limit, offset = 0 }: Slice) =>
  sql`${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`

/**
 * Returns the keys of a page as `k0`, `k1` …, for a statement that also reads the rows:
 * `with page as (${keysOfPage(…)}) select … from page join … order by ${byKeys(…)}`.
 */
export const keysOfPage = (selection: Keyed, where: Slice): SQL =>
  sql`${keysOf(selection, where)} order by ${byKeys(selection)} ${cutTo(where)}`

/** Selects the keys of rows as text, in order. `rows` has them as columns; only those of the page become text. */
const inOrder = (selection: Selection, rows: SQL, where: Slice) => {
  const order = byKeys(selection)
  return sql`
    select array[${listed(selection.keys.map((_, index) => sql`${nameOf(index)}::text`))}] as keys
    from (select * from ${rows} order by ${order} ${cutTo(where)}) page
    order by ${order}`
}

/** Condition for the rows after one with these keys. */
export const beyond = ({ keys, descending }: Pick<Keyed, 'keys' | 'descending'>, after: readonly string[]): SQL =>
  sql`(${listed(keys.map(({ of }) => of))}) ${sql.raw(descending ? '<' : '>')}
    (${listed(keys.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`))})`

const keysOf = (selection: Keyed, { offset = 0, after }: Omit<Slice, 'limit'>, more = sql``) => {
  const { from, where, deepPageWhere, keys } = selection
  return sql`select ${listed(keys.map(({ of }, index) => sql`${of} as ${nameOf(index)}`))}${more}
    from ${from} where ${offset > FAR_DOWN && deepPageWhere ? deepPageWhere : where}
    ${after ? sql`and ${beyond(selection, after)}` : sql``}`
}

/**
 * Number of first rows of a list in which the first few matches of a common word are searched; and the largest number
 * of such matches.
 */
const FIRST = 1000
const FEW = 20

const amongFirst = (selection: Selection, withoutSearch: SQL) => sql`(
  select * from (${keysOf({ ...selection, where: withoutSearch }, {}, sql`, (${selection.where}) as is_found`)}
    order by ${byKeys(selection)} limit ${FIRST}) first where is_found) found`

/** Returns the keys of rows. Only the rows of the page are then read completely. */
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

/** Returns a part of the found rows and their total in one statement. */
const searched = (db: Db, selection: Selection, where: Slice): Promise<Page> =>
  pageWith(
    db,
    sql`with found as materialized (${keysOf(selection, {})})`,
    inOrder(selection, sql`found`, where),
    sql`(select count(*) from found)`,
  )

/** Returns a part of the rows and their total in one statement. */
const placed = (db: Db, selection: Selection, where: Slice, count: SQL): Promise<Page> =>
  pageWith(db, sql``, inOrder(selection, sql`(${keysOf(selection, where)}) found`, where), count)

async function pageWith(db: Db, given: SQL, keys: SQL, count: SQL): Promise<Page> {
  const { rows } = await query(db, pageRow)`${given} select (${count})::bigint as total, array(${keys}) as keys`
  return rows[0]!
}

/**
 * Returns a page of several selections as one list: the keys of its rows and the total.
 * @param count total of all; with it, the first pages need no count of each selection
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

/** Reads the later half from the end, so that the last page is as quick as the first. */
export async function readFromNearestEnd<S extends { descending: boolean }, R>(
  selection: S,
  { limit: most, offset }: { limit: number; offset: number },
  total: number,
  read: (selection: S, where: Slice) => Promise<R[]>,
): Promise<R[]> {
  const limit = Math.min(most, total - offset)
  if (limit <= 0) return []
  // A larger limit than the remaining rows is harmless.
  if (offset < total / 2) return read(selection, { limit: most, offset })
  const turned = { ...selection, descending: !selection.descending }
  return (await read(turned, { limit, offset: total - offset - limit })).reverse()
}
