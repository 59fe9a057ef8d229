import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { audit } from '#features/access/audit/contract.ts'
import { customer, ledger, person } from '#features/access/approvals/server/test/office.ts'
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { bulkActions } from '../contract.ts'
import { messages } from '../rules.ts'
import { acting } from './test/acting.ts'
import { work } from './work.ts'

let server: TestServer
let actions: ReturnType<typeof acting>
beforeAll(async () => {
  server = await testServer()
  actions = acting(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.execute(sql`delete from bulk_actions`)
  await server.db.execute(sql`delete from errors`)
})

const addErrors = (count: number, state = 'open') =>
  server.db.execute(sql`
    insert into errors (fingerprint, origin, message, component, last_report_id, state, count, stored_count, first_seen_at, last_seen_at)
    select ${state} || n, 'server', 'Error ' || n, 'Seats', 0, ${state}, 1, 0, now(), now() - n * interval '1 minute'
    from generate_series(1, ${count}) n`)
const ids = async (where = sql`true`) => {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id::text from errors where ${where} order by id`)
  return rows.map(({ id }) => id)
}
const states = async () => {
  const { rows } = await server.db.execute<{ state: string; n: number }>(
    sql`select state, count(*)::int as n from errors group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
const select = (body: object) => actions.select('error-logs.resolve', body)

test('all that match are tried first, done then, and taken back', async () => {
  await addErrors(30)
  await addErrors(5, 'ignored')
  const ready = await select({ query: { state: 'open' } })
  expect(ready).toMatchObject({ state: 'ready', rows: { total: 30, valid: 30, rejected: 0 } })
  expect(await states()).toEqual({ open: 30, ignored: 5 })
  const { body: rows } = await server.call(bulkActions.rows, { params: { id: ready.id }, query: { state: 'valid' } })
  expect([rows.data.totalCount, rows.data.rows.length]).toEqual([30, 10])
  expect(rows.data.rows[0]).toMatchObject({
    title: 'Error 1',
    difference: [{ entity: 'error', before: { state: 'open' }, after: { state: 'resolved' } }],
  })

  expect((await actions.start(ready.id)).body.data).toMatchObject({
    state: 'done',
    rows: { changed: 30 },
    undoBlockedReason: null,
  })
  expect(await states()).toEqual({ resolved: 30, ignored: 5 })
  const { body: log } = await server.call(audit.list, { query: { search: `with bulk action ${ready.id}` } })
  expect(log.data.totalCount).toBe(30)
  const { body: own } = await server.call(audit.list, { query: { entity: 'bulk action', entity_id: String(ready.id) } })
  expect(own.data.lines.map(({ summary }) => summary)).toEqual(['Resolved 30 errors in bulk'])
  expect((await actions.start(ready.id)).problem.message).toBe(messages.startedAlready)

  const [changedSince] = await ids()
  const { version } = (await server.call(errorLogs.fetch, { params: { id: Number(changedSince) } })).body.data
  const ignore = { params: { id: Number(changedSince) }, body: { state: 'open', version } }
  expect((await server.call(errorLogs.setState, ignore)).status).toBe(200)
  const { status, body } = await actions.undo(ready.id)
  expect([status, body.data.state]).toEqual([201, 'ready'])
  expect(body.data.rows).toMatchObject({ total: 30, valid: 29, rejected: 1 })
  expect((await actions.undo(ready.id)).problem.message).toBe(messages.undoneAlready)
  await actions.start(body.data.id)
  expect(await states()).toEqual({ open: 30, ignored: 5 })
  const again = await actions.undo(ready.id)
  expect(again.body.data.rows).toMatchObject({ total: 1, rejected: 1 })
})

test('of some rows those alone; what is not to be changed says why, and goes into a file', async () => {
  await addErrors(5)
  await addErrors(2, 'resolved')
  const [open] = await ids(sql`state = 'open'`)
  const [resolved] = await ids(sql`state = 'resolved'`)
  const ready = await select({ ids: [open, resolved, '999999'] })
  expect(ready).toMatchObject({ state: 'ready', rows: { total: 2, valid: 1, rejected: 1 } })
  expect(ready.refusals).toEqual([
    { message: expect.stringMatching(/resolved/i), count: 1, example: expect.any(String) },
  ])
  await actions.start(ready.id)
  const { text, headers } = await server.call(bulkActions.rowsCsv, {
    params: { id: ready.id },
    query: { state: 'rejected' },
  })
  expect(headers['content-disposition']).toContain(`bulk-action-${ready.id}.csv`)
  expect(text).toContain(`${resolved},Error 1,Rejected,`)
  expect(text.trim().split('\n')).toHaveLength(2)
})

test('a row that somebody changed after it was selected is refused', async () => {
  await addErrors(2)
  const ready = await select({})
  const [first] = await ids()
  await server.call(errorLogs.setState, { params: { id: Number(first) }, body: { state: 'ignored' } })
  const { body } = await actions.start(ready.id)
  expect(body.data.rows).toMatchObject({ changed: 1, rejected: 1 })
  expect(await states()).toEqual({ ignored: 1, resolved: 1 })
})

test('a cancelled one leaves what is done, and does no more', async () => {
  await addErrors(3)
  const ready = await select({})
  await server.db.execute(sql`update bulk_actions set state = 'running' where id = ${ready.id}`)
  expect((await server.call(bulkActions.cancel, { params: { id: ready.id } })).body.data.state).toBe('cancelled')
  expect(await work(server.app, ready.id, 1000)).toBe(false)
  expect(await states()).toEqual({ open: 3 })
  expect((await actions.start(ready.id)).problem.message).toBe(messages.over)
})

test('two servers at once do each row once', async () => {
  await addErrors(60)
  const ready = await select({})
  await server.db.execute(sql`update bulk_actions set state = 'running' where id = ${ready.id}`)
  await Promise.all([1, 2, 3].map(() => work(server.app, ready.id, 20_000)))
  expect(await actions.read(ready.id)).toMatchObject({ state: 'done', rows: { changed: 60, rejected: 0 } })
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_log where summary like ${`%with bulk action ${ready.id}`}`,
  )
  expect(rows).toEqual([{ n: 60 }])
})

test('of rows that are done together one that is refused is undone alone', async () => {
  await addErrors(5)
  const ready = await select({})
  const all = await ids()
  await server.call(errorLogs.setState, { params: { id: Number(all[2]) }, body: { state: 'ignored' } })
  expect((await actions.start(ready.id)).body.data.rows).toMatchObject({ changed: 4, rejected: 1 })
  expect(await ids(sql`state = 'resolved'`)).toEqual(all.toSpliced(2, 1))
  const rows = await actions.rows(ready.id)
  expect(rows.filter(({ state }) => state === 'rejected').map(({ title }) => title)).toEqual(['Error 3'])
})

// The embedded database takes one transaction after the other.
test.runIf(inject('database').postgres)(
  'what waits for somebody who waits for it gives way, and is done after them',
  async () => {
    await addErrors(3)
    const ready = await select({})
    const [first, second] = await ids()
    await server.db.execute(sql`update bulk_actions set state = 'running' where id = ${ready.id}`)
    const other = await server.app.database.pool.connect()
    try {
      // Whoever looks first who waits for whom gives way: not this one.
      await other.query(`begin; set local deadlock_timeout = '1min'`)
      await other.query('select from errors where id = $1 for update', [second])
      const working = work(server.app, ready.id, 20_000)
      const pending = async () =>
        (await server.db.execute(sql`select from pg_locks where not granted and database is null`)).rows.length
      await expect.poll(pending).toBeGreaterThan(0)
      await other.query('update errors set count = count + 1 where id = $1', [first])
      await other.query('commit')
      expect(await working).toBe(false)
    } finally {
      other.release()
    }
    expect(await actions.read(ready.id)).toMatchObject({ state: 'done', rows: { changed: 3, rejected: 0 } })
    expect(await states()).toEqual({ resolved: 3 })
  },
)

test('somebody has five at a time; one that was never started makes room', async () => {
  await addErrors(1)
  const [first] = [await select({}), await select({}), await select({}), await select({}), await select({})]
  await select({})
  expect((await actions.read(first.id)).state).toBe('cancelled')
  await server.db.execute(sql`update bulk_actions set state = 'running' where state = 'ready'`)
  const { status, problem } = await server.call(bulkActions.create, {
    body: { action: 'error-logs.resolve', query: {} },
  })
  expect([status, problem.message]).toEqual([409, messages.tooManyOpen])
})

describe('whoever', () => {
  test('lacks the right selects nothing', async () => {
    const body = { action: 'error-logs.resolve', query: {} }
    expect((await server.call(bulkActions.create, { body, as: 'powerless' })).status).toBe(403)
    expect((await server.call(bulkActions.create, { body: { ...body, action: 'toString' } })).status).toBe(422)
    expect((await server.call(bulkActions.create, { body: { ...body, query: { state: 'no' } } })).status).toBe(422)
  })

  test('loses it meanwhile does no more', async () => {
    await addErrors(2)
    const clerk = await person(server, 'Ken Clerk', ['error-logs:read', 'error-logs:write'])
    const { body } = await actions.through(
      clerk.call(bulkActions.create, { body: { action: 'error-logs.resolve', query: {} } }),
    )
    expect(body.data.rows.valid).toBe(2)
    await server.db.execute(sql`
      update roles set permissions = '{error-logs:read}' where id = (select role_id from admins where first_name = 'Ken')`)
    await actions.through(clerk.call(bulkActions.start, { params: { id: body.data.id }, body: {} }))
    expect(await actions.read(body.data.id)).toMatchObject({ state: 'stopped' })
    expect(await states()).toEqual({ open: 2 })
  })

  test('made it sees it, and superadmins', async () => {
    await addErrors(1)
    const own = await select({})
    const clerk = await person(server, 'Uche Clerk', ['error-logs:read', 'error-logs:write'])
    expect((await clerk.call(bulkActions.fetch, { params: { id: own.id } })).status).toBe(404)
    expect((await clerk.call(bulkActions.list, {})).body.data.totalCount).toBe(0)
    expect((await server.call(bulkActions.list, {})).body.data.totalCount).toBe(1)
  })
})

describe('points', () => {
  const award = (more: object = {}) => ({
    body: { action: 'customers.award', query: {}, values: { points: 500, reason: 'Premiere night' }, ...more },
  })

  test('are awarded to many, and taken back', async () => {
    const id = await customer(server)
    const wrong = await server.call(bulkActions.create, award({ values: { points: -1, reason: '' } }))
    expect(wrong.problem.errors).toEqual([
      { field: 'points', message: 'Enter 1 to 1,000,000 points' },
      { field: 'reason', message: 'Reason is required' },
    ])

    const { body } = await actions.through(server.call(bulkActions.create, award({ ids: [String(id)] })))
    expect(body.data.rows).toMatchObject({ total: 1, valid: 1 })
    await actions.start(body.data.id)
    expect((await ledger(server, id)).map(({ points }) => points)).toEqual([500])
    await actions.start((await actions.undo(body.data.id)).body.data.id)
    expect((await ledger(server, id)).map(({ points }) => points)).toEqual([500, -500])
  })
})
