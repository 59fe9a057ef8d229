import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { SearchBounds } from '../rules.ts'
import { conditionsInOrder, conditionsOf, inOrder, type Filter, type Key } from './filter.ts'
import { countLines } from './places.ts'
import { KEY, pageOf, type Slice } from './search.ts'
import { json, query } from '#server/db/query.ts'

/** Lines under a filter of what the counts by day do not know: amounts, movies and refunds. */

/** So many of the newest lines are looked at one by one, then so many more, before all that match are gathered. */
const STRETCHES = [2000, 40_000, 400_000]

/** A page of them, and how many they are; of more than are counted the newest are listed. */
export async function narrowedPage(
  db: Db,
  filter: Filter,
  slice: { limit: number; offset: number },
  { counted, listed }: SearchBounds,
): Promise<{ keys: Key[]; total: number | undefined }> {
  const total = await countLines(db, filter, counted)
  const limit = Math.max(0, Math.min(slice.limit, (total ?? listed) - slice.offset))
  if (limit === 0) return { keys: [], total }
  return { keys: await newest(db, filter, { ...slice, limit }, total === undefined ? STRETCHES : []), total }
}

async function newest(db: Db, filter: Filter, slice: Slice, stretches: readonly number[]): Promise<Key[]> {
  const keysOf = async (rows: SQL) =>
    (await query(db, { keys: json<Key[]>() })`select (${pageOf(filter, rows, slice)}) as keys`).rows[0]!.keys
  for (const lines of stretches) {
    const keys = await keysOf(sql`(
      select ${KEY} from (
        select * from ticket_log t where ${conditionsInOrder(filter)} order by ${inOrder(filter)} limit ${lines}
      ) t where ${conditionsOf(filter)})`)
    if (keys.length === slice.limit) return keys
  }
  return keysOf(sql`(select ${KEY} from ticket_log t where ${conditionsOf(filter)} offset 0)`)
}
