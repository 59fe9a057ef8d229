/** @module-tag nightly */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '#server/db/connect.ts'
import { testDatabase } from '#server/test/database.ts'
import { fcmPeer, type FcmPeer } from '#server/test/fcm-peer.ts'
import { TEST_NOW } from '#server/test/harness.ts'
import { killable } from '#server/test/killable.ts'
import type { Command, Order } from './test/server-to-kill.fixture.ts'

const MINUTES = 300_000
const LEASE_MS = 120_000
const CHUNK = 200

let database: Awaited<ReturnType<typeof testDatabase>>
let fcm: FcmPeer
beforeAll(async () => {
  database = await testDatabase()
  fcm = await fcmPeer()
})
afterAll(async () => {
  await fcm.close()
  await database.drop()
})

/** The database for a moment: the embedded one serves one process at a time. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await connect(database)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const addAudience = (db: Db, count: number) =>
  db.execute(sql`
    insert into push_devices (source, external_id, platform, token, reported_at)
    select 'test', n, 'android', 'token-' || n, timestamptz '2026-11-01' from generate_series(1, ${count}::int) n`)
const addNotification = (db: Db, code: string) =>
  db.execute(sql`
    insert into push_notifications (code, title, body, audience, is_scheduled, send_at, created_at, created_by, state)
    values (${code}, 'Half price', 'Tonight', 'ALL-USERS', true, ${TEST_NOW}, ${TEST_NOW}, 'A test', 'scheduled')`)
const counts = async (code: string) =>
  (
    await withDatabase((db) =>
      db.execute<Record<string, unknown>>(sql`
        select state, devices, accepted, unregistered, failed from push_notifications where code = ${code}`),
    )
  ).rows[0]

const serverToKill = (killAt = 0) =>
  killable<Command>(path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts'), {
    databaseUrl: database.databaseUrl,
    dataDir: database.dataDir,
    account: fcm.account,
    fcmUrl: fcm.url,
    killAt,
    at: TEST_NOW,
  } satisfies Order)

function expectEachOnce(code: string, count: number) {
  const shows = [...fcm.displayed.values()].map((messages) => [...messages.keys()].filter((id) => id === code).length)
  expect([fcm.displayed.size, shows.filter((times) => times === 1).length]).toEqual([count, count])
}
const repeated = (code: string, count: number) =>
  fcm.received.filter(({ data }) => data!.message_id === code).length - count

test(
  'two servers, a notification to many devices, one of them killed in the middle: every device shows it once',
  async () => {
    // The embedded database serves one server: the second one comes when the first has died.
    const isShared = database.databaseUrl !== undefined
    const count = isShared ? 6_000 : 2_000
    await withDatabase((db) => addAudience(db, count))
    await withDatabase((db) => addNotification(db, 'KYLLED34'))
    const chunks = isShared ? 16 : 3
    const dying = await serverToKill(chunks * CHUNK + 133)
    const living = isShared ? await serverToKill() : undefined
    // The other one comes when the chunk in which the first is killed has been claimed: it could take all that is open.
    const isClaimed = new Promise<void>((resolve) => {
      fcm.onReceived = () => void (fcm.received.length > chunks * CHUNK && resolve())
    })
    await Promise.all([dying.send({ run: true }), isClaimed.then(() => living?.send({ run: true }))])
    expect(await dying.ended()).toBe('SIGKILL')

    const other = living ?? (await serverToKill())
    await other.send({ run: true })
    expect(fcm.received.length).toBeGreaterThan(count - CHUNK)
    await other.send({ pass: LEASE_MS })
    await other.send({ run: true })
    await other.kill()

    expectEachOnce('KYLLED34', count)
    expect(await counts('KYLLED34')).toEqual({
      state: 'sent',
      devices: count,
      accepted: count,
      unregistered: 0,
      failed: 0,
    })
    // What was on its way came twice at most, under the id by which a device shows it once.
    expect(repeated('KYLLED34', count)).toBeGreaterThan(0)
    expect(repeated('KYLLED34', count)).toBeLessThanOrEqual(CHUNK)
  },
  MINUTES,
)

// Once is enough on the embedded database: the loop that goes on is the same.
test.runIf(inject('database').postgres)(
  'a server that is killed again and again still comes to the end',
  async () => {
    const before = await withDatabase((db) =>
      db.execute(sql`delete from push_devices where external_id::int > 600 returning id`),
    )
    expect(before.rows.length).toBeGreaterThan(0)
    fcm.displayed.clear()
    await withDatabase((db) => addNotification(db, 'AGAYN346'))
    for (const [round, killAt] of [1, 150, 201].entries()) {
      const server = await serverToKill(killAt)
      await server.send({ pass: round * LEASE_MS })
      await server.send({ run: true })
      expect(await server.ended()).toBe('SIGKILL')
    }
    const last = await serverToKill()
    await last.send({ pass: 3 * LEASE_MS })
    await last.send({ run: true })
    await last.kill()
    expectEachOnce('AGAYN346', 600)
    expect(await counts('AGAYN346')).toEqual({ state: 'sent', devices: 600, accepted: 600, unregistered: 0, failed: 0 })
  },
  MINUTES,
)
