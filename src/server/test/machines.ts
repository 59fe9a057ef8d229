/** A primary and its replica, which a test can kill, start and promote. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { initialise, installFirst, own, prove, serve, type Installed } from './postgres.ts'
import { temporaryFolder } from './temporary.ts'

const REPLICATION = {
  wal_level: 'replica',
  max_wal_senders: '10',
  hot_standby: 'on',
  // Reads delay a replica only for a short time.
  max_standby_streaming_delay: '100ms',
  // For a replica that is copied from the primary and then follows it.
  wal_keep_size: '512MB',
  wal_retrieve_retry_interval: '100ms',
}

export type TestMachine = {
  /** The socket's folder, as part of an address. */
  host: string
  url: string
  start: () => Promise<void>
  /** Stops immediately, like a machine without power. */
  kill: () => Promise<void>
  /** Hangs like a machine without a network: silent until it wakes, without noticing. */
  hang: () => Promise<void>
  wake: () => Promise<void>
  run: (statement: string) => Promise<Record<string, unknown>[]>
  /** Restarts a stopped machine as the replica of a primary, from a copy of it. */
  follow: (primary: TestMachine) => Promise<void>
}

export async function testMachines(settings: Record<string, string> = {}) {
  const folders = [await temporaryFolder('marquee-primary-'), await temporaryFolder('marquee-replica-')]
  const first = await installFirst(folders[0]!)
  initialise(first)
  // Both start with the result of initdb, so that the replica has missed nothing.
  const [from, to] = folders.map((folder) => path.join(folder, 'data')) as [string, string]
  await cp(from, to, { recursive: true })
  const signal = path.join(to, 'standby.signal')
  await writeFile(signal, '')
  own(folders[1]!, first.options)
  // A machine with a standby.signal follows the other.
  const [primary, replica] = folders.map((folder, n) =>
    machineIn(
      { ...first, folder, keepsFolder: true, options: { ...first.options, cwd: folder } },
      { ...settings, primary_conninfo: `host=${folders[1 - n]!} user=postgres application_name=replica` },
    ),
  ) as [TestMachine & Stoppable, TestMachine & Stoppable]
  const stop = async () => {
    await Promise.all([replica.stop(), primary.stop()])
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  try {
    await primary.start()
    await prove(primary.url, path.join(primary.host, 'log'))
    await replica.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    primary,
    replica,
    address: (...machines: TestMachine[]) =>
      `postgres://postgres@${machines.map(({ host }) => encodeURIComponent(host)).join(',')}/postgres`,
    stop,
  }
}

type Stoppable = { stop: () => Promise<void> }

function machineIn(installed: Installed, more: Record<string, string> = {}): TestMachine & Stoppable {
  const { folder } = installed
  const url = `postgres://postgres@${encodeURIComponent(folder)}/postgres`
  let stop = async () => {}
  const begin = () => serve(installed, { ...REPLICATION, ...more })
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const pidOf = async () => Number((await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  /** Signals the server first, so that it starts no further process, and then all of its processes. */
  const signal = async (name: 'STOP' | 'CONT') => {
    const pid = String(await pidOf())
    const ofServer = () =>
      spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).stdout.match(/\d+/g) ?? []
    spawnSync('kill', ['-s', name, pid])
    spawnSync('kill', ['-s', name, ...ofServer()])
  }
  const start = async () => {
    stop = await begin()
    for (let tries = 0; ; tries++) {
      try {
        return void (await run('select 1'))
      } catch (error) {
        const log = await readFile(path.join(folder, 'log'), 'utf8')
        if (tries > 200) throw new Error(log, { cause: error })
        // Processes of a killed server may still be running.
        if (/pre-existing shared memory/.test(log)) {
          await stop()
          stop = await begin()
        }
        await sleep(50)
      }
    }
  }
  const follow = async ({ host, url: from }: TestMachine) => {
    const data = path.join(folder, 'data')
    await rm(data, { recursive: true, force: true })
    const client = new pg.Client({ connectionString: from })
    await client.connect()
    try {
      await client.query(`select pg_backup_start('follow', true)`)
      // Files are deleted during the copy. The log, which is copied later, has the changes.
      await once(spawn('cp', ['-a', path.join(host, 'data'), data], { stdio: 'ignore' }), 'exit')
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      await writeFile(path.join(data, 'backup_label'), rows[0]!.labelfile)
    } finally {
      await client.end()
    }
    await rm(path.join(data, 'postmaster.pid'), { force: true })
    await writeFile(path.join(data, 'standby.signal'), '')
    own(folder, installed.options)
    await start()
  }
  return {
    host: folder,
    url,
    run,
    start,
    follow,
    kill: async () => {
      process.kill(await pidOf(), 'SIGKILL')
      await stop()
    },
    hang: () => signal('STOP'),
    wake: () => signal('CONT'),
    stop: () => stop(),
  }
}
