import { CONNECTIONS, MOST_UNREAD } from '#contract/connections.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { noteBackup } from '#server/backup/last.ts'
import { settleSetting } from '#server/settings.ts'
import { FAULT_SETTING } from '#server/integrations/pos/embedded.ts'
import { noteUnread } from '#server/integrations/unread.ts'
import { posCinema, posFilm, scriptedPos } from '#server/test/pos.ts'
import { vistaCinema, vistaFilm, vistaPeer, vistaSession, type VistaPeer } from '#server/test/vista-peer.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { queueEmail } from '#features/messages/emails/server/store.ts'
import { connections } from '../contract.ts'
import { messages } from '../rules.ts'
import { recordsUnread } from './alerts.ts'

const SECRETS = {
  tmdb: 'tmdb-token-top-secret',
  s3: 's3-key-top-secret',
  smtp: 'smtp-password-top-secret',
  flutterwave: 'FLWSECK_TEST-top-secret',
  fcm: '-----BEGIN PRIVATE KEY-----\ntop-secret\n-----END PRIVATE KEY-----',
  bitly: 'bitly-token-top-secret',
}
const CLOSED_PORT = 'http://127.0.0.1:1'
let server: TestServer
/** A chain whose systems are configured, but not there. */
let configured: TestServer
beforeAll(async () => {
  server = await testServer()
  configured = await testServer({
    env: {
      TMDB_TOKEN: SECRETS.tmdb,
      VISTA_URL: 'http://127.0.0.1:1/WSVistaWebClient',
      VISTA_TOKEN: 'vista-token-top-secret',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'access-id-top-secret',
      S3_SECRET_ACCESS_KEY: SECRETS.s3,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '1',
      SMTP_FROM: 'Marquee <office@chain.example>',
      SMTP_USER: 'user-top-secret',
      SMTP_PASSWORD: SECRETS.smtp,
      FLUTTERWAVE_SECRET_KEY: SECRETS.flutterwave,
      FLUTTERWAVE_WEBHOOK_HASH: 'webhook-hash-top-secret',
      FCM_SERVICE_ACCOUNT: JSON.stringify({
        project_id: 'chain',
        client_email: 'push@chain.example',
        private_key: SECRETS.fcm,
        token_uri: 'http://127.0.0.1:1/token',
      }),
      BITLY_TOKEN: SECRETS.bitly,
    },
    addresses: { tmdb: CLOSED_PORT, flutterwave: `${CLOSED_PORT}/v3`, fcm: CLOSED_PORT, bitly: `${CLOSED_PORT}/v4` },
  })
})
afterAll(async () => {
  await server.close()
  await configured.close()
})

const listOf = async (of = server) => (await of.call(connections.list)).body.data.connections
const one = async (name: string, of = server) => (await listOf(of)).find((connection) => connection.name === name)!

test('every connection stands there, in its order, embedded and unused', async () => {
  const list = await listOf()
  expect(list.map(({ name, kind }) => [name, kind])).toEqual(CONNECTIONS.map((name) => [name, 'embedded']))
  expect(await one('movie-database')).toMatchObject({
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
  })
})

test('a test is a real call: its success is told, noted and audited', async () => {
  for (const name of CONNECTIONS) {
    const answer = await server.call(connections.test, { params: { name } })
    expect(answer.body.data).toMatchObject({ works: true, message: expect.stringMatching(/\w/) })
    expect(await one(name)).toMatchObject({ last_success_at: TEST_NOW, failing_since: null })
  }
  const { rows } = await server.db.execute(sql`select summary from audit_log where entity = 'connection' order by id`)
  expect(rows).toHaveLength(CONNECTIONS.length)
  expect(rows[1]).toMatchObject({ summary: expect.stringMatching(/^Tested movie database: Found/) })
})

test('a failure is told with its reason, and kept after it works again', async () => {
  await settleSetting(server.db, FAULT_SETTING, 'refused')
  const params = { name: 'point-of-sale' } as const
  const failed = await server.call(connections.test, { params })
  const reason = 'The point of sale rejected our access key'
  expect(failed.body.data).toMatchObject({ works: false, message: reason })
  expect(await one('point-of-sale')).toMatchObject({ failing_since: TEST_NOW, last_failure_at: TEST_NOW, reason })
  await server.db.execute(sql`delete from settings where key = ${FAULT_SETTING}`)
  await server.call(connections.test, { params })
  expect(await one('point-of-sale')).toMatchObject({ failing_since: null, last_failure_at: TEST_NOW, reason })
})

