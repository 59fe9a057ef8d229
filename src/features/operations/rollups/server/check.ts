import { liftTimeout, type Database } from '#server/db/connect.ts'
import {
  buyersCounted,
  days,
  rollups,
  wrongBuyers,
  wrongCinemas,
  wrongMethods,
  wrongPlaces,
  wrongRefundStates,
  wrongPeriods,
  type Rollup,
} from './counted.ts'

/** A row that is not what the raw rows amount to. `key` names it. */
export type Difference = {
  table: string
  key: Record<string, string | number>
  stored: Record<string, unknown>
  counted: Record<string, unknown>
}

type Row = Record<string, unknown>
type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

/** Counts every roll-up anew, and what follows from raw rows besides. Nothing is locked and nothing is changed. */
export const check = (database: Database, zone: string): Promise<Difference[]> =>
  inOneSnapshot(database, async (query) => {
    const found: Difference[] = []
    for (const [table, column, at] of days) found.push(...(await wrongDays(query, table, column, at, zone)))
    const perRow = async (table: string, id: string, column: string, sql: string, values?: unknown[]) => {
      for (const row of await query(sql, values))
        found.push({
          table,
          key: { [id]: row[id] as number },
          stored: { [column]: row.stored },
          counted: { [column]: row.counted },
        })
    }
    await perRow('subscription_periods', 'customer_id', 'subscription_periods', wrongPeriods, [zone])
    await perRow('purchases', 'id', 'by_subscriber', wrongBuyers)
    await perRow('customer_cinemas', 'customer_id', 'cinemas', wrongCinemas)
    await perRow('payments', 'id', 'cinema_id', wrongPlaces)
    await perRow('payments', 'id', 'method', wrongMethods)
    await perRow('ticket_log', 'purchase_id', 'refund', wrongRefundStates)
    for (const rollup of rollups) found.push(...(await wrongRows(query, rollup)))
    const [stored] = await query('select buyers, repeat_buyers from buyer_counts')
    const [counted] = await query(buyersCounted)
    if (stored!.buyers !== counted!.buyers || stored!.repeat_buyers !== counted!.repeat_buyers)
      found.push({ table: 'buyer_counts', key: {}, stored: stored!, counted: counted! })
    return found
  })

/** Rows that only one side has count as zeros: a roll-up keeps the row of a day of which everything was taken back. */
async function wrongRows(query: Query, { table, keys, values, counted }: Rollup): Promise<Difference[]> {
  const side = (name: string) => values.map((value) => `coalesce(${name}.${value}, 0)::bigint`).join(', ')
  const named = (name: string) =>
    values.map((value) => `coalesce(${name}.${value}, 0)::bigint as ${name}_${value}`).join(', ')
  const rows = await query(`
    select ${keys.join(', ')}, ${named('k')}, ${named('c')}
    from ${table} k full join (${counted(() => 'true')}) c using (${keys.join(', ')})
    where (${side('k')}) is distinct from (${side('c')})
    order by ${keys.join(', ')}`)
  const pick = (row: Row, prefix: string) =>
    Object.fromEntries(values.map((value) => [value, row[`${prefix}${value}`]] as const))
  return rows.map((row) => ({
    table,
    key: Object.fromEntries(keys.map((key) => [key, row[key] as string])),
    stored: pick(row, 'k_'),
    counted: pick(row, 'c_'),
  }))
}

/** Reported as one difference: after a change of zone it is half of the rows. */
async function wrongDays(query: Query, table: string, column: string, at: string, zone: string): Promise<Difference[]> {
  const [row] = await query(
    `select count(*) as n from ${table} where ${column} is distinct from (${at} at time zone $1)::date`,
    [zone],
  )
  if (!row!.n) return []
  return [
    {
      table,
      key: {},
      stored: { [`${column} of another zone`]: row!.n },
      counted: { [`${column} of another zone`]: 0 },
    },
  ]
}

/**
 * All queries see one state of the database. The embedded one is this process's alone and needs no snapshot; there a
 * connection that is out for long would be taken for a runaway query.
 */
async function inOneSnapshot<T>({ kind, pool }: Database, read: (query: Query) => Promise<T>): Promise<T> {
  if (kind === 'embedded') return read(async (sql, values) => (await pool.query<Row>(sql, values)).rows)
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await liftTimeout(client)
    return await read(async (sql, values) => (await client.query<Row>(sql, values)).rows)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
