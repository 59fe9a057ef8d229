/**
 * Many rows by three servers, one of which is killed. `BULK_ROWS=100000` makes it the most that there can be.
 * @module-tag nightly
 */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { killable } from '#server/test/killable.ts'
import { bulkActions, type BulkAction } from '../contract.ts'
import type { Order } from './test/server-to-kill.fixture.ts'
import { work } from './work.ts'

const ROWS = Number(process.env.BULK_ROWS ?? 1500)
const MINUTES = 180_000 + ROWS * 60

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const another = (stopAfter = 0) =>
  killable<{ id: number; state: string }>(path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts'), {
    databaseUrl: server.app.env.databaseUrl!,
    dataDir: server.app.env.dataDir,
    stopAfter,
  } satisfies Order)

const one = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await server.db.execute<T>(query)).rows[0]!
const resolved = async () =>
  (await one<{ n: number }>(sql`select count(*)::int as n from errors where state = 'resolved'`)).n
/** All rows to the byte, but for how often they were changed, and by whom last. */
const bytes = async () =>
  (
    await one<{ sum: string }>(
      sql`select md5(string_agg((to_jsonb(e) - '{version,state_at,state_by}'::text[])::text, chr(10) order by id)) as sum from errors e`,
    )
  ).sum
/** Lines of the audit log of an action, and of how many records. */
const lines = (id: number) =>
  one<{ n: number; records: number }>(sql`
    select count(*)::int as n, count(distinct entity_id)::int as records from audit_log
    where entity = 'error' and summary like ${`%with bulk action ${id}`}`)
const read = async (id: number): Promise<BulkAction> =>
  (await server.call(bulkActions.fetch, { params: { id } })).body.data
const begun = async () =>
  (await server.call(bulkActions.create, { body: { action: 'error-logs.resolve', query: { state: 'open' } } })).body
    .data
const started = (id: number) => server.call(bulkActions.start, { params: { id }, body: {} })

// The embedded database serves one server at a time.
test.runIf(inject('database').postgres)(
  `${ROWS} rows by three servers, one of which is killed: each is changed once; taken back they are what they were; cancelled, what is done is whole`,
  async () => {
    await server.db.execute(sql`
      insert into errors (fingerprint, origin, message, component, last_report_id, state, count, stored_count, first_seen_at, last_seen_at)
      select 'f' || n, 'server', 'Error ' || n, 'Seats', 0, 'open', 1, 0, now(), now() - n * interval '1 minute'
      from generate_series(1, ${ROWS}) n`)
    const before = await bytes()
    const [dying, living] = await Promise.all([another(Math.ceil(ROWS / 10)), another()])

    const { id } = await begun()
    await living.send({ id, state: 'checking' })
    expect(await read(id)).toMatchObject({ state: 'ready', rows: { total: ROWS, valid: ROWS } })
    expect(await bytes()).toBe(before)
    await started(id)
    await dying.send({ id, state: 'running' })
    const rest = Promise.all([living.send({ id, state: 'running' }), work(server.app, id, MINUTES)])
    await dying.kill()
    await rest
    expect(await read(id)).toMatchObject({ state: 'done', rows: { changed: ROWS, rejected: 0 } })
    expect([await resolved(), await lines(id)]).toEqual([ROWS, { n: ROWS, records: ROWS }])

    const undoing = (await server.call(bulkActions.undo, { params: { id } })).body.data.id
    await living.send({ id: undoing, state: 'checking' })
    await started(undoing)
    await living.send({ id: undoing, state: 'running' })
    expect(await read(undoing)).toMatchObject({ state: 'done', rows: { changed: ROWS } })
    expect(await bytes()).toBe(before)

    const part = (await begun()).id
    await living.send({ id: part, state: 'checking' })
    await started(part)
    const working = living.send({ id: part, state: 'running' })
    await expect.poll(resolved, { timeout: MINUTES, interval: 20 }).toBeGreaterThan(ROWS / 10)
    const cancelled = await server.call(bulkActions.cancel, { params: { id: part } })
    const done = await resolved()
    await working
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled', rows: { changed: done, valid: ROWS - done } })
    expect([await resolved(), await lines(part)]).toEqual([done, { n: done, records: done }])
    await living.kill()
  },
  MINUTES,
)
