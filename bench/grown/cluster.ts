import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { initialise, installFirst, serve, type Installed } from '#server/test/postgres.ts'

const START_MS = 300_000

/** As in operation: what is said to be written is on the disk. Everything else is PostgreSQL's default. */
const AS_IN_OPERATION = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '2GB',
  max_wal_size: '1GB',
  wal_level: 'replica',
  max_wal_senders: '10',
}
/** While it is filled nothing is lost with a crash that cannot be filled again. */
const WHILE_FILLED = {
  ...AS_IN_OPERATION,
  fsync: 'off',
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
}

const NEEDED = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'autovacuum']

export type Cluster = {
  name: string
  folder: string
  url: (database: string) => string
  /** Its main process. */
  pid: () => number
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that the tests use on a folder that stays. It listens at `port` of this machine.
 * @param filling without fsync and autovacuum, as nothing else may be measured on
 */
export async function startCluster(
  folder: string,
  { port, filling }: { port: number; filling: boolean },
): Promise<Cluster> {
  await mkdir(folder, { recursive: true })
  const installed: Installed = { ...(await installFirst(folder)), keepsFolder: true }
  const data = path.join(folder, 'data')
  // A folder that was begun and not finished has no control file.
  if (!existsSync(path.join(data, 'global/pg_control'))) {
    await rm(data, { recursive: true, force: true })
    initialise(installed)
  }
  const stop = await serve(installed, {
    ...(filling ? WHILE_FILLED : AS_IN_OPERATION),
    listen_addresses: '127.0.0.1',
    port: String(port),
    log_min_messages: 'warning',
    log_min_error_statement: 'error',
    ...preloaded(installed),
  })
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  try {
    await answered(url('postgres'), folder)
    if (!filling) await proveSafe(url('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  return { name: installed.version, folder, url, pid: () => pid, stop }
}

/** What says which statement took how long, where the server's package has it. */
function preloaded({ programs }: Installed): Record<string, string> {
  const bin = path.dirname(realpathSync(path.join(programs, 'postgres')))
  const isThere = (name: string) =>
    ['lib', 'lib/postgresql'].some((at) => existsSync(path.join(bin, '..', at, `${name}.so`)))
  const there = ['pg_stat_statements', 'auto_explain'].filter(isThere)
  return there.length ? { shared_preload_libraries: there.join(',') } : {}
}

/** @throws when it ends before it answers, or another cluster has its port */
async function answered(url: string, folder: string) {
  const until = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    const log = await readFile(path.join(folder, 'log'), 'utf8')
    if (/could not (bind|create any)/.test(log)) throw new Error(log.trim())
    try {
      await client.connect()
    } catch (error) {
      if (Date.now() > until || /database system is shut down/.test(log))
        throw new Error(`${(error as Error).message}\n${log}`.trim(), { cause: error })
      await sleep(100)
      continue
    }
    try {
      const { rows } = await client.query<{ at: string }>(`select current_setting('data_directory') as at`)
      if (rows[0]!.at !== path.join(folder, 'data')) throw new Error(`Another cluster has the port: ${rows[0]!.at}`)
      return
    } finally {
      await client.end()
    }
  }
}

/** @throws when it would lose what it said to have written, or is not as in operation */
async function proveSafe(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; setting: string; unit: string | null }>(
      'select name, setting, unit from pg_settings where name = any($1)',
      [NEEDED],
    )
    const now = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    const wrong = NEEDED.filter((name) => (name === 'shared_buffers' ? now[name] !== '262144' : now[name] !== 'on'))
    if (wrong.length) throw new Error(`The cluster has ${wrong.map((name) => `${name} = ${now[name]}`).join(', ')}`)
  } finally {
    await client.end()
  }
}

/** Has the system forget what it read of the cluster's files, and nothing else of the machine's. */
export function forgetPages(folder: string): void {
  spawnSync('sync')
  for (const entry of readdirSync(path.join(folder, 'data/base'), { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      spawnSync('dd', [`if=${path.join(entry.parentPath, entry.name)}`, 'iflag=nocache', 'count=0', 'status=none'])
}
