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
/** Any fixed number: servers that start together take turns on it. */
const LOCK = 7_316_001

/** Makes the tables that many files made before. A database that had the last of those is as this one makes it. */
const FIRST_RELEASE = '0001_first_release.sql'
const LAST_BEFORE = '0070_aliases.sql'

const TABLE_OF_MIGRATIONS =
  'create table if not exists migrations (file text primary key, at timestamptz not null default now())'

const HAS_HASH = `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'hash' and not attisdropped`

/** What the database says of a file: when it was applied, and the hash of what was. */
type Applied = { file: string; at: Date; hash: string | null }
/** A file and when it was applied; one that is pending was not. */
export type MigrationStatus = { file: string; at?: Date }

/**
 * Brings the schema up to date: each file of `migrations/` once, in order, each in its own transaction, forward only; then
 * functions, triggers and views as their owners' files say. Servers that start together take turns.
 * @throws Error with a sentence for the console when the database is older than the first release can take over, or was
 * made by other files than these: a newer version's, or changed ones
 */
export async function migrate(pool: pg.Pool, onStep: (file: string) => void = () => {}): Promise<void> {
  const files = await migrationFiles()
  const client = await pool.connect()
  let done = new Set<string>()
  try {
    await inTurn(client, async () => {
      await refuseUnfinished(client)
      await client.query(TABLE_OF_MIGRATIONS)
      // Asked first: it would wait for a backup, which reads this table, and everybody else for it.
      const { rows } = await client.query(HAS_HASH)
      if (!rows.length) await client.query('alter table migrations add column hash text')
      await takeOver(client)
      const applied = await appliedTo(client)
      refuseOthers(files, applied)
      done = new Set(applied.map(({ file }) => file))
      for (const { file, hash } of applied)
        if (!hash)
          await client.query('update migrations set hash = $2 where file = $1', [file, hashOf(files.get(file)!)])
    })
    for (const [file, text] of files) {
      if (done.has(file)) continue
      await inTurn(client, async () => {
        // Another server may have been first.
        if ((await client.query('select from migrations where file = $1', [file])).rowCount) return
        onStep(file)
        await client.query(text)
        await client.query('insert into migrations (file, hash) values ($1, $2)', [file, hashOf(text)])
      }).catch((error: Error) => {
        throw new Error(`Migration ${file} failed: ${error.message}`, { cause: error })
      })
    }
    await inTurn(client, () => applyRoutines(client, onStep))
  } finally {
    client.release()
  }
}

/**
 * Each file and when it was applied to this database, which stays as it is.
 * @throws Error as `migrate` does
 */
export async function migrationStatus(pool: pg.Pool): Promise<MigrationStatus[]> {
  const files = await migrationFiles()
  const { rows } = await pool.query(`select to_regclass('migrations') as made`)
  const applied = rows[0].made ? await appliedTo(pool) : []
  refuseOthers(files, applied)
  return [...files.keys()].map((file) => ({ file, at: applied.find((one) => one.file === file)?.at }))
}

/** By name, in the order in which they are applied. */
async function migrationFiles(): Promise<Map<string, string>> {
  const names = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((file) => readFile(path.join(MIGRATIONS, file), 'utf8')))
  return new Map(names.map((file, n) => [file, texts[n]!]))
}

const appliedTo = async (db: pg.Pool | pg.PoolClient): Promise<Applied[]> =>
  (await db.query<Applied>('select file, at, to_jsonb(m) ->> $1 as hash from migrations m order by file', ['hash']))
    .rows

/** Wherever it was checked out, its line ends are the same. */
const hashOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** How an applied file differs from what is here; one that was applied before hashes were kept is believed. */
function strangeness(files: ReadonlyMap<string, string>, { file, hash }: { file: string; hash?: unknown }) {
  const text = files.get(file)
  if (text === undefined) return 'unknown'
  return typeof hash === 'string' && hash !== hashOf(text) ? 'changed' : undefined
}

function refuseOthers(files: ReadonlyMap<string, string>, applied: readonly Applied[]) {
  for (const { file, hash } of applied) {
    const stranger = strangeness(files, { file, hash })
    if (stranger === 'unknown')
      throw new Error(
        `The database was made by another version of Marquee: it has ${file}, which version ${VERSION} does not know. Start the version that made it, or a later one`,
      )
    if (stranger === 'changed')
      throw new Error(
        `The file migrations/${file} is not the one that this database was made with. Put back what it was; a change of the schema is a file of its own`,
      )
  }
}

/** A database from before the first release has its tables already, or is too old. */
async function takeOver(client: pg.PoolClient) {
  const { rows } = await client.query<{ file: string }>('select file from migrations order by file desc')
  const done = rows.map(({ file }) => file)
  if (done.length === 0 || (done.includes(FIRST_RELEASE) && !done.includes(LAST_BEFORE))) return
  if (!done.includes(LAST_BEFORE))
    throw new Error(
      `The database is from before the first release and stopped at ${done[0]}: start the last version before the first release on it once, which brings it to ${LAST_BEFORE}, and then this one`,
    )
  await client.query('insert into migrations (file) values ($1) on conflict do nothing', [FIRST_RELEASE])
  await client.query('delete from migrations where at < (select at from migrations where file = $1)', [FIRST_RELEASE])
}

/** The first of some files that there is not here, or not as it was. */
export async function strangerAmong(applied: readonly { file: string; hash?: unknown }[]): Promise<string | undefined> {
  const files = await migrationFiles()
  return applied.find((one) => strangeness(files, one))?.file
}

/** The tables as some files make them, for what a backup of these holds: no word of the files, and no routines. */
export async function makeTables(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await inTurn(client, async () => {
      await client.query(TABLE_OF_MIGRATIONS)
      for (const [file, text] of await migrationFiles()) if (names.includes(file)) await client.query(text)
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
