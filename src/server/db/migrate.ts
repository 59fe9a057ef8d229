import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { refuseUnfinished } from './unfinished.ts'
import { liftTimeout } from './connect.ts'
import { inRoot } from '../root.ts'
import { VERSION } from '../version.ts'
import { applyRoutines } from './routines.ts'

const MIGRATIONS = inRoot('migrations')
/** Arbitrary fixed number: servers that start together take turns on this lock. */
const LOCK = 7_316_001

const TABLE_OF_MIGRATIONS = `create table if not exists migrations (
  file text primary key,
  at timestamptz not null default now(),
  hash text not null
)`

/** Applied file with the hash of its text. */
export type Applied = { file: string; hash: string }
/** File with the time of its application; absent: pending. */
export type MigrationStatus = { file: string; at?: Date }

/**
 * Applies each file of `migrations/` once, in order and each in its own transaction, forward only. Then updates
 * functions, triggers and views. Servers that start together take turns.
 * @param security statements for the role of staff with cinema roles (policies.ts)
 * @throws Error with a sentence for the console when other migration files created the database
 */
export async function migrate(
  pool: pg.Pool,
  security: string,
  onStep: (file: string) => void = () => {},
): Promise<void> {
  const files = await migrationFiles()
  const client = await pool.connect()
  let done = new Set<string>()
  try {
    await withAdvisoryLock(client, async () => {
      await refuseUnfinished(client)
      await client.query(TABLE_OF_MIGRATIONS)
      const applied = await appliedTo(client)
      refuseOthers(files, applied)
      done = new Set(applied.map(({ file }) => file))
    })
    for (const [file, text] of files) {
      if (done.has(file)) continue
      await withAdvisoryLock(client, async () => {
        // Another server may have applied it meanwhile.
        if ((await client.query('select from migrations where file = $1', [file])).rowCount) return
        onStep(file)
        await client.query(text)
        await client.query('insert into migrations (file, hash) values ($1, $2)', [file, hashOf(text)])
      }).catch((error: Error) => {
        throw new Error(`Migration ${file} failed: ${error.message}`, { cause: error })
      })
    }
    await withAdvisoryLock(client, () => applyRoutines(client, security, onStep))
  } finally {
    client.release()
  }
}

/**
 * Returns each file with the time of its application, without changing the database.
 * @throws Error like `migrate`
 */
export async function migrationStatus(pool: pg.Pool): Promise<MigrationStatus[]> {
  const files = await migrationFiles()
  const { rows } = await pool.query(`select to_regclass('migrations') as made`)
  const applied = rows[0].made ? await appliedTo(pool) : []
  refuseOthers(files, applied)
  return [...files.keys()].map((file) => ({ file, at: applied.find((one) => one.file === file)?.at }))
}

/** Returns the files by name, in the order of their application. */
async function migrationFiles(): Promise<Map<string, string>> {
  const names = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((file) => readFile(path.join(MIGRATIONS, file), 'utf8')))
  return new Map(names.map((file, n) => [file, texts[n]!]))
}

/** Returns the applied files; a table of an early state has no hashes. */
const appliedTo = async (db: pg.Pool | pg.PoolClient) =>
  (
    await db.query<Applied & { at: Date }>(
      `select file, at, coalesce(to_jsonb(m) ->> 'hash', '') as hash from migrations m order by file`,
    )
  ).rows

/** Hashes a text with the same line ends on every system. */
const hashOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Rejects a database of other migration files. @throws Error with a sentence for the console */
function refuseOthers(files: ReadonlyMap<string, string>, applied: readonly Applied[], made = 'database') {
  const isAsHere = ({ file, hash }: Applied) => files.has(file) && hash === hashOf(files.get(file)!)
  const other = applied.find((one) => !isAsHere(one))
  if (!other) return
  const isLater = other.file > [...files.keys()].at(-1)!
  throw new Error(
    isLater
      ? `The ${made} was made by a later version of Marquee: it has ${other.file}, which version ${VERSION} does not know. Use the version that made it, or a later one.`
      : `The ${made} was made before the first release of Marquee, by a version with another ${other.file}, and cannot be used. Start on an empty database or in a new data folder: \`npm start\` loads the demo there.`,
  )
}

/** Rejects a backup of other migration files. @throws Error with a sentence for the console */
export const refuseOtherBackup = async (applied: readonly Applied[]) =>
  refuseOthers(await migrationFiles(), applied, 'backup')

/** Creates the tables of some migration files, for a backup of these, without migration records and routines. */
export async function makeTables(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await withAdvisoryLock(client, async () => {
      await client.query(TABLE_OF_MIGRATIONS)
      for (const [file, text] of await migrationFiles()) if (names.includes(file)) await client.query(text)
    })
  } finally {
    client.release()
  }
}

/** Runs a transaction on one server at a time, without a timeout. */
async function withAdvisoryLock(client: pg.PoolClient, run: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await liftTimeout(client)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await run()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
