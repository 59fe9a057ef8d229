/** What the queue keeps of when things happened, where the clock of its database was wrong for a while. */
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/connect.ts'
import { number, orNull, query } from '../db/query.ts'

type Asking = Pick<Database['pool'], 'query'>

/** Further ahead than this nothing of the queue can be that has happened. */
const AHEAD = `interval '1 minute'`

/**
 * What the queue has noted of the future it noted while the clock ran ahead: until the clock comes to it nothing would be run by
 * itself, nor be run that was wanted meanwhile. All of that is taken to be of now. What is wanted later stays so.
 * @returns whether there was any
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

/** Notes that a job that runs by itself has run. */
export const noteRun = (db: Db, name: string) =>
  db.execute(sql`
    insert into job_runs (name, at) values (${name}, now()) on conflict (name) do update set at = excluded.at`)

/** Seconds since any of them ran, by the clock of the database; undefined where none ever did. */
export async function secondsSinceRun(db: Db): Promise<number | undefined> {
  const { rows } = await query(db, { seconds: orNull(number) })`
    select extract(epoch from now() - max(at))::float8 as seconds from job_runs where at <= now() + interval '1 minute'`
  return rows[0]?.seconds ?? undefined
}

/** Some job runs each minute: after so many seconds without one, none is started. */
export const STOPPED_SECONDS = 300
