/** @module-tag nightly */
import { addKey } from '#server/auth/keys.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '#server/db/connect.ts'
import { testDatabase } from '#server/test/database.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { RECORD_TYPES } from '../rules.ts'
import type { Order } from './test/server-to-kill.fixture.ts'
import { countsOf, newKey, rollupsOf, sender, type Send } from './test/sender.ts'
import { trade, tradeLines, type Batch } from './test/trade.ts'

const MINUTES = 180_000
/**
 * Statement of the feed at which each round kills the server, in the middle of a batch or at its commit. The embedded
 * database has one round, because its own tests kill it repeatedly.
 */
const KILLED_AT = inject('database').postgres ? [4, 7, 12, 17, 24] : [12]
/** Concurrent rounds. The embedded database runs one statement at a time, so races need PostgreSQL. */
const MEETINGS = inject('database').postgres ? 30 : 5

/** Expected state after a run without failures. */
let wanted: Awaited<ReturnType<typeof stateOf>>
let rejected = 0
const stateOf = async (db: Db) => ({ counts: await countsOf(db), rollups: await rollupsOf(db) })

const servers: TestServer[] = []
async function newServer(): Promise<{ server: TestServer; send: Send }> {
  const server = await testServer()
  servers.push(server)
  return { server, send: sender(server, (await newKey(server)).secret) }
}
beforeAll(async () => {
  const { server, send } = await newServer()
  for (const { record_type: recordType, lines } of trade) rejected += (await send(recordType, lines)).data.rejected
  wanted = await stateOf(server.db)
}, MINUTES)
afterAll(() => Promise.all(servers.map((server) => server.close())))

test('covers every record type and result', () => {
  expect(rejected).toBe(0)
  expect(wanted.counts).toMatchObject({
    purchases: 400,
    refunds: 50,
    redemptions: 200,
    visits: 100,
    quarantined_records: 0,
  })
  expect(wanted.counts.subscription_periods).toBeGreaterThan(20)
  for (const [table, rows] of Object.entries(wanted.rollups)) expect(rows.length, table).toBeGreaterThan(0)
  const once = wanted.rollups.sales_days!.filter((row) => row.kind === 'concession-subscriber')
  expect(once.length).toBeGreaterThan(0)
})

test(
  'ingests each record once when three senders send each batch concurrently',
  async () => {
    const { server, send } = await newServer()
    const reversed = ({ record_type: recordType, lines }: Batch): Batch => ({
      record_type: recordType,
      lines: lines.toReversed(),
    })
    const batches = trade.flatMap((batch) => [batch, reversed(batch), batch])
    const answers = await Promise.all(batches.map(({ record_type: recordType, lines }) => send(recordType, lines)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const sum = (of: 'accepted' | 'rejected') => answers.reduce((total, { data }) => total + data[of], 0)
    const waited = await server.db.execute<{ n: number }>(sql`select count(*)::int as n from refunds`)
    expect([waited.rows[0]!.n, sum('rejected')]).toEqual([50, 0])
    expect(sum('accepted')).toBeLessThanOrEqual(tradeLines)
    expect(await stateOf(server.db)).toEqual(wanted)
  },
  MINUTES,
)

test(
  'accepts each record once when two batches with the same records race',
  async () => {
    const { send } = await newServer()
    for (const { record_type: recordType, lines } of trade.filter((batch) => batch.record_type !== 'refunds')) {
      const answers = await Promise.all([send(recordType, lines), send(recordType, lines.toReversed())])
      const accepted = answers.reduce((total, { data }) => total + data.accepted, 0)
      const duplicate = answers.reduce((total, { data }) => total + data.duplicate, 0)
      expect([recordType, accepted, duplicate]).toEqual([recordType, lines.length, lines.length])
    }
  },
  MINUTES,
)

test(
  'leaves no refund pending when refunds and purchases race',
  async () => {
    const { server, send } = await newServer()
    const at = '2026-11-20T10:00:00Z'
    const lines = [{ kind: 'ticket', amount: 100 }]
    for (let round = 0; round < MEETINGS; round++) {
      const ids = Array.from({ length: 4 }, (_, n) => `${round}-${n}`)
      await Promise.all([
        send(
          'refunds',
          ids.map((id) => ({ id, purchase_id: id, at, lines })),
        ),
        send(
          'purchases',
          ids.map((id) => ({ id, at, lines })),
        ),
      ])
    }
    const { counts } = await stateOf(server.db)
    expect(counts).toMatchObject({ purchases: 4 * MEETINGS, refunds: 4 * MEETINGS, quarantined_records: 0 })
  },
  MINUTES,
)

test(
  'reaches the same state after being killed in the middle of batches and sent everything again',
  async () => {
    const database = await testDatabase()
    const use = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const { db, close } = await connect(database)
      try {
        return await work(db)
      } finally {
        await close()
      }
    }
    const { secret } = await use((db) =>
      addKey(
        db,
        { name: 'Web shop', source: 'web-shop', recordTypes: [...RECORD_TYPES], createdBy: 'Nobody' },
        new Date(TEST_NOW),
      ),
    )
    const { databaseUrl, dataDir } = database
    for (const killAt of KILLED_AT) {
      const { answered, signal } = await sendToKilledServer({ databaseUrl, dataDir, killAt }, secret)
      expect(signal).toBe('SIGKILL')
      expect(answered).toBeLessThan(trade.length)
    }
    const server = await serverToKill({ databaseUrl, dataDir, killAt: 0 })
    for (const batch of trade) expect((await send(server.address, secret, batch)).status).toBe(200)
    await server.kill()
    expect(await use(stateOf)).toEqual(wanted)
    await database.drop()
  },
  MINUTES,
)

async function serverToKill(order: Order) {
  const program = path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const address = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => line as string),
    exit.then(([code]) => Promise.reject(new Error(`The server ended with ${code} before it listened`))),
  ])
  const ended = async () => (await exit)[1]
  return {
    address,
    ended,
    kill: () => {
      child.kill('SIGKILL')
      return ended()
    },
  }
}

const send = (address: string, secret: string, { record_type: recordType, lines }: Batch) =>
  fetch(`${address}/api/feed/${recordType}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(lines),
  })

/** @returns how many batches were answered before the server was killed, and what ended it */
async function sendToKilledServer(order: Order, secret: string) {
  const server = await serverToKill(order)
  let answered = 0
  try {
    for (const batch of trade) {
      await (await send(server.address, secret, batch)).json()
      answered++
    }
    await server.kill()
    throw new Error(`No statement ${order.killAt} came`)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return { answered, signal: await server.ended() }
}
