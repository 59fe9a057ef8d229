import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { liftTimeout } from './connect.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Any fixed number: servers that start together take turns on it. */
const LOCK = 7_316_001

/** Brings the schema up to date: each file of `migrations/` once, in order, each in its own transaction, forward only. */
export async function migrate(pool: pg.Pool, onStep: (file: string) => void = () => {}): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await inTurn(client, () =>
      client.query(
        'create table if not exists migrations (file text primary key, at timestamptz not null default now())',
      ),
    )
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
  } finally {
    client.release()
  }
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
