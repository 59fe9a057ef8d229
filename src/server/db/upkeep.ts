/**
 * What a PostgreSQL server's autovacuum does and a single backend does not: it makes room of dead rows and counts what
 * there is, without which the planner takes every table for empty.
 */

/** One statement on a database that nobody else asks meanwhile. */
type Ask = (statement: string) => Promise<{ rows: unknown[] }>

/** A table of more bytes is counted, but not cleared of dead rows: people would wait for it longer than a statement may take. */
const LARGE = 512 * 1024 * 1024

const VACUUM = 'vacuum (analyze) '

/**
 * By autovacuum's thresholds. What changed is counted from the opening of the database, so that a table is also due when
 * it was never counted, or has outgrown what was.
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

/** Clears every table of dead rows and counts what there is; in between others have their turn. */
export async function vacuumAll(ask: Ask, yieldToInteractive: () => Promise<void>): Promise<void> {
  const tables = (await ask('select relid::regclass::text as name from pg_stat_user_tables')).rows as { name: string }[]
  for (const { name } of tables) {
    await ask(VACUUM + name)
    await yieldToInteractive()
  }
}

/** Looks after one table, if any is due. @returns whether there may be another */
export async function lookAfterOne(ask: Ask): Promise<boolean> {
  const [due] = (await ask(DUE)).rows as { upkeep: string }[]
  if (due) await ask(due.upkeep)
  return due !== undefined
}
