import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { connect, type Database } from '../db/connect.ts'
import { testDatabase } from '../test/database.ts'
import { startJobs, type Job, type Jobs } from './jobs.ts'

type Payload = { n: number }

let made: Awaited<ReturnType<typeof testDatabase>>
let database: Database
let servers: Jobs[]
const ran: number[] = []
const waiting = new Map<number, () => void>()
/** Answers when the job with this number has run. */
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
  made = await testDatabase()
  database = await connect(made)
  const app = () =>
    ({
      log: { warn: () => {}, error: () => {} },
      failures: { note: ({ at }: { at: string }) => void noted.push(at) },
    }) as unknown as App
  // Two servers on one database.
  servers = [
    await startJobs(database, [note, flaky], 'Africa/Lagos', app),
    await startJobs(database, [note, flaky], 'Africa/Lagos', app),
  ]
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await database.close()
  await made.drop()
})

describe('jobs', () => {
  test('run once each, whichever server claims them', async () => {
    const wanted = Array.from({ length: 12 }, (_, n) => n)
    for (const n of wanted) await servers[n % 2]!.send(note, { n })
    await Promise.all(wanted.map(hasRun))
    expect(ran.toSorted((one, other) => one - other)).toEqual(wanted)
  })

  test('are wanted only if the transaction that wants them commits', async () => {
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

  test('that failed are tried again', async () => {
    await servers[0]!.send(flaky, { n: 200 })
    await hasRun(200)
    expect(failures).toBe(2)
    expect(noted).toEqual(['job test.flaky'])
  })
}, 60_000)
