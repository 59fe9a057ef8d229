import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { liftTimeout } from './connect.ts'
import { applyRoutines } from './routines.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Any fixed number: servers that start together take turns on it. */
const LOCK = 7_316_001

/** Makes the tables that many files made before. A database that had the last of those is as this one makes it. */
const FIRST_RELEASE = '0001_first_release.sql'
const LAST_BEFORE = '0070_aliases.sql'

/**
 * Brings the schema up to date: each file of `migrations/` once, in order, each in its own transaction, forward only; then
 * functions, triggers and views as their owners' files say.
 * @throws Error with a sentence for the console when the database is older than the first release can take over
 */
export async function migrate(pool: pg.Pool, onStep: (file: string) => void = () => {}): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await inTurn(client, async () => {
      await client.query(
        'create table if not exists migrations (file text primary key, at timestamptz not null default now())',
      )
      await takeOver(client)
    })
    for (const file of files)
      await inTurn(client, async () => {
        const done = await client.query('select 1 from migrations where file = $1', [file])
        if (done.rowCount) return
        onStep(file)
        await client.query(await readFile(new URL(file, MIGRATIONS), 'utf8'))
        await client.query('insert into migrations (file) values ($1)', [file])
      }).catch((error: Error) => {
        throw new Error(`Migration ${file} failed: ${error.message}`, { cause: error })
      })
    await inTurn(client, () => applyRoutines(client, onStep))
  } finally {
    client.release()
  }
}

/** A database from before the first release has its tables already, or is too old. */
async function takeOver(client: pg.PoolClient) {
  const { rows } = await client.query<{ file: string }>('select file from migrations order by file desc')
  const done = rows.map(({ file }) => file)
  if (done.length === 0 || done.includes(FIRST_RELEASE)) return
  if (!done.includes(LAST_BEFORE))
    throw new Error(
      `The database is from before the first release and stopped at ${done[0]}: start the last version before the first release on it once, which brings it to ${LAST_BEFORE}, and then this one`,
    )
  await client.query('insert into migrations (file) values ($1)', [FIRST_RELEASE])
}

/** A transaction that one server at a time is in, for as long as it takes. */
async function inTurn(client: pg.PoolClient, act: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await liftTimeout(client)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await act()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
