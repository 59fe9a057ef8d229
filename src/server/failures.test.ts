import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { audit } from '#features/access/audit/contract.ts'
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { failures } from './failures.ts'
import { testServer, type TestServer } from './test/harness.ts'
import { peer } from './test/peer.ts'
import { VERSION } from './version.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.execute(sql`truncate errors, error_releases, error_customers, error_reports`)
})

const listed = async () => {
  await server.app.failures.settled()
  return (await server.call(errorLogs.list, {})).body.data.errors
}

// ASVS: 16.3.4
test('stores an error of a call with its place and caller', async () => {
  await server.db.execute(sql`alter table audit_log rename to audit_log_away`)
  const failed = await server.call(audit.list, { as: 'admin', query: { search: 'ada@mail.example' } })
  await server.db.execute(sql`alter table audit_log_away rename to audit_log`)
  const unknown = await server.call(errorLogs.fetch, { params: { id: 4711 } })
  expect([failed.status, unknown.status]).toEqual([500, 404])
  const [error, ...others] = await listed()
  expect(others).toEqual([])
  expect(error).toMatchObject({
    count: 1,
    source: 'server',
    component: 'GET /api/audit-log',
    // The page and its count are queried in parallel, and either may fail first.
    message: expect.stringMatching(/^Failed query:\s+select/),
    errorStack: expect.stringMatching(/Caused by error: relation "audit_log" does not exist/),
    data: { email: 'admin@test.example', meta: { userType: 'admin' } },
    createdAt: server.clock.now().toISOString(),
  })
  expect(JSON.stringify(error)).not.toContain('mail.example')
})

test('counts each of many simultaneous errors, without paths of this machine', async () => {
  for (let n = 0; n < 250; n++) server.app.failures.note({ error: new TypeError(`no seat ${n}`), at: 'job test.fails' })
  const [error, ...others] = await listed()
  expect(others).toEqual([])
  expect(error).toMatchObject({
    count: 250,
    source: 'server',
    component: 'job test.fails',
    message: expect.stringMatching(/^TypeError: no seat \d+$/),
    releases: [VERSION],
  })
  expect(error!.errorStack).toMatch(/at .*src\/server\/failures\.test\.ts:\d+/)
  expect(error!.errorStack).not.toContain(process.cwd())
})

test('accepts a thrown value that is not an error', async () => {
  server.app.failures.note({ error: 'only words', at: 'job test.fails' })
  expect((await listed())[0]).toMatchObject({ message: 'only words' })
})

test('writes errors only to the log while the database is unavailable, without waiting or failing', async () => {
  const send = vi.fn<() => Promise<void>>(async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const warn = vi.fn<(entry: { count: number }) => void>()
  const unreachable = failures(
    () => ({ ...server.app, db: { transaction: send } as never, log: { warn } as never }),
    async () => {},
  )
  for (let n = 0; n < 700; n++) unreachable.note({ error: new Error('lost'), at: 'job test.fails' })
  await unreachable.settled()
  expect(send).toHaveBeenCalledTimes(5)
  // Five batches, and the errors beyond the limit.
  expect(warn.mock.calls.map(([{ count }]) => count)).toEqual([100, 100, 100, 100, 100, 200])
  unreachable.note({ error: new Error('lost again'), at: 'job test.fails' })
  await unreachable.settled()
  expect(send).toHaveBeenCalledTimes(6)
  expect(await listed()).toEqual([])
})

test('also sends errors to Sentry if it has an address, masked as in the error log', async () => {
  const entry: string[] = []
  const outside = await peer(async (request, response) => {
    entry.push(await text(request))
    response.writeHead(200).end('{}')
  })
  const reporting = await testServer({ env: { SENTRY_DSN: `${outside.url.replace('//', '//key@')}/1` } })
  reporting.app.failures.note({
    error: new TypeError('no seat for ada@mail.example'),
    at: 'job test.fails',
    adminId: 1,
  })
  await reporting.app.failures.settled()
  await reporting.close()
  await outside.close()
  expect(entry).toHaveLength(1)
  expect(entry[0]).toContain('"transaction":"job test.fails"')
  expect(entry[0]).toContain('no seat for [email]')
})
