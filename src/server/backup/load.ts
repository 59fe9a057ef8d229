import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import { makeTables, refuseOtherBackup } from '../db/migrate.ts'
import { typeOf } from '../integrations/storage/embedded.ts'
import type { ObjectStorage } from '../integrations/storage/port.ts'
import { queueWaiting, type AnyJob, type WaitingJob } from '../jobs/jobs.ts'
import { FILES, FORMAT, INVENTORY, JOBS, KEY, MANIFEST, ROWS, TABLES, unpressed, type Manifest } from './archive.ts'
import { copyIn } from '../db/copy.ts'
import { markFinished, markUnfinished } from '../db/unfinished.ts'
import { inTransaction, quoted, rebuilding, takeOut, type Rebuilding } from './rebuild.ts'
import { bytesOf, type Entry } from './tar.ts'

export type Target = {
  database: Pick<Database, 'kind' | 'pool'>
  storage: ObjectStorage
  dataDir: string
  jobs: readonly AnyJob[]
}

/** Result of a complete restore. */
export type Loaded = { rows: number; files: number; missing: readonly string[] }

/** Rejects an archive that this version cannot restore. @throws Error with a sentence for the console */
export async function refuseManifest({ format, version, migrations, zone }: Manifest, here: string): Promise<void> {
  if (format > FORMAT)
    throw new Error(`The backup was made by a newer version of Marquee (${version}): restore it with that version`)
  await refuseOtherBackup(migrations)
  if (zone !== here) throw new Error(`CHAIN_ZONE is ${zone} in the backup and ${here} here. Set CHAIN_ZONE=${zone}.`)
}

/** Rejects a database that is not empty. @throws Error with a sentence for the console */
export async function refuseOccupied({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`)
  if (rows.some(({ name }) => name.endsWith('.unfinished_restore')))
    throw new Error(
      'A restore into this database was interrupted. Drop the database, create an empty one and restore again.',
    )
  if (rows.length)
    throw new Error(
      `The database is not empty: it has ${rows[0]!.name}. Nothing was changed. Restore into an empty database.`,
    )
}

/** Rejects a data folder with files, or with any of these names. @throws Error with a sentence for the console */
export async function refuseOccupiedFolder(dataDir: string, names?: readonly string[]): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const [first] = found.filter((name) => (names ? names.includes(name) : name !== 'lost+found'))
  if (first)
    throw new Error(
      `The data folder ${dataDir} is not empty: it has ${first}. Nothing was changed. Set DATA_DIR to a new folder, or empty this one if a restore was interrupted.`,
    )
}

/**
 * Restores all data into an empty database. Until the restore is complete, no server starts on it.
 * @throws Error with a sentence for the console
 */
export async function load(
  { database, storage, dataDir, jobs }: Target,
  entries: AsyncIterable<Entry>,
  say: (message: string) => void,
): Promise<Loaded> {
  const { pool } = database
  const loaded: Loaded & { missing: string[] } = { rows: 0, files: 0, missing: [] }
  const counts: Record<string, number> = {}
  let manifest!: Manifest
  let rest!: Rebuilding
  const coming = entries[Symbol.asyncIterator]()
  const next = async () => (await coming.next()).value as Entry | undefined
  for (let entry = await next(); entry;) {
    const { name } = entry
    if (name.startsWith(TABLES)) {
      const table = manifest.tables.find((one) => name.startsWith(folderOf(one.name)))!
      say(`  ${table.name}`)
      const filled = await inTransaction(pool, (client) => fill(client, table, entry!, next))
      counts[table.name] = filled.rows
      loaded.rows += filled.rows
      await rest.begin(table.name)
      entry = filled.after
      continue
    }
    if (name === MANIFEST) {
      manifest = JSON.parse((await bytesOf(entry)).toString()) as Manifest
      rest = await begun(pool, manifest)
    } else if (name === ROWS) {
      const expected = JSON.parse((await bytesOf(entry)).toString()) as Record<string, number>
      for (const [table, rows] of Object.entries(expected))
        if (rows !== (counts[table] ?? 0))
          throw new Error(`The table ${table} has ${counts[table] ?? 0} rows instead of ${rows}`)
      say('  indexes and references')
      await rest.finish()
      await inTransaction(pool, (client) => goOnCounting(client, manifest))
    } else if (name === JOBS) {
      const waiting = JSON.parse((await unpressed(await bytesOf(entry))).toString()) as WaitingJob[]
      await queueWaiting(database, jobs, waiting)
    } else if (name.startsWith(FILES)) {
      const file = name.slice(FILES.length)
      await storage.put(file, Readable.from(entry.body, { objectMode: false }), typeOf(file))
      loaded.files++
    } else if (name === INVENTORY) {
      const there = new Set((await Array.fromAsync(storage.list())).map((file) => file.name))
      for (const file of JSON.parse((await bytesOf(entry)).toString()) as { name: string }[])
        if (!there.has(file.name)) loaded.missing.push(file.name)
    } else if (name === KEY) {
      await keepKey(dataDir, await bytesOf(entry))
    }
    entry = await next()
  }
  await inTransaction(pool, async (client) => {
    // Forces functions, triggers and views to be created, because there are none.
    await client.query(`delete from settings where key = 'routines'`)
    await markFinished(client)
  })
  return loaded
}

/** Creates the tables with the backup's migrations, without the rows that these wrote. */
async function begun(pool: pg.Pool, { createdAt, migrations, tables }: Manifest): Promise<Rebuilding> {
  await inTransaction(pool, (client) => markUnfinished(client, createdAt))
  await makeTables(
    pool,
    migrations.map(({ file }) => file),
  )
  return inTransaction(pool, async (client) => {
    const rest = await takeOut(client)
    await client.query(`truncate ${['migrations', ...tables.map(({ name }) => name)].map(quoted).join(', ')}`)
    await client.query('insert into migrations select * from jsonb_populate_recordset(null::migrations, $1)', [
      JSON.stringify(migrations),
    ])
    return rebuilding(pool, rest)
  })
}

const folderOf = (table: string) => `${TABLES}${table}/`

/**
 * Copies the rows of a table. In the transaction that emptied the table they are frozen immediately, so that no vacuum
 * rewrites them. With `wal_level` minimal they are not written to the log.
 * @returns the number of rows, and the next entry
 */
async function fill(
  client: pg.ClientBase,
  { name, columns }: Manifest['tables'][number],
  first: Entry,
  next: () => Promise<Entry | undefined>,
): Promise<{ rows: number; after: Entry | undefined }> {
  await client.query(`truncate ${quoted(name)}`)
  const copy = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin (freeze)`
  let rows = 0
  let copying = Promise.resolve(0)
  let entry: Entry | undefined = first
  for (; entry?.name.startsWith(folderOf(name)); entry = await next()) {
    // Decompressed while the previous lines are copied.
    const lines = await unpressed(await bytesOf(entry))
    rows += await copying
    copying = copyIn(client, copy, lines)
    copying.catch(() => {})
  }
  return { rows: rows + (await copying), after: entry }
}

async function goOnCounting(client: pg.PoolClient, { sequences }: Manifest) {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, isCalled])
}

/** Writes the key completely or not at all. */
async function keepKey(dataDir: string, key: Buffer) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const own = path.join(dataDir, `${KEY}.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(own, key, { flag: 'wx', mode: 0o600, flush: true })
    await link(own, path.join(dataDir, KEY))
  } finally {
    await rm(own, { force: true })
  }
}
