/**
 * Tests the promises of docs/operating/point-in-time.md with its files in deploy/pgbackrest.
 * @module-tag nightly
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chown, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programFolders } from '../test/postgres.ts'

const FILES = path.resolve(import.meta.dirname, '../../../deploy/pgbackrest')
const PROGRAM = ['/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest'].find((program) => existsSync(program))
const BIN = (await programFolders())[0]
const without = !PROGRAM ? 'pgbackrest is not installed here' : !BIN ? 'no PostgreSQL is installed here' : undefined

const UNPRIVILEGED_UID = 65_534
/** Archive timeout in seconds, shorter than in the handbook so that the test is quick. */
const TIMEOUT = 4
const handbook = Number(
  /^archive_timeout = (\d+)$/m.exec(readFileSync(path.join(FILES, 'postgresql.conf'), 'utf8'))![1],
)
/** Largest loss that the handbook promises, scaled to the timeout. */
const MOST_LOST_MS = (60 / handbook) * TIMEOUT * 1000

describe.skipIf(without)(`PostgreSQL with pgBackRest${without ? ` (${without})` : ''}`, () => {
  const root = process.getuid?.() === 0
  const who = root ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  let folder: string
  let env: NodeJS.ProcessEnv
  const stops: (() => Promise<unknown>)[] = []

  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { ...who, env, cwd: folder, encoding: 'utf8' })
    if (error || status !== 0) throw error ?? new Error(`${program} ${args.join(' ')}\n${stderr}${stdout}`)
  }
  const pgbackrest = (...args: string[]) => run(PROGRAM!, '--stanza=marquee', ...args)
  const connected = async () => {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    // The server is killed while connected.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  /** Starts the server of a folder and waits until it accepts writes. */
  const serve = async (data: string, ...settings: string[]) => {
    const child = spawn(path.join(BIN!, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...who,
      env,
      cwd: folder,
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const stop = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    }
    stops.push(() => stop('SIGQUIT'))
    const isOpen = async () => {
      const client = await connected()
      const { rows } = await client.query<{ closed: boolean }>('select pg_is_in_recovery() as closed')
      await client.end()
      return rows[0]!.closed === false
    }
    await expect.poll(() => isOpen().catch(() => false)).toBe(true)
    return stop
  }
  /** Returns the numbers of the rows in a restored folder. */
  const restored = async (name: string, ...target: string[]) => {
    const data = path.join(folder, name)
    await mkdir(data, { mode: 0o700 })
    if (root) await chown(data, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    pgbackrest(`--pg1-path=${data}`, ...target, 'restore')
    const stop = await serve(data, 'archive_mode=off')
    const client = await connected()
    const { rows } = await client.query<{ nr: number }>('select nr from written order by nr')
    await client.end()
    await stop('SIGINT')
    return rows.map(({ nr }) => nr)
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-pitr-'))
    const at = (name: string) => path.join(folder, name)
    for (const name of ['repo', 'spool', 'lock', 'log']) await mkdir(at(name))
    await cp(path.join(FILES, 'pgbackrest.conf'), at('pgbackrest.conf'))
    if (root)
      for (const name of ['', 'repo', 'spool', 'lock', 'log']) await chown(at(name), UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    env = {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      // The handbook's file, with folders of this machine.
      PGBACKREST_CONFIG: at('pgbackrest.conf'),
      PGBACKREST_REPO1_PATH: at('repo'),
      PGBACKREST_SPOOL_PATH: at('spool'),
      PGBACKREST_LOCK_PATH: at('lock'),
      PGBACKREST_LOG_PATH: at('log'),
      PGBACKREST_PG1_PATH: at('data'),
      PGBACKREST_PG1_SOCKET_PATH: folder,
      PGBACKREST_PG1_USER: 'postgres',
    }
    run(path.join(BIN!, 'initdb'), '-D', at('data'), '-A', 'trust', '-U', 'postgres', '--no-sync')
    const settings = `listen_addresses = ''\nunix_socket_directories = '${folder}'\n`
    await appendFile(at('data/postgresql.conf'), settings + readFileSync(path.join(FILES, 'postgresql.conf'), 'utf8'))
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('loses at most a minute after a kill and a lost disk, and restores the time before a mistake', async () => {
    const stop = await serve(path.join(folder, 'data'), `archive_timeout=${TIMEOUT}`)
    pgbackrest('stanza-create')
    const client = await connected()
    await client.query('create table written (nr int primary key)')
    pgbackrest('--type=full', 'backup')
    // Counts full seconds, and only restores times later than the end of the backup.
    const backedUp = Date.now()

    const archived = async () =>
      (await client.query<{ n: number }>('select archived_count::int as n from pg_stat_archiver')).rows[0]!.n
    /** Times of the acknowledgements. */
    const acknowledged: number[] = []
    const writeUntilArchived = async (more: number, later = 0) => {
      const enough = (await archived()) + more
      while ((await archived()) < enough || Date.now() < later) {
        await client.query('insert into written values ($1)', [acknowledged.length])
        acknowledged.push(Date.now())
        await wait(10)
      }
    }
    await writeUntilArchived(1, backedUp + 2000)
    const before = acknowledged.length
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    await wait(10)
    await client.query('delete from written')
    await writeUntilArchived(2)
    // The worst moment: writes since the last archived piece are nowhere else.
    const since = Date.now()
    while (Date.now() - since < TIMEOUT * 500) {
      await client.query('insert into written values ($1)', [acknowledged.length])
      acknowledged.push(Date.now())
    }
    await stop('SIGKILL')
    const killed = Date.now()
    // Immediately, while some processes still run.
    await rename(path.join(folder, 'data'), path.join(folder, 'gone'))

    const latest = await restored('latest')
    const first = latest[0]!
    expect(first).toBe(before)
    // No gap between the first and the last.
    expect(latest).toEqual(latest.map((_, at) => first + at))
    const lost = acknowledged.slice(latest.at(-1)! + 1)
    expect(killed - (lost[0] ?? killed)).toBeLessThanOrEqual(MOST_LOST_MS)

    expect(await restored('earlier', '--type=time', `--target=${rows[0]!.now}`, '--target-action=promote')).toEqual(
      Array.from({ length: before }, (_, nr) => nr),
    )
  })
})
