/**
 * What a chain with two servers runs, on this machine: a primary and a standby that has every write before it is
 * acknowledged, PgBouncer where it is installed, an object store, and two servers over the demo chain.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '../e2e/free-port.ts'
import { startServer, type RunningServer } from '../e2e/server.ts'
import { testMachines, type TestMachine } from '../src/server/test/machines.ts'
import { hasPooler, startPooler } from '../src/server/test/pooler.ts'
import { peerFaults } from '../src/server/test/peer.ts'
import { s3Peer } from '../src/server/test/s3.ts'

export const METRICS_TOKEN = 'whoever-looks-at-chaos'

export type World = Awaited<ReturnType<typeof startWorld>>

/** As a cluster manager or a supervisor would need to see that something is down. */
type Pause = (ms: number) => Promise<unknown>

export async function startWorld(flags: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-chaos-'))
  const store = await s3Peer()
  const machines = await testMachines({ synchronous_commit: 'on' })
  let primary: TestMachine = machines.primary
  let replica: TestMachine = machines.replica
  // Of both: whichever is the primary acknowledges nothing that the other one does not have.
  for (const machine of [primary, replica]) {
    await machine.run(`alter system set synchronous_standby_names = '*'`)
    await machine.run('select pg_reload_conf()')
  }
  const pooler = hasPooler ? await startPooler(primary.url) : undefined

  const both = machines.address(machines.primary, machines.replica)
  const common = {
    HOST: '127.0.0.1',
    DEMO: 'on',
    DEMO_SIZE: 'small',
    METRICS_TOKEN,
    DATABASE_READ_URL: both,
    VOUCHER_KEY: 'a key for vouchers that a run of chaos uses',
    PUSH_UNDO_SECONDS: '0',
    S3_ENDPOINT: store.settings.endpoint,
    S3_BUCKET: store.settings.bucket,
    S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
  }
  // One goes through the pooler, the other finds the primary itself.
  const ways: Record<string, string>[] = [
    pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: both } : { DATABASE_URL: both },
    { DATABASE_URL: both },
  ]
  const servers = await Promise.all(
    ways.map(async (way, n) => {
      const PORT = String(await freePort())
      const logs: string[] = []
      let running: RunningServer | undefined
      const start = async () => {
        running = await startServer(path.join(folder, `server-${n}`), { ...common, ...way, PORT }, { flags })
      }
      return {
        address: `http://127.0.0.1:${PORT}`,
        start,
        kill: async () => {
          if (running) logs.push(running.log())
          await running?.kill()
        },
        stop: async () => running?.stop(),
        /** What all of them printed. */
        log: () => [...logs, running?.log() ?? ''].join(''),
        prints: (line: RegExp) => running!.prints(line),
      }
    }),
  )
  const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]]

  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await pooler?.stop()
    await machines.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await one.start()
    await one.prints(/demo chain's trade is loaded/)
    await other.start()
  } catch (error) {
    await stop()
    throw error
  }

  const restart = async (pause: Pause, one: { kill: () => Promise<unknown>; start: () => Promise<unknown> }) => {
    await one.kill()
    await pause(500)
    await one.start()
  }
  const takeOver = async (pause: Pause) => {
    await pause(500)
    await replica.run('select pg_promote()')
    ;[primary, replica] = [replica, primary]
    await pooler?.leadTo(primary.url)
    await replica.follow(primary)
  }
  /** Each takes something away for a moment, and brings back what an operator or a supervisor would. */
  const kills = {
    'a server': (pause: Pause) => restart(pause, one),
    'the other server': (pause: Pause) => restart(pause, other),
    'both servers': async (pause: Pause) => {
      await Promise.all(servers.map((server) => restart(pause, server)))
    },
    ...(pooler && { PgBouncer: (pause: Pause) => restart(pause, pooler) }),
    'the standby': (pause: Pause) => restart(pause, replica),
    'the primary': async (pause: Pause) => {
      await primary.kill()
      await takeOver(pause)
    },
    'the primary, which its standby had lost': async (pause: Pause) => {
      await replica.hang()
      await pause(1000)
      await primary.kill()
      await replica.wake()
      await takeOver(pause)
    },
    'the primary hangs': async (pause: Pause) => {
      await primary.hang()
      await pause(4000)
      await primary.wake()
    },
    'every connection is taken': async (pause: Pause) => {
      const connections: pg.Client[] = []
      for (;;) {
        const client = new pg.Client({ connectionString: primary.url })
        client.on('error', () => {})
        try {
          await client.connect()
          connections.push(client)
        } catch {
          break
        }
      }
      await pause(3000)
      await Promise.all(connections.map((client) => client.end()))
    },
    'the object store': async (pause: Pause) => {
      store.faultOf = (nth) => (nth % 2 ? peerFaults.cutOff : peerFaults.broken)
      await pause(3000)
      store.faultOf = () => undefined
    },
    'all at once': async (pause: Pause) => {
      await Promise.all([one.kill(), other.kill(), pooler?.kill(), replica.kill(), primary.kill()])
      await pause(500)
      await primary.start()
      await replica.start()
      await pooler?.start()
      await Promise.all([one.start(), other.start()])
    },
  }

  return {
    addresses: servers.map(({ address }) => address),
    kills,
    /** Neither machine of the database says anything until both wake. */
    hang: async () => void (await Promise.all([primary.hang(), replica.hang()])),
    wake: async () => void (await Promise.all([primary.wake(), replica.wake()])),
    store,
    logs: () => servers.map((server) => server.log()),
    primaryUrl: () => primary.url,
    /** Asks the primary. */
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      const client = new pg.Client({ connectionString: primary.url })
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    stop,
  }
}
