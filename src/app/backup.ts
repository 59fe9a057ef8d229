import { createWriteStream, existsSync } from 'node:fs'
import { migrate } from './migrate.ts'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addLine } from '#server/audit/store.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { manifestOfComplete, type Manifest } from '#server/backup/archive.ts'
import { dump } from '#server/backup/dump.ts'
import { noteBackup } from '#server/backup/last.ts'
import { load, refuseManifest, refuseOccupied, refuseOccupiedFolder, type Loaded } from '#server/backup/load.ts'
import { entriesIn, tarOf, type Entry } from '#server/backup/tar.ts'
import { check } from '#features/operations/rollups/server/public.ts'
import { KEY_FILE } from '#features/marketing/vouchers/server/public.ts'
import { connect, type Database, type Db } from '#server/db/connect.ts'
import { runningDatabase } from '#server/db/running.ts'
import { lockFile } from '#server/db/lock.ts'
import type { Env } from '#server/env.ts'
import { storageOf } from '#server/integrations/index.ts'
import { embeddedStorage } from '#server/integrations/storage/embedded.ts'
import { allJobs } from './server-features.ts'

type Say = (text: string) => void
export type Restored = Loaded & { manifest: Pick<Manifest, 'createdAt' | 'version'>; differences: number }

/** What to do about figures that a restore or a move left wrong. */
export const aboutDifferences = (differences: number) =>
  `${differences} figures differ from their records: npm run rollups:check lists them, npm run rollups:rebuild repairs them`

const COMMAND_LINE = { id: null, name: 'Command line' }
const STANDARD_OUTPUT = '-'
/** Of a restore: one fills tables, the others make the indexes of those that are full, each with memory of its own. */
const CONNECTIONS = 3

/**
 * Writes all that Marquee keeps into one file, while the server goes on; it has its name when it is whole.
 * @param to its path; `-` for standard output
 * @returns how large it is
 */
export async function backUp(env: Env, to: string, say: Say, now = new Date()): Promise<number> {
  const { database, record, close } = await sourceOf(env)
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    const source = { database, zone: env.zone, storage: filesOf(env), key: await keyOf(env) }
    const archive = Readable.from(counted(tarOf(dump(source, now, say), now)), { objectMode: false })
    if (to === STANDARD_OUTPUT) await pipeline(archive, process.stdout, { end: false })
    else await writeComplete(archive, to)
    await record(async (tx) => {
      await noteBackup(tx, { at: now.toISOString(), bytes })
      await noted(tx, 'create', `Created a backup of ${megabytes(bytes)}`)
    })
  } finally {
    await close()
  }
  return bytes
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

type Opened = {
  database: Database
  /** Writes into the database itself, of which the other may be a copy. */
  record: (work: (tx: Db) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

async function sourceOf(env: Env): Promise<Opened> {
  if (!env.databaseUrl) refuseNoDatabase(env)
  const running = env.databaseUrl ? undefined : await runningDatabase(env.dataDir)
  if (!running) {
    const database = await connect({ ...env, poolSize: 1 })
    return { database, record: (work) => database.db.transaction(work), close: database.close }
  }
  const unlock = lockFile(path.join(env.dataDir, 'backup.lock'))
  try {
    const database = await running.snapshot()
    return {
      database,
      record: (work) => running.use((db) => db.transaction(work)),
      close: () => database.close().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function refuseNoDatabase({ dataDir }: Env) {
  if (!existsSync(path.join(dataDir, 'database')))
    throw new Error(`No Marquee data in ${dataDir}. Set DATA_DIR to the data folder, or DATABASE_URL to the database.`)
}

const filesOf = (env: Env) => storageOf({ ...env, hasSentinels: false })

/** Undefined where it is a setting, which is the operator's to keep. */
const keyOf = ({ dataDir }: Env) =>
  readFile(path.join(dataDir, KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

async function writeComplete(archive: Readable, to: string) {
  const part = `${to}.part`
  try {
    await pipeline(archive, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const noted = (tx: Db, verb: string, summary: AuditSummary) =>
  addLine(
    tx,
    COMMAND_LINE,
    `backup.${verb}`,
    { entity: 'backup', id: verb, summary },
    { requestId: null, now: new Date() },
  )

/**
 * Takes in an archive, into an empty database and data folder. All of it is checked before anything is written.
 * @throws Error with a sentence for the console
 */
export async function restore(env: Env, from: string, say: Say): Promise<Restored> {
  const file = await open(from)
  try {
    say('Checking the archive')
    const manifest = await manifestOfComplete(file)
    await refuseManifest(manifest, env.zone)
    await refuseOccupiedFolder(env.dataDir, env.databaseUrl ? ['files', KEY_FILE] : undefined)
    say(`Restoring the backup of ${manifest.createdAt}`)
    const summary: AuditSummary = `Restored the backup of ${manifest.createdAt}`
    return { ...(await takeIn(env, entriesIn(file), { verb: 'restore', summary }, say)), manifest }
  } finally {
    await file.close()
  }
}

/**
 * From the embedded database of the data folder to the empty PostgreSQL of DATABASE_URL; files stay where they are, or go
 * to the object storage where there is one.
 * @throws Error with a sentence for the console
 */
export async function move(env: Env, say: Say, now = new Date()): Promise<Omit<Restored, 'manifest'>> {
  if (!env.databaseUrl) throw new Error('Set DATABASE_URL to the empty PostgreSQL database to move to')
  refuseNoDatabase(env)
  const database = await connect({ dataDir: env.dataDir })
  try {
    const storage = env.s3 && embeddedStorage({ ...env, hasSentinels: false })
    const entries = dump({ database, zone: env.zone, storage, key: undefined }, now, () => {})
    const summary = 'Moved from the embedded database to PostgreSQL'
    return await takeIn(env, entries, { verb: 'move', summary }, say)
  } finally {
    await database.close()
  }
}

async function takeIn(
  env: Env,
  entries: AsyncIterable<Entry>,
  { verb, summary }: { verb: string; summary: AuditSummary },
  say: Say,
): Promise<Omit<Restored, 'manifest'>> {
  const database = await connect({ ...env, poolSize: CONNECTIONS })
  try {
    await refuseOccupied(database)
    const target = { database, storage: filesOf(env), dataDir: env.dataDir, jobs: allJobs }
    const loaded = await load(target, entries, say)
    await migrate(database.pool, (file) => say(`  ${file}`))
    await database.db.transaction((tx) => noted(tx, verb, summary))
    say('Recalculating the figures')
    const differences = (await check(database, env.dayZone)).length
    return { ...loaded, differences }
  } finally {
    await database.close()
  }
}
