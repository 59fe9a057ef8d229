/**
 * Maintenance that a single backend needs instead of PostgreSQL's autovacuum: frees dead rows and updates statistics.
 * Without statistics the planner expects every table to be empty.
 */

/** Runs a statement on a database without other clients. */
type Ask = (statement: string) => Promise<{ rows: unknown[] }>

/**
 * Size in bytes above which a table only gets statistics: freeing its dead rows would block people longer than a
 * statement timeout.
 */
const LARGE = 512 * 1024 * 1024

const VACUUM = 'vacuum (analyze) '

/**
 * Query of a table that needs maintenance, with the thresholds of autovacuum. Changes are counted from the opening of
 * the database, so a table without statistics, or one that has outgrown them, is included too.
 */
const DUE = `
  with tables as (
    select c.oid::regclass::text as name, greatest(c.reltuples, 0) as rows, pg_relation_size(c.oid) as bytes,
      8192 * (case when c.reltuples < 0 then 0 else 8 + 1.2 * c.relpages end) as outgrown, s.*
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relpersistence = 'p')
  select case when bytes > ${LARGE} then 'analyze ' else '${VACUUM}' end || name as upkeep
  from tables
  where n_mod_since_analyze > 50 + 0.1 * rows or bytes > outgrown
    or bytes <= ${LARGE} and (n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows)
  limit 1`

/** Frees dead rows and updates statistics of every table, with pauses for other clients. */
export async function vacuumAll(ask: Ask, yieldToInteractive: () => Promise<void>): Promise<void> {
  const tables = (await ask('select relid::regclass::text as name from pg_stat_user_tables')).rows as { name: string }[]
  for (const { name } of tables) {
    await ask(VACUUM + name)
    await yieldToInteractive()
  }
}

/** Maintains one table if needed. @returns whether there may be another */
export async function lookAfterOne(ask: Ask): Promise<boolean> {
  const [due] = (await ask(DUE)).rows as { upkeep: string }[]
  if (due) await ask(due.upkeep)
  return due !== undefined
}
