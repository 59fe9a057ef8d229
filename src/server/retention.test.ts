/** Old data is deleted after the days in the settings, in batches. Sources of figures stay. */
import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { maintenance } from './jobs/maintenance.ts'
import { rowsIn } from './retention.ts'
import { testServer, type TestServer } from './test/harness.ts'
import { idempotencyKeys } from './http/tables.ts'

/** The first moment that is kept for ten days. The time is 09:00 UTC on 21/11, 10:00 in Lagos. */
const STAYS = '2026-11-10T23:00:00Z'
const GOES = '2026-11-10T22:59:59Z'
const TEN_DAYS = {
  KEEP_AUDIT_DAYS: '10',
  KEEP_ERRORS_DAYS: '10',
  KEEP_EMAILS_DAYS: '10',
  KEEP_ALERTS_DAYS: '10',
  KEEP_PUSHES_DAYS: '10',
  KEEP_DEVICES_DAYS: '10',
  KEEP_SCHEDULES_DAYS: '10',
  KEEP_SIGN_INS_DAYS: '10',
}

let server: TestServer
let logged: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>)
  server = await testServer({ env: { ...TEN_DAYS, LOG_LEVEL: 'info' }, logTo: { write } })
})
afterAll(() => server.close())
beforeEach(() => {
  logged = []
})
const run = (app = server.app) => maintenance.run(app, {})
const count = async (table: string, where: SQL = sql`true`) =>
  (await server.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)} where ${where}`))
    .rows[0]!.n
const deleted = () => logged.filter(({ msg }) => msg === 'old rows deleted')

/** Two rows of every kind: the last moment that is deleted, and the first that stays. */
const TWO: [kind: string, table: string, insert: (at: string, n: number) => SQL][] = [
  [
    'audit log',
    'audit_log',
    (at) => sql`insert into audit_log (at, actor, action, entity, entity_id, summary)
      values (${at}, 'Ada', 'movies.save', 'movie', '1', 'Said so')`,
  ],
  [
    'emails',
    'emails',
    (at) => sql`insert into emails (at, kind, recipient, params, state, sent_at)
      values ('2026-01-01', 'k', 'a@b.example', '{}', 'sent', ${at})`,
  ],
  [
    'alerts',
    'alerts',
    (at) =>
      sql`insert into alerts (kind, key, title, path, permission, at) values ('k', '', 'No seat', '/', '{session}', ${at})`,
  ],
  [
    'outbox',
    'outbox',
    (at) =>
      sql`insert into outbox (at, recipient, subject, body, state) values (${at}, 'a@b.example', 's', 'b', 'sent')`,
  ],
  [
    'outbox of pushes',
    'push_outbox',
    (at, n) => sql`insert into push_outbox (at, token, message_id, title, body, state)
      values (${at}, 't', ${`m${n}`}, 't', 'b', 'shown')`,
  ],
  [
    'push devices',
    'push_devices',
    (
      at,
      n,
    ) => sql`insert into push_devices (source, external_id, platform, token, reported_at, removed_at, removal_reason)
      values ('shop', ${`d${n}`}, 'web', 't', ${at}, ${at}, 'reported')`,
  ],
  [
    'devices of sign-ins',
    'admin_devices',
    (at, n) => sql`insert into admin_devices (admin_id, device, network, last_at)
      select id, ${`d${n}`}, 'n', ${at} from admins order by id limit 1`,
  ],
  [
    'networks of sign-ins',
    'admin_networks',
    (at, n) => sql`insert into admin_networks (admin_id, network, last_at)
      select id, ${`n${n}`}, ${at} from admins order by id limit 1`,
  ],
  [
    'errors',
    'errors',
    (at, n) => sql`insert into error_reports (source, external_id, at, message, fingerprint, release)
      values ('shop', ${`r${n}`}, ${at}, 'No seat', ${`f${n}`}, '1.0')`,
  ],
  [
    'sync runs',
    'sync_runs',
    (at) => sql`insert into sync_runs (kind, started_at, finished_at) values ('incremental', ${at}, ${at})`,
  ],
]

/** Returns the number of rows of each table. */
async function tables(): Promise<Record<string, number>> {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const counts: Record<string, number> = {}
  for (const { name } of rows) counts[name] = await count(name)
  return counts
}

test('deletes rows of each kind that are older than its days, to the moment, and nothing else', async () => {
  for (const [, , insert] of TWO) for (const [n, at] of [GOES, STAYS].entries()) await server.db.execute(insert(at, n))
  const before = await tables()
  await run()
  const after = await tables()
  const changed = Object.fromEntries(
    Object.keys(before).flatMap((table) =>
      before[table] === after[table] ? [] : [[table, after[table]! - before[table]!]],
    ),
  )
  const { audit_log: audit, ...others } = changed
  // One entry was deleted, and one records the deletion.
  expect(audit).toBeUndefined()
  expect(others).toEqual({
    ...Object.fromEntries(TWO.filter(([kind]) => kind !== 'audit log').map(([, table]) => [table, -1])),
    error_reports: -1,
    error_releases: -1,
  })
  expect(deleted()).toMatchObject([
    { deleted: { ...Object.fromEntries(TWO.map(([kind]) => [kind, 1])), 'occurrences of errors': 1 } },
  ])
  expect(await count('audit_log', sql`at = ${GOES}`)).toBe(0)
  expect(
    (await server.db.execute(sql`select actor, action, summary from audit_log order by id desc limit 1`)).rows,
  ).toEqual([
    {
      actor: 'Marquee',
      action: 'audit.forget-old',
      summary: 'Deleted 1 audit log entry from before 11/11/2026',
    },
  ])

  logged = []
  await run()
  expect(deleted()).toEqual([])
  expect(await tables()).toEqual(after)
})

test('keeps the count of an error that recurs, and deletes its old occurrences', async () => {
  const add = (n: number, at: string) =>
    server.db.execute(sql`
    insert into error_reports (source, external_id, at, message, fingerprint)
    values ('shop', ${`on${n}`}, ${at}, 'Goes on', 'goes-on')`)
  await add(1, GOES)
  await add(2, STAYS)
  await run()
  const { rows } = await server.db.execute(sql`
    select count::int, stored_count::int from errors where fingerprint = 'goes-on'`)
  expect(rows).toEqual([{ count: 2, stored_count: 1 }])
  expect(await count('error_reports', sql`fingerprint = 'goes-on'`)).toBe(1)
})

test('keeps entries that wait to be shipped, and merges of customers', async () => {
  const add = (action: string) =>
    server.db.execute(sql`
    insert into audit_log (at, actor, action, entity, entity_id, summary) values (${GOES}, 'Ada', ${action}, 'x', '1', 's')`)
  await add('privacy.merge')
  await add('waits')
  await server.db.execute(sql`insert into audit_outbox (id) select id from audit_log where action = 'waits'`)
  await run()
  expect(await count('audit_log', sql`at = ${GOES}`)).toBe(2)
  await server.db.execute(sql`delete from audit_outbox`)
  await run()
  expect(await count('audit_log', sql`at = ${GOES}`)).toBe(1)
})

const oldKeys = (many: number) =>
  server.db.execute(sql`
  insert into idempotency_keys (actor, key, call, body_hash, created_at)
  select 'a', n::text, 'c', 'h', '2026-11-20T08:00:00Z' from generate_series(1, ${sql.raw(String(many))}) n`)
const keysIn = rowsIn(idempotencyKeys, (before) => sql`${idempotencyKeys.createdAt} < ${before}`)

test('deletes batches up to the limit until none is left', async () => {
  await oldKeys(2500)
  expect(await keysIn(server.db, server.clock.now(), 400)).toBe(400)
  expect(await count('idempotency_keys')).toBe(2100)
  await run()
  expect(await count('idempotency_keys')).toBe(0)
  expect(deleted()).toMatchObject([{ deleted: { 'idempotency keys': 2100 } }])
})

test('stops after the batch when the server closes', async () => {
  await oldKeys(1500)
  await run({ ...server.app, closing: AbortSignal.abort() })
  expect(await count('idempotency_keys')).toBe(1500)
  await run()
})

test('fails the run for a kind that cannot be deleted, and deletes the others', async () => {
  await oldKeys(3)
  const broken = {
    name: 'broken',
    before: (_: unknown, now: Date) => now,
    forget: () => Promise.reject(new Error('No')),
  }
  await expect(run({ ...server.app, retention: [broken, ...server.app.retention] })).rejects.toThrow('No')
  expect(await count('idempotency_keys')).toBe(0)
})

test('shares the work between two servers', async () => {
  await oldKeys(3000)
  await Promise.all([run(), run()])
  expect(await count('idempotency_keys')).toBe(0)
  const counts = deleted().map((line) => (line.deleted as Record<string, number>)['idempotency keys']!)
  expect(counts.reduce((all, one) => all + one, 0)).toBe(3000)
})

test.runIf(inject('database').postgres)('skips a locked row without waiting', async () => {
  await oldKeys(3)
  const other = new pg.Client({ connectionString: server.app.env.databaseUrl! })
  await other.connect()
  await other.query(`begin; select from idempotency_keys where key = '2' for update`)
  await run()
  expect(await count('idempotency_keys')).toBe(1)
  await other.end()
  await run()
  expect(await count('idempotency_keys')).toBe(0)
})

test('keeps everything when the setting is off', async () => {
  const at = '2001-01-01T00:00:00Z'
  await server.db.execute(TWO[0]![2](at, 0))
  await run({ ...server.app, env: { ...server.app.env, keepDays: { ...server.app.env.keepDays, audit: undefined } } })
  expect(await count('audit_log', sql`at = ${at}`)).toBe(1)
})
