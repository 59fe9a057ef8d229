/** Repairs the times in the queue after the clock of its database was wrong. */
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/connect.ts'
import { number, orNull, query } from '../db/query.ts'

type Asking = Pick<Database['pool'], 'query'>

/** Times of past events in the queue cannot be further ahead. */
const AHEAD = `interval '1 minute'`

/**
 * Sets times of past events that lie in the future to now. They were stored while the clock ran ahead, and nothing
 * would run until the clock reaches them. Runs scheduled for later stay so.
 * @returns whether there were any
 */
export async function settleClock(pool: Asking): Promise<boolean> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'pgboss' and table_name in ('version', 'queue') and data_type = 'timestamp with time zone'`)
  let found = 0
  for (const table of ['version', 'queue']) {
    const those = columns.filter((one) => one.table === table).map(({ column }) => column)
    if (!those.length) continue
    const { rowCount } = await pool.query(`
      update pgboss.${table} set ${those.map((one) => `${one} = least(${one}, now())`).join(', ')}
      where greatest(${those.join(', ')}) > now() + ${AHEAD}`)
    found += rowCount ?? 0
  }
  const { rowCount } = await pool.query(`
    update pgboss.job set created_on = now(), start_after = now() + (start_after - created_on),
      started_on = least(started_on, now())
    where created_on > now() + ${AHEAD} and state <= 'active'`)
  return found + (rowCount ?? 0) > 0
}

/** Records that a scheduled job has run. */
export const noteRun = (db: Db, name: string) =>
  db.execute(sql`
    insert into job_runs (name, at) values (${name}, now()) on conflict (name) do update set at = excluded.at`)

/** Returns seconds since a scheduled job last ran, by the clock of the database; undefined: none ever ran. */
export async function secondsSinceRun(db: Db): Promise<number | undefined> {
  const { rows } = await query(db, { seconds: orNull(number) })`
    select extract(epoch from now() - max(at))::float8 as seconds from job_runs where at <= now() + interval '1 minute'`
  return rows[0]?.seconds ?? undefined
}

/** Seconds without a scheduled job after which none is started, because some job runs each minute. */
export const STOPPED_SECONDS = 300
