import type { Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Channel } from '../rules.ts'
import type { Sender } from './sell.ts'
import { query, text } from '#server/db/query.ts'

/** Number of visits to the shop or the app. */
export type Visits = { id: string; at: Date; channel: Channel; count: number }

const COLUMNS = 'id text, at timestamptz, channel text, count integer'

const rowsFrom = (visits: readonly Visits[]) =>
  rowsOf(
    visits.map((one) => ({ ...one, at: one.at.toISOString() })),
    COLUMNS,
  )

/** Adds visits. @returns ids of the new ones */
export async function visit(tx: Db, { source, zone }: Sender, visits: readonly Visits[]): Promise<Set<string>> {
  const { rows } = await query(tx, { external_id: text })`
    insert into visits (source, external_id, at, day, channel, count)
    select ${source}, x.id, x.at, (x.at at time zone ${zone})::date, x.channel, x.count
    from ${rowsFrom(visits)}
    on conflict (source, external_id) do nothing returning external_id`
  return new Set(rows.map((row) => row.external_id))
}

/** Finds visits that are stored differently. @returns their ids */
export async function visitedOtherwise(db: Db, source: string, visits: readonly Visits[]): Promise<string[]> {
  const { rows } = await query(db, { id: text })`
    select x.id from ${rowsFrom(visits)} join visits v on v.source = ${source} and v.external_id = x.id
    where (v.at, v.channel, v.count) <> (x.at, x.channel, x.count)`
  return rows.map(({ id }) => id)
}
