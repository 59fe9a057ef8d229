import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/**
 * Rows in an order, of which a page can start anywhere. `keys` are never null, decide between any two rows together, and
 * stand in an index in this order; their types are what a text of them is read as.
 */
export type Selection = {
  from: SQL
  where: SQL
  /** The same as `where`, said so that pages far down are found without looking each row up by itself. */
  whereFarDown?: SQL | undefined
  /** A number: how many they are, where they need not be counted one by one. */
  count?: SQL | undefined
  keys: readonly { of: SQL; type: 'text' | 'timestamptz' | 'bigint' }[]
  descending: boolean
  /** Some words lead to few of the rows: they are found first, once, and sorted then. */
  isSearch?: boolean
}

type Cut = { limit: number; offset?: number; after?: readonly string[] | undefined }

const FAR_DOWN = 1000

export function countSelected(db: Db, { from, where, count }: Selection): Promise<number> {
  return numberOf(db, count ?? sql`(select count(*) from ${from} where ${where})`)
}

async function numberOf(db: Db, number: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select (${number})::bigint as n`)
  return rows[0]!.n
}

const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const nameOf = (index: number) => sql.raw(`k${index}`)

/** Rows' keys as text, in order. `rows` has them as columns; they are written out of those alone that are meant. */
const inOrder = ({ keys, descending }: Selection, rows: SQL, { limit, offset = 0 }: Cut) => {
  const order = listed(keys.map((_, index) => sql`${nameOf(index)} ${sql.raw(descending ? 'desc' : 'asc')}`))
  return sql`
    select array[${listed(keys.map((_, index) => sql`${nameOf(index)}::text`))}] as keys
    from (select * from ${rows} order by ${order} limit ${limit} offset ${offset}) page
    order by ${order}`
}

const keysOf = (
  { from, where, whereFarDown, keys, descending }: Selection,
  { offset = 0, after }: Omit<Cut, 'limit'>,
) => {
  const beyond = after
    ? sql`and (${listed(keys.map(({ of }) => of))}) ${sql.raw(descending ? '<' : '>')}
        (${listed(keys.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`))})`
    : sql``
  return sql`select ${listed(keys.map(({ of }, index) => sql`${of} as ${nameOf(index)}`))}
    from ${from} where ${offset > FAR_DOWN && whereFarDown ? whereFarDown : where} ${beyond}`
}

/** The keys of rows, which are all that is read of them here: what is shown is read of the page's rows alone. */
export async function cut(db: Db, selection: Selection, where: Cut): Promise<string[][]> {
  const rows = keysOf(selection, where)
  const found = await db.execute<{ keys: string[] }>(
    selection.isSearch
      ? sql`with found as materialized (${rows}) ${inOrder(selection, sql`found`, where)}`
      : inOrder(selection, sql`(${rows}) found`, where),
  )
  return found.rows.map((row) => row.keys)
}

type Page = { keys: string[][]; total: number }

/** A part of what a search finds, and how much it finds, in one go. */
async function searched(db: Db, selection: Selection, where: Cut): Promise<Page> {
  const { rows } = await db.execute<Page>(sql`
    with found as materialized (${keysOf(selection, {})})
    select (select count(*) from found) as total, array(${inOrder(selection, sql`found`, where)}) as keys`)
  return rows[0]!
}

/**
 * One selection after the other, as one list: its rows' keys from a place on, and how many there are.
 * @param count of all of them: with it the first pages need not know where a selection ends and the next begins
 */
export async function pageOf(
  db: Db,
  selections: readonly Selection[],
  { page, perPage }: { page: number; perPage: number },
  count?: SQL,
): Promise<Page> {
  const start = { limit: perPage, offset: (page - 1) * perPage }
  if (count && start.offset <= FAR_DOWN) {
    const keys = await cut(db, selections[0]!, start)
    if (keys.length === perPage) return { keys, total: await numberOf(db, count) }
  }
  const whole: Page = { keys: [], total: 0 }
  for (const selection of selections) {
    const offset = Math.max(0, (page - 1) * perPage - whole.total)
    const { keys, total } = await partOf(db, selection, offset, perPage - whole.keys.length)
    whole.keys.push(...keys)
    whole.total += total
  }
  return whole
}

/** In the later half it is counted from the end, so that the last page is as quick as the first. */
async function partOf(db: Db, selection: Selection, offset: number, most: number): Promise<Page> {
  if (selection.isSearch) return searched(db, selection, { offset, limit: most })
  const total = await countSelected(db, selection)
  const limit = Math.min(most, total - offset)
  if (limit <= 0) return { keys: [], total }
  if (offset < total / 2) return { keys: await cut(db, selection, { limit, offset }), total }
  const turned = { ...selection, descending: !selection.descending }
  return { keys: (await cut(db, turned, { limit, offset: total - offset - limit })).reverse(), total }
}

/** All rows of selections, a piece at a time, each beginning after the last row of the one before. */
export async function* everyPage<R>(
  db: Db,
  selections: readonly Selection[],
  limit: number,
  read: (keys: string[][]) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (const selection of selections) {
    let after: string[] | undefined
    for (;;) {
      const keys = await cut(db, selection, { limit, after })
      if (!keys.length) break
      yield await read(keys)
      after = keys.at(-1)
    }
  }
}
