import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../app.ts'
import type { Database } from '../db/connect.ts'
import { openTestDatabase } from '../test/database.ts'
import { unwatched } from '../watch/index.ts'
import { settleClock } from './clock.ts'
import { openJobs, queueLengths, type Job, type OpenJobs } from './jobs.ts'

type Payload = { n: number }

let database: Database
let servers: OpenJobs[]
const ran: number[] = []
const waiting = new Map<number, () => void>()
/** Resolves when the job with this number has run. */
const hasRun = (n: number) =>
  ran.includes(n) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(n, resolve))

const note: Job<Payload> = {
  name: 'test.note',
  run: async (_app, { n }) => {
    ran.push(n)
    waiting.get(n)?.()
  },
}
const noted: string[] = []
const never = () => {
  throw new Error('not asked for')
}
/** Makes a queue without workers. */
const makeQueue = (name: string) =>
  database.pool.query(`select pgboss.create_queue($1, '{"policy":"standard"}')`, [name])
let failures = 0
const flaky: Job<Payload> = {
  name: 'test.flaky',
  retries: 2,
  run: async (app, payload) => {
    if (failures++ === 0) throw new Error('not the first time')
    await note.run(app, payload)
  },
}

beforeAll(async () => {
  database = await openTestDatabase()
  const app = () =>
    ({
      watch: unwatched,
      log: { warn: () => {}, error: () => {} },
      failures: { note: ({ at }: { at: string }) => void noted.push(at) },
    }) as unknown as App
  // Two servers with one database.
  servers = [
    await openJobs(database, [note, flaky], 'Africa/Lagos', app),
    await openJobs(database, [note, flaky], 'Africa/Lagos', app),
  ]
  for (const server of servers) await server.work()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await database.close()
})

describe('jobs', () => {
  test('run once each, whichever server claims them', async () => {
    const wanted = Array.from({ length: 12 }, (_, n) => n)
    for (const n of wanted) await servers[n % 2]!.send(note, { n })
    await Promise.all(wanted.map(hasRun))
    expect(ran.toSorted((one, other) => one - other)).toEqual(wanted)
  })

  test('run only if the transaction that sends them commits', async () => {
    const [server] = servers
    await database.db
      .transaction(async (tx) => {
        await server!.send(note, { n: 100 }, { db: tx })
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await database.db.transaction((tx) => server!.send(note, { n: 101 }, { db: tx }))
    await hasRun(101)
    expect(ran).not.toContain(100)
    const { rows } = await database.pool.query(
      `select data from pgboss.job where name = 'test.note' and data->>'n' = '100'`,
    )
    expect(rows).toEqual([])
  })

  test('run again after a failure', async () => {
    await servers[0]!.send(flaky, { n: 200 })
    await hasRun(200)
    expect(failures).toBe(2)
    expect(noted).toEqual(['job test.flaky'])
  })

  test('count as waiting, with the age of the oldest that is due', async () => {
    const known: Job<Payload> = { name: 'test.kept', run: async () => {} }
    const [sender] = await Promise.all([openJobs(database, [], 'Africa/Lagos', never), makeQueue(known.name)])
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    for (const at of [hours(-2), hours(-1), hours(5)]) await sender.send(known, { n: 300 }, { startAfter: at })
    const lengths = await queueLengths(database.db)
    const [found] = lengths.filter(({ job }) => job === known.name)
    expect(found).toMatchObject({ due: 2, later: 1 })
    expect(found!.oldestSeconds).toBeGreaterThan(7199)
    expect(found!.oldestSeconds).toBeLessThan(7800)
    expect(lengths).toContainEqual({ job: note.name, due: 0, later: 0, oldestSeconds: 0 })
    expect(lengths.filter(({ job }) => job.startsWith('_'))).toEqual([])
    await sender.stop()
  })

  test('start by the present time again after a clock that ran ahead is corrected', async () => {
    const known: Job<Payload> = { name: 'test.ahead', run: async () => {} }
    const [sender] = await Promise.all([openJobs(database, [], 'Africa/Lagos', never), makeQueue(known.name)])
    await sender.send(known, { n: 400 })
    await sender.send(known, { n: 401 }, { startAfter: new Date(Date.now() + 7_200_000) })
    await database.pool.query(`update pgboss.version set cron_on = now() + interval '1 day'`)
    await database.pool.query(`
      update pgboss.job set created_on = created_on + interval '1 day', start_after = start_after + interval '1 day'
      where name = 'test.ahead'`)
    expect(await settleClock(database.pool)).toBe(true)
    const { rows: version } = await database.pool.query(`select cron_on <= now() as "isPast" from pgboss.version`)
    expect(version).toEqual([{ isPast: true }])
    const [found] = (await queueLengths(database.db)).filter(({ job }) => job === known.name)
    expect(found).toMatchObject({ due: 1, later: 1 })
    expect(await settleClock(database.pool)).toBe(false)
    await sender.stop()
  })

  test('update the options of their queues', async () => {
    const changed = await openJobs(database, [{ ...note, minutes: 60, retries: 1 }], 'Africa/Lagos', never)
    const { rows } = await database.pool.query(
      `select retry_limit, expire_seconds from pgboss.queue where name = 'test.note'`,
    )
    expect(rows).toEqual([{ retry_limit: 1, expire_seconds: 3600 }])
    await changed.stop()
  })
})