test('what is configured is shown, and no secret of it, not in a failure either', async () => {
  const list = await configured.call(connections.list)
  expect(list.body.data.connections.map(({ kind }) => kind)).toEqual([
    'vista',
    'tmdb',
    's3',
    'smtp',
    'flutterwave',
    'fcm',
    'bitly',
  ])
  const answers = await Promise.all(CONNECTIONS.map((name) => configured.call(connections.test, { params: { name } })))
  for (const { body } of answers) expect(body.data.works).toBe(false)
  const texts = list.text + answers.map(({ text }) => text).join('') + (await configured.call(connections.list)).text
  expect(texts).not.toContain('top-secret')
  expect(texts).toContain('office@chain.example')
  expect(JSON.stringify((await configured.db.execute(sql`select * from audit_log`)).rows)).not.toContain('top-secret')
})

test('tests are limited: they are real calls to somebody else', async () => {
  server.clock.set('2026-11-21T10:00:00Z')
  const call = () => server.call(connections.test, { params: { name: 'mail' }, as: 'superadmin' })
  for (let n = 0; n < 20; n++) expect((await call()).status).toBe(200)
  expect((await call()).status).toBe(429)
  server.clock.set(TEST_NOW)
})

test('without a point of sale there is nothing to sync with', async () => {
  expect((await one('point-of-sale')).sync).toEqual({ run: null, refusal: messages.noSource })
  const answer = await server.call(connections.sync)
  expect(answer.problem).toMatchObject({ status: 409, message: messages.noSource })
})

test('Sync now takes the whole schedule and shows how far it is; who asks again joins the run', async () => {
  const pos = scriptedPos()
  pos.has.films = [posFilm('0001', 'Citation')]
  pos.has.cinemas = [posCinema('0004', 'Lekki', 'Lagos'), posCinema('0007', 'Ikeja', 'Lagos')]
  server.app.pos = pos
  const started = await server.call(connections.sync)
  expect(started.body).toMatchObject({
    message: messages.syncStarted,
    data: { kind: 'full', requested_by: 'superadmin Tester', finished_at: null, done: 0 },
  })
  const joined = await server.call(connections.sync, { as: 'superadmin' })
  expect(joined.body.data.id).toBe(started.body.data.id)
  await server.runJobs()
  const { sync } = await one('point-of-sale')
  expect(sync!.run).toMatchObject({ id: started.body.data.id, finished_at: TEST_NOW, reason: null, done: 4, total: 4 })
})

test('emails that were given up are listed and sent again', async () => {
  const mail = { kind: 'password-reset', recipient: 'who@bounce.example', params: { email: 'who@bounce.example' } }
  await server.db.execute(sql`update admins set email = 'who@bounce.example' where id = 1`)
  await server.db.transaction((tx) => queueEmail(tx, server.app.jobs, mail, server.clock.now()))
  expect((await one('mail')).queue).toEqual({ pending: 1, failed: 0 })
  await server.runJobs()
  expect((await one('mail')).queue).toEqual({ pending: 0, failed: 1 })
  const { emails, totalCount } = (await server.call(connections.failedEmails)).body.data
  expect(totalCount).toBe(1)
  expect(emails[0]).toMatchObject({
    recipient: 'who@bounce.example',
    attempts: 1,
    reason: expect.stringContaining('bounce'),
  })
  const again = await server.call(connections.sendAgain, { params: { id: emails[0]!.id } })
  expect(again.body.message).toBe(messages.sentAgain)
  expect((await one('mail')).queue).toEqual({ pending: 1, failed: 0 })
  const twice = await server.call(connections.sendAgain, { params: { id: emails[0]!.id } })
  expect(twice.status).toBe(404)
})

test('all of it is for superadmins', async () => {
  for (const row of [connections.list, connections.failedEmails])
    expect((await server.call(row, { as: 'admin' })).status).toBe(403)
  expect((await server.call(connections.test, { params: { name: 'mail' }, as: 'admin' })).status).toBe(403)
  expect((await server.call(connections.sync, { as: 'admin' })).status).toBe(403)
})

