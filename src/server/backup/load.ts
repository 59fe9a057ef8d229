import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { liftTimeout, type Database } from '../db/connect.ts'
import { makeTables, migrate, strangerAmong } from '../db/migrate.ts'
import { typeOf } from '../integrations/storage/embedded.ts'
import type { ObjectStorage } from '../integrations/storage/port.ts'
import { queueWaiting, type AnyJob, type WaitingJob } from '../jobs/jobs.ts'
import { FILES, FORMAT, INVENTORY, JOBS, KEY, MANIFEST, ROWS, TABLES, unpressed, type Manifest } from './archive.ts'
import { copyIn } from '../db/copy.ts'
import { markFinished, markUnfinished } from '../db/unfinished.ts'
import { wholeOf, type Entry } from './tar.ts'

export type Target = {
  database: Pick<Database, 'kind' | 'pool'>
  storage: ObjectStorage
  dataDir: string
  jobs: readonly AnyJob[]
}

/** What somebody should know of a restore that is whole. */
export type Loaded = { rows: number; files: number; missing: readonly string[] }

/** @throws Error with a sentence for the console for an archive that this version cannot take in */
export async function refuseManifest({ format, version, migrations, zone }: Manifest, here: string): Promise<void> {
  const stranger = await strangerAmong(migrations)
  if (format > FORMAT || stranger)
    throw new Error(
      `The backup was made by a newer Marquee (${version}${stranger ? `, with ${stranger}` : ''}): restore it with that version`,
    )
  if (zone !== here)
    throw new Error(`The backup is of a chain whose CHAIN_ZONE is ${zone}; here it is ${here}. Set it to the same`)
}

/** @throws Error with a sentence for the console for a database in which there is anything */
export async function refuseOccupied({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`)
  if (rows.some(({ name }) => name.endsWith('.unfinished_restore')))
    throw new Error(
      'The database holds a restore that was stopped before its end. Drop it, create it anew, empty, and restore again',
    )
  if (rows.length)
    throw new Error(`The database is not empty: it has ${rows[0]!.name}. Restore into a new one; nothing was changed`)
}

/** @throws Error with a sentence for the console for a data folder in which there is anything, or any of these names */
export async function refuseOccupiedFolder(dataDir: string, names?: readonly string[]): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const [first] = found.filter((name) => (names ? names.includes(name) : name !== 'lost+found'))
  if (first)
    throw new Error(
      `The data folder ${dataDir} is not empty: it has ${first}. Set DATA_DIR to a new one, or empty it if a restore was stopped in it; nothing was changed`,
    )
}

/**
 * Takes in all that Marquee keeps, into an empty database. Until it is whole no server starts on it.
 * @throws Error with a sentence for the console
 */
export async function load(
  { database, storage, dataDir, jobs }: Target,
  entries: AsyncIterable<Entry>,
  say: (words: string) => void,
): Promise<Loaded> {
  const { pool } = database
  const loaded: Loaded & { missing: string[] } = { rows: 0, files: 0, missing: [] }
  const counts: Record<string, number> = {}
  let manifest!: Manifest
  let rebuild!: string[]
  for await (const entry of entries) {
    const { name } = entry
    if (name === MANIFEST) {
      manifest = JSON.parse((await wholeOf(entry)).toString()) as Manifest
      await inTransaction(pool, (client) => markUnfinished(client, manifest.createdAt))
      await makeTables(
        pool,
        manifest.migrations.map(({ file }) => file),
      )
      rebuild = await inTransaction(pool, (client) => empty(client, manifest))
    } else if (name.startsWith(TABLES)) {
      const table = manifest.tables.find((one) => name.startsWith(`${TABLES}${one.name}/`))!
      const lines = await unpressed(await wholeOf(entry))
      const columns = table.columns.map(quoted).join(', ')
      const rows = await inTransaction(pool, (client) =>
        copyIn(client, `copy ${quoted(table.name)} (${columns}) from stdin`, lines),
      )
      if (!counts[table.name]) say(`  ${table.name}`)
      counts[table.name] = (counts[table.name] ?? 0) + rows
      loaded.rows += rows
    } else if (name === ROWS) {
      const told = JSON.parse((await wholeOf(entry)).toString()) as Record<string, number>
      for (const [table, rows] of Object.entries(told))
        if (rows !== (counts[table] ?? 0))
          throw new Error(`The table ${table} should have ${rows} rows, and has ${counts[table] ?? 0}`)
      say('  indexes and references')
      for (const statement of rebuild) await inTransaction(pool, (client) => client.query(statement))
      await inTransaction(pool, (client) => goOnCounting(client, manifest))
      await inTransaction(pool, (client) => client.query('analyze'))
    } else if (name === JOBS) {
      const waiting = JSON.parse((await unpressed(await wholeOf(entry))).toString()) as WaitingJob[]
      await queueWaiting(database, jobs, waiting)
    } else if (name.startsWith(FILES)) {
      const file = name.slice(FILES.length)
      await storage.put(file, Readable.from(entry.body, { objectMode: false }), typeOf(file))
      loaded.files++
    } else if (name === INVENTORY) {
      const there = new Set((await Array.fromAsync(storage.list())).map((file) => file.name))
      for (const file of JSON.parse((await wholeOf(entry)).toString()) as { name: string }[])
        if (!there.has(file.name)) loaded.missing.push(file.name)
    } else if (name === KEY) {
      await keepKey(dataDir, await wholeOf(entry))
    }
  }
  await inTransaction(pool, async (client) => {
    // What stands of functions, triggers and views is made anew, as there is none of it.
    await client.query(`delete from settings where key = 'routines'`)
    await markFinished(client)
  })
  await migrate(pool, (file) => say(`  ${file}`))
  return loaded
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function inTransaction<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await liftTimeout(client)
    // It is done anew after a crash.
    await client.query(`set local synchronous_commit = off; set local maintenance_work_mem = '256MB'`)
    const answer = await act(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/**
 * Takes out what the migrations wrote, and what is quicker to make when the rows are there, which are in no order that
 * suits references.
 * @returns the statements that make it again
 */
async function empty(client: pg.PoolClient, { tables, migrations }: Manifest): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    with t as (select oid, format('%I', relname) as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace)
    select drop, make from (
      select 1 as rank, format('alter table %s drop constraint %I', t.name, k.conname) as drop,
        format('alter table %s add constraint %I %s', t.name, k.conname, pg_get_constraintdef(k.oid)) as make
      from t join pg_constraint k on k.conrelid = t.oid where k.contype = 'f'
      union all
      select 2, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from t join pg_index i on i.indrelid = t.oid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    ) all_of_them order by rank, make`)
  for (const { drop } of rows) await client.query(drop)
  await client.query(`truncate ${['migrations', ...tables.map(({ name }) => name)].map(quoted).join(', ')}`)
  await client.query('insert into migrations select * from jsonb_populate_recordset(null::migrations, $1)', [
    JSON.stringify(migrations),
  ])
  // The indexes first: a reference may stand on one.
  return rows.toReversed().map(({ make }) => make)
}

async function goOnCounting(client: pg.PoolClient, { sequences }: Manifest) {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, isCalled])
}

/** With all that is in it, or not at all. */
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
