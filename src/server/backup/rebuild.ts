import type pg from 'pg'
import { liftTimeout } from '../db/connect.ts'
import { queue } from '../queue.ts'

/**
 * Keys, indexes and references of a table. They are dropped from the empty table and created again for all rows together:
 * row by row this would take many times as long.
 */
export type Rest = { keys: readonly string[]; indexes: readonly string[]; references: readonly string[] }

/** Drops them from all tables. @returns the statements that create them again, by table */
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
  // References first, because they need keys.
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

/** Creates the dropped parts again. */
export type Rebuilding = {
  /** Starts for a filled table: keys, indexes and statistics. Other tables can be filled meanwhile. */
  begin: (table: string) => Promise<void>
  /**
   * Creates the remaining parts; references last, because they need keys of other tables. @throws earlier errors too
   */
  finish: () => Promise<void>
}

/** Uses all connections of the pool but one. A pool with one connection works before anything else is done. */
export function rebuilding(pool: pg.Pool, rest: ReadonlyMap<string, Rest>): Rebuilding {
  const limited = queue(Math.max(1, pool.options.max - 1))
  const run = (statement: string) => limited(() => inTransaction(pool, (client) => client.query(statement)))
  const begun = new Map<string, Promise<unknown>>()
  const make = async (table: string) => {
    const { keys = [], indexes = [] } = rest.get(table) ?? {}
    // One key after the other, because each locks the table; indexes can be created concurrently.
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

/** Runs a transaction of a restore, which is repeated after a crash. */
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