test('an unknown connection and an unknown email', async () => {
  const params = { name: 'fax' as never }
  expect((await server.call(connections.test, { params })).problem).toMatchObject({
    status: 422,
    errors: [{ field: 'name', message: 'Connection not found' }],
  })
  expect((await server.call(connections.sendAgain, { params: { id: 999 } })).status).toBe(404)
})

test('says how old the last backup is, and that one is wanted when it is older than a day or there is none', async () => {
  const backup = async () => (await server.call(connections.list)).body.data.backup
  expect(await backup()).toEqual({ last: null, is_late: true })
  const last = { at: '2026-11-20T09:00:00.000Z', bytes: 1_234_567 }
  await noteBackup(server.db, last)
  try {
    server.clock.set('2026-11-21T09:59:00Z')
    expect(await backup()).toEqual({ last, is_late: false })
    server.clock.set('2026-11-21T10:01:00Z')
    expect(await backup()).toEqual({ last, is_late: true })
    server.app.env.demo = true
    expect(await backup()).toEqual({ last, is_late: false })
  } finally {
    server.app.env.demo = false
    server.clock.set(TEST_NOW)
  }
})

describe('records that cannot be read', () => {
  let outside: VistaPeer
  let chain: TestServer
  beforeAll(async () => {
    outside = await vistaPeer({
      cinemas: [vistaCinema('0004', 'Marquee Lekki')],
      films: [vistaFilm('HO00000001', 'The Wedding')],
    })
    chain = await testServer({ env: { VISTA_URL: outside.url, VISTA_TOKEN: outside.token } })
  })
  afterAll(async () => {
    await chain.close()
    await outside.close()
  })
  const take = async () => {
    await chain.call(connections.sync)
    await chain.runJobs()
  }
  const session = (id: string, film: string | null) => vistaSession(id, '0004', film as never, '2026-11-22T18:00:00')
  const standing = async () =>
    (await chain.db.execute(sql`select id from showtimes where cancelled_at is null order by id`)).rows

  test('are named by their own id with what is wrong, until they read well again', async () => {
    outside.has.sessions = [session('41234', 'HO00000001'), session('41235', 'HO00000001')]
    await take()
    outside.has.sessions = [session('41235', null), session('41236', 'HO00000001')]
    chain.clock.set('2026-11-21T09:10:00Z')
    await take()
    expect(await one('point-of-sale', chain)).toMatchObject({
      failing_since: null,
      sync: { run: { reason: null } },
      unread: [
        {
          name: 'Session 41235',
          what: 'ScheduledFilmId is missing',
          since: '2026-11-21T09:10:00.000Z',
          last_seen_at: '2026-11-21T09:10:00.000Z',
        },
      ],
    })
    expect(await standing()).toEqual([{ id: '41235' }, { id: '41236' }])
    chain.clock.set('2026-11-21T09:20:00Z')
    await take()
    expect((await one('point-of-sale', chain)).unread).toMatchObject([
      { since: '2026-11-21T09:10:00.000Z', last_seen_at: '2026-11-21T09:20:00.000Z' },
    ])
    expect(await recordsUnread.lasting!(chain.app, chain.clock.now())).toEqual([
      {
        key: 'point-of-sale',
        title: 'Point of sale: some records cannot be read',
        detail: 'Session 41235: ScheduledFilmId is missing',
        path: '/dashboard/connections',
      },
    ])
    outside.has.sessions = [session('41235', 'HO00000001')]
    await take()
    expect((await one('point-of-sale', chain)).unread).toEqual([])
    expect(await recordsUnread.lasting!(chain.app, chain.clock.now())).toEqual([])
  })

  test('are kept two hundred of a connection, and the next hours alone forget none', async () => {
    const unread = Array.from({ length: 300 }, (_, n) => ({ id: String(n), name: `Session ${n}`, what: 'It is odd' }))
    const now = chain.clock.now()
    await noteUnread(chain.db, 'point-of-sale', 'sessions 0004', { records: [], unread }, now)
    expect((await one('point-of-sale', chain)).unread).toHaveLength(MOST_UNREAD)
    const few = { records: [{ id: '7' }], unread: [], isPart: true }
    await noteUnread(chain.db, 'point-of-sale', 'sessions 0004', few, now)
    expect((await one('point-of-sale', chain)).unread).toHaveLength(MOST_UNREAD - 1)
    await noteUnread(chain.db, 'point-of-sale', 'sessions 0004', { records: [], unread: [] }, now)
    expect((await one('point-of-sale', chain)).unread).toEqual([])
  })
})
