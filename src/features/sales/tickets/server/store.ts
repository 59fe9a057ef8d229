import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { allOf } from '#server/db/filter.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { everyRow, type Rows } from '#server/db/batches.ts'
import { inPages } from '#server/http/csv.ts'
import type { TicketLogEntry } from '../contract.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../rules.ts'
import {
  conditionsOf,
  follows,
  inOrder,
  isAscending,
  isByDay,
  isOfSeveralCinemas,
  type Filter,
  type Key,
} from './filter.ts'
import { narrowedPage } from './narrowed.ts'
import { countLines, placeOf } from './places.ts'
import { copiedFrom, keysIn, linesAt, linesIn, linesOf, type Entry } from './rows.ts'
import { searched } from './search.ts'
import { query } from '#server/db/query.ts'
import { keyRow } from './filter.ts'

export type { Filter } from './filter.ts'

const keysWhere = (filter: Filter, where: SQL, limit: number, offset = 0) => sql`
  select t.at, t.purchase_id, t.n from ticket_log t where ${where}
  order by ${inOrder(filter)} limit ${limit} offset ${offset}`

/** The same of several cinemas, of which few days are asked for: they are gathered in the index that has the cinema first, and sorted. */
const gatheredKeys = (filter: Filter, where: SQL, limit: number, offset: number) => sql`
  select * from (select t.at, t.purchase_id, t.n from ticket_log t where ${where} offset 0) t
  order by ${inOrder(filter)} limit ${limit} offset ${offset}`

type Page = { tickets: TicketLogEntry[]; totalCount: number; isTruncated: boolean }

/** A page of the log, and how many lines it has. */
export async function pageOfLog(
  db: Db,
  filter: Filter,
  paging: Paging,
  bounds: SearchBounds = SEARCH_BOUNDS,
): Promise<Page> {
  const { limit, offset } = sliceOf(paging)
  if (filter.search || !isByDay(filter)) {
    const { keys, total } = await (filter.search
      ? searched(db, filter, filter.search, { limit, offset }, bounds)
      : narrowedPage(db, filter, { limit, offset }, bounds))
    const found = await linesAt(db, filter, keys)
    return { tickets: found, totalCount: total ?? bounds.listed, isTruncated: total === undefined }
  }
  const { total, skipped, ...between } = await placeOf(db, filter, { offset, limit })
  if (offset >= total) return { tickets: [], totalCount: total, isTruncated: false }
  const keysOf = isOfSeveralCinemas(filter) ? gatheredKeys : keysWhere
  const keys = keysOf(filter, conditionsOf(filter, between), limit, skipped)
  const { rows } = await query(db, keyRow)(keys)
  return { tickets: await linesAt(db, filter, rows), totalCount: total, isTruncated: false }
}

/** Rows of a statement of all lines; of a search each statement gathers anew all that follows. */
const PAGE = 2000
const SEARCHED_PAGE = 10_000

type CompleteLog = {
  /** Of what leads to too many that is not known. */
  total: number | undefined
  /** What the lines meet, where they are not searched. */
  where?: SQL
  /** So many at most are found at a time. */
  most: number
  /** The keys of those after a line, or of the first. */
  keysAfter: (key: Key | undefined) => Promise<SQL>
}

/** All lines under a filter. */
async function completeLogOf(db: Db, filter: Filter, bounds: SearchBounds): Promise<CompleteLog> {
  if (filter.search) {
    const { total, page } = await searched(db, filter, filter.search, { limit: 0, offset: 0 }, bounds)
    const most = total === undefined ? PAGE : SEARCHED_PAGE
    return { total, most, keysAfter: async (after) => keysIn(await page({ limit: most, after })) }
  }
  const { total, where } = await (isByDay(filter) ? counted(db, filter) : narrowed(db, filter, bounds))
  const keysAfter = async (key: Key | undefined) => keysWhere(filter, allOf([where, key && follows(filter, key)]), PAGE)
  return { total, where, most: PAGE, keysAfter }
}

async function counted(db: Db, filter: Filter) {
  const { total, skipped: _, ...between } = await placeOf(db, filter, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
  return { total, where: conditionsOf(filter, between) }
}
const narrowed = async (db: Db, filter: Filter, bounds: SearchBounds) => ({
  total: await countLines(db, filter, bounds.counted),
  where: conditionsOf(filter),
})

/** The whole log under a filter, for a file. */
export async function copiedLog(db: Db, filter: Filter, bounds: SearchBounds = SEARCH_BOUNDS): Promise<Rows> {
  const { total, where, most, keysAfter } = await completeLogOf(db, filter, bounds)
  if (where) {
    const from = copiedFrom(sql`ticket_log t`)
    return everyRow({ from, where, keys: KEYS, descending: !isAscending(filter) }, total)
  }
  const statement: Rows['statement'] = async (cells, { after }) => sql`
    select ${cells}, t.at, t.purchase_id, t.n
    from ${copiedFrom(linesIn(await keysAfter(after && keyOf(after))))}
    order by ${inOrder(filter)}`
  return { total, most, statement }
}
const KEYS = [
  { of: sql`t.at`, type: 'timestamptz' },
  { of: sql`t.purchase_id`, type: 'bigint' },
  { of: sql`t.n`, type: 'smallint' },
] as const
const keyOf = ([at, purchase, n]: readonly string[]): Key => ({ at: at!, purchase_id: Number(purchase), n: Number(n) })

/** The same in pages, each beginning after the last line of the one before. */
export async function completeLog(
  db: Db,
  filter: Filter,
  bounds: SearchBounds = SEARCH_BOUNDS,
): Promise<{ total: number | undefined; pages: AsyncGenerator<Entry[]> }> {
  const { total, keysAfter } = await completeLogOf(db, filter, bounds)
  return { total, pages: inPages(async (last) => linesOf(db, filter, await keysAfter(last?.key))) }
}
