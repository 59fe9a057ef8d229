import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/**
 * Rows in an order, of which a page can start anywhere. `keys` are never null, decide between any two rows together, and
 * stand in an index in this order; their types are what a text of them is read as.
 */
export type Selection = {
  from: SQL
  where: SQL
  keys: readonly { of: SQL; type: 'text' | 'timestamptz' | 'bigint' }[]
  descending: boolean
}

type Row = { keys: string[] }
type Cut = { limit: number; offset?: number; after?: readonly string[] | undefined }

export async function countSelected(db: Db, { from, where }: Selection): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) as n from ${from} where ${where}`)
  return rows[0]!.n
}

/** The keys of rows, which are all that is read of them here: what is shown is read of the page's rows alone. */
export async function cut(
  db: Db,
  { from, where, keys, descending }: Selection,
  { limit, offset = 0, after }: Cut,
): Promise<string[][]> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const list = (each: (key: Selection['keys'][number], index: number) => SQL) => sql.join(keys.map(each), sql`, `)
  const beyond = after
    ? sql`and (${list(({ of }) => of)}) ${sql.raw(descending ? '<' : '>')}
        (${list(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`)})`
    : sql``
  const { rows } = await db.execute<Row>(sql`
    select array[${list(({ of }) => sql`(${of})::text`)}] as keys from ${from} where ${where} ${beyond}
    order by ${list(({ of }) => sql`${of} ${direction}`)} limit ${limit} offset ${offset}`)
  return rows.map((row) => row.keys)
}

/** One selection after the other, as one list: its rows' keys from a place on, and how many there are. */
export async function pageOf(
  db: Db,
  selections: readonly Selection[],
  { page, perPage }: { page: number; perPage: number },
): Promise<{ keys: string[][]; total: number }> {
  const totals = await Promise.all(selections.map((selection) => countSelected(db, selection)))
  const keys: string[][] = []
  let offset = (page - 1) * perPage
  for (const [index, selection] of selections.entries()) {
    const limit = Math.min(perPage - keys.length, totals[index]! - offset)
    if (limit > 0) keys.push(...(await slice(db, selection, totals[index]!, offset, limit)))
    offset = Math.max(0, offset - totals[index]!)
  }
  return { keys, total: totals.reduce((sum, total) => sum + total, 0) }
}

/** In the later half it is counted from the end, so that the last page is as quick as the first. */
async function slice(db: Db, selection: Selection, total: number, offset: number, limit: number) {
  if (offset < total / 2) return cut(db, selection, { limit, offset })
  const turned = { ...selection, descending: !selection.descending }
  return (await cut(db, turned, { limit, offset: total - offset - limit })).reverse()
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
