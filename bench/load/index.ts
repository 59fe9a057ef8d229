/**
 * `npm run bench -- load` has staff of several roles work with a database that has lived (../grown/index.ts), each with one
 * to three seconds of thinking, while a file of all users is read at 20 Mbit/s, a notification is sent to 100,000 devices, the
 * whole schedule is taken and two programs tell of purchases, all of it again and again.
 *
 *   npm run bench -- load --keep DIR                          200 staff for 30 minutes
 *   npm run bench -- load --keep DIR --staff 10 --minutes 2   to try it: what takes less than ten minutes is not kept
 *
 * `--feed 500` lines a second; `--without file,push,sync,feed` leaves some of it out; `--customers`, `--purchases`, `--from` and
 * `--port` are those that DIR was filled with; `--seed 18` is what the staff's doing follows from. What they write stays in DIR.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild, stopChild } from '../served.ts'
import { startCluster } from '../grown/cluster.ts'
import { cpuOf, cpuOfCluster } from '../grown/cpu.ts'
import { keyOf } from '../grown/feeding.ts'
import { DATABASE, filled, VOUCHER_KEY } from '../grown/fill.ts'
import { folderOf, STORED, numberOf, sizesOf } from '../grown/cluster-flags.ts'
import type { Sizes } from '../grown/sizes.ts'
import type { Part } from '../report.ts'
import { ALONGSIDE, type Order, type Report } from './generator.ts'
import { linesOf, type Measured } from './results.ts'
import { prepare } from './prepare.ts'
import { pushService } from './push-service.ts'
import { watch } from './watching.ts'

const MINUTE = 60_000
const FEWEST_MINUTES_STORED = 10
/** Until all have begun: a tenth of the time, a minute at most. */
const rampOf = (ms: number) => Math.min(MINUTE, ms / 10)
const METRICS_TOKEN = 'whoever-measures'
const SYNC_PAUSE_MS = 5000

export async function load(flags: string[]): Promise<Part> {
  const { values } = parseArgs({
    args: flags,
    options: {
      ...STORED,
      staff: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '30' },
      feed: { type: 'string', default: '500' },
      seed: { type: 'string', default: '18' },
      without: { type: 'string', default: '' },
    },
  })
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find((name) => !(ALONGSIDE as readonly string[]).includes(name))
  if (unknown) throw new Error(`--without is some of ${ALONGSIDE.join(',')}`)
  const [folder, port, minutes] = [folderOf(values), numberOf(values, 'port'), numberOf(values, 'minutes')]
  const how = {
    staff: numberOf(values, 'staff'),
    ms: minutes * MINUTE,
    feed: numberOf(values, 'feed'),
    seed: numberOf(values, 'seed'),
    without,
  }
  const sizes = await filled(folder, sizesOf(values), port)
  return { ...(await measureLoad(folder, port, sizes, how)), isTrial: minutes < FEWEST_MINUTES_STORED }
}

type How = Pick<Order, 'ms' | 'feed' | 'seed' | 'without'> & { staff: number }

async function measureLoad(folder: string, port: number, sizes: Sizes, how: How): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const cluster = await startCluster(folder, { port, filling: false })
  const pushes = await pushService()
  const children: ChildProcess[] = []
  try {
    const place = { DATABASE_URL: cluster.url(DATABASE), DATA_DIR: dataDir }
    const settings = { METRICS_TOKEN, VOUCHER_KEY, ...pushes.settings }
    const { child: server, address } = await startChild('load/server.ts', { ...place, ...settings }, [pushes.url])
    children.push(server)
    // Its cinemas are there before anybody books.
    await takeSchedule(server)
    const { accounts, ground } = await prepare(place.DATABASE_URL, how.staff, sizes)
    const feedKey = await keyOf(place.DATABASE_URL)
    console.log(`${how.staff} staff for ${how.ms / MINUTE} minutes at ${address} …`)

    const generator = fork(path.join(import.meta.dirname, 'generator.ts'))
    children.push(generator)
    const describe = messagesOf(generator)
    const { ms, feed, seed, without } = how
    generator.send({
      server: address,
      accounts,
      ground,
      feedKey,
      rampMs: rampOf(ms),
      ms,
      feed,
      seed,
      without,
    } satisfies Order)
    await describe.next()
    const spent = spending(server.pid!, cluster.pid())
    const over = new AbortController()
    const watching = watch(address, METRICS_TOKEN, server.pid!, over.signal)
    const syncing = how.without.includes('sync') ? undefined : takeSchedules(server, over.signal)
    const report = (await describe.next()) as Report
    over.abort()
    const measured: Measured = {
      ...report,
      looks: await watching,
      syncs: await syncing,
      ...spent(),
      ms,
      pushed: pushes.accepted,
    }
    return {
      name: 'load',
      title: `${how.staff} staff for ${ms / MINUTE} minutes on ${sizes.purchases} purchases, ${cluster.name}`,
      size: sizes.purchases,
      lines: linesOf(measured),
    }
  } finally {
    await Promise.all(children.map(stopChild))
    pushes.close()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What a child tells, one after the other. */
function messagesOf(child: ChildProcess) {
  const ended = once(child, 'exit').then(() => {
    throw new Error('Whoever asks ended before it had told what came of it')
  })
  ended.catch(() => {})
  return { next: async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0] }
}

/** @returns how long it took, in ms @throws when the schedule could not be taken */
async function takeSchedule(server: ChildProcess): Promise<number> {
  server.send('sync')
  const [{ reason, ms }] = (await once(server, 'message')) as [{ reason?: string; ms: number }]
  if (reason) throw new Error(reason)
  return ms
}

async function takeSchedules(server: ChildProcess, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    times.push(await takeSchedule(server))
    await sleep(SYNC_PAUSE_MS, undefined, { signal }).catch(() => {})
  }
  return times
}

/** @returns what tells what server and database have used of a core since, in ms */
function spending(server: number, cluster: number) {
  const before = { server: cpuOf(server), database: cpuOfCluster(cluster) }
  return () => ({ server: cpuOf(server) - before.server, database: cpuOfCluster(cluster) - before.database })
}
