import type pg from 'pg'
import { liftTimeout } from '../db/connect.ts'
import { queue } from '../queue.ts'

/**
 * What a table has besides its rows: keys, indexes, references. It is taken out while the table is empty and made again of
 * all its rows at once: row by row, in an order that suits none of them, it would take many times as long.
 */
export type Rest = { keys: readonly string[]; indexes: readonly string[]; references: readonly string[] }

/** Takes it out of all tables. @returns the statements that make it again, by table */
export async function takeOut(client: pg.ClientBase): Promise<Map<string, Rest>> {
  const { rows } = await client.query<{ table: string; kind: keyof Rest; drop: string; make: string }>(`
    with t as (select oid, relname as table, format('%I', relname) as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace)
    select "table", kind, drop, make from (
      select t.table, case k.contype when 'f' then 'references' else 'keys' end as kind,
        case k.contype when 'f' then 1 else 2 end as rank,
        format('alter table %s drop constraint %I', t.name, k.conname) as drop,
        format('alter table %s add constraint %I %s', t.name, k.conname, pg_get_constraintdef(k.oid)) as make
      from t join pg_constraint k on k.conrelid = t.oid where k.contype in ('f', 'p', 'u', 'x')
      union all
      select t.table, 'indexes', 3, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from t join pg_index i on i.indrelid = t.oid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    ) all_of_them order by rank, make`)
  // References first: they stand on keys.
  for (const { drop } of rows) await client.query(drop)
  const of = (table: string, kind: keyof Rest) =>
    rows.filter((row) => row.table === table && row.kind === kind).map(({ make }) => make)
  const tables = [...new Set(rows.map(({ table }) => table))]
  return new Map(
    tables.map((table) => [
      table,
      { keys: of(table, 'keys'), indexes: of(table, 'indexes'), references: of(table, 'references') },
    ]),
  )
}

/** Makes again what was taken out. */
export type Rebuilding = {
  /** Of a table whose rows are there: keys, indexes, and how its rows are spread. Others can be filled meanwhile. */
  begin: (table: string) => Promise<void>
  /** All that is left; references last, as they stand on the keys of others. @throws also what failed meanwhile */
  finish: () => Promise<void>
}

/** On all connections of the pool but one; where it has no other, on that one before anything else is done. */
export function rebuilding(pool: pg.Pool, rest: ReadonlyMap<string, Rest>): Rebuilding {
  const limited = queue(Math.max(1, pool.options.max - 1))
  const run = (statement: string) => limited(() => inTransaction(pool, (client) => client.query(statement)))
  const begun = new Map<string, Promise<unknown>>()
  const make = async (table: string) => {
    const { keys = [], indexes = [] } = rest.get(table) ?? {}
    // A key locks the table against the others, which can be made at the same time.
    for (const key of keys) await run(key)
    await Promise.all(indexes.map(run))
    await run(`analyze ${quoted(table)}`)
  }
  const begin = async (table: string) => {
    const made = make(table)
    begun.set(table, made)
    if (pool.options.max === 1) await made
    else made.catch(() => {})
  }
  return {
    begin,
    finish: async () => {
      for (const table of rest.keys()) if (!begun.has(table)) await begin(table)
      await Promise.all(begun.values())
      for (const { references } of rest.values()) for (const reference of references) await run(reference)
    },
  }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A transaction of a restore: it is done anew after a crash. */
export async function inTransaction<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await liftTimeout(client)
    await client.query(`set local synchronous_commit = off; set local maintenance_work_mem = '256MB'`)
    const answer = await run(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
