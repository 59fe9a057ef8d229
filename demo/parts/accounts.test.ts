import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo as staff } from './admins.ts'
import { systemClock } from '#server/clock.ts'
import { parseEnv } from '#server/env.ts'
import { settleSetting } from '#server/settings.ts'
import { start, type Started } from '#app/start.ts'
import { testDatabase } from '#server/test/database.ts'
import { nameOf } from '#contract/session.ts'
import { addLine } from '#server/audit/store.ts'
import { addKey } from '#server/auth/keys.ts'
import { addToken } from '#server/auth/service-tokens.ts'
import { demo } from './accounts.ts'
import { openSession } from '#server/auth/sessions.ts'
import { addAdmin, addPasswordReset, adminByEmail, settleDemoAccounts } from '#server/auth/store.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let server: Started
const logged: string[] = []
const jobs = { send: async () => {}, stop: async () => {} }
const CLOSED = /^The demo is off and its accounts cannot sign in: .*npm run create-admin/

/** A start on the same database, with the demo off. */
async function restart() {
  await server?.close()
  logged.length = 0
  const env = parseEnv({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
  })
  server = await start(env, { jobs, onStep: (what) => logged.push(what) })
}
const post = async (url: string, payload: object) =>
  (await server.server.inject({ method: 'POST', url, payload })).statusCode
const signIn = (email: string, password = 'marquee-demo') => post('/api/auth/login', { email, password })
const profile = async (token: string) =>
  (await server.server.inject({ url: '/api/users', headers: { authorization: token } })).statusCode

beforeAll(async () => {
  database = await testDatabase()
  await restart()
  const now = systemClock.now()
  // Each part in a transaction of its own, as the demo is loaded.
  for (const part of [demo, staff])
    await server.app.db.transaction((tx) => part(tx, { today: '2026-11-22', now, seed: 1 }))
  for (const name of ['session', 'admins']) await settleSetting(server.app.db, `demo:${name}`, true)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

// ASVS: 6.3.2
test("going live closes the demo's accounts: no password, session, refresh or reset link of theirs is good", async () => {
  const { app } = server
  expect(await signIn('superadmin@marquee.example')).toBe(200)
  expect(logged.filter((line) => CLOSED.test(line))).toEqual([])
  const admin = (await adminByEmail(app.db, 'superadmin@marquee.example'))!
  const now = systemClock.now()
  const { sessionId, refreshToken } = await openSession(app.db, admin.id, now, app.env.session)
  const access = await app.accessTokens.sign(sessionId, now)
  const reset = await addPasswordReset(app.db, admin.id, now)
  expect(await profile(access)).toBe(200)
  const { id: _, createdAt: __, ...account } = admin
  await addAdmin(app.db, { ...account, email: 'owner@chain.example', isDemo: false } as never)

  // What the published password can make: accounts, accounts of these, a token and a feed key.
  const line = async (actor: number, of: number) =>
    addLine(
      app.db,
      { id: actor, name: 'x' },
      'admins.create',
      { entity: 'admin', id: of, summary: 'Created the account' },
      { requestId: null, now },
    )
  const made = await addAdmin(app.db, { ...account, email: 'made@chain.example', isDemo: false } as never)
  const madeByIt = await addAdmin(app.db, { ...account, email: 'made2@chain.example', isDemo: false } as never)
  await line(admin.id, made.id)
  await line(made.id, madeByIt.id)
  const token = { name: 'Website', roleId: admin.roleId!, createdBy: 'x', createdById: madeByIt.id }
  const { secret } = await addToken(app.db, { ...token, expiresAt: new Date('2099-01-01') }, now, { isWithout: false })
  const key = { name: 'Tills', source: 'tills', recordTypes: ['purchases'], createdBy: nameOf(admin) }
  await addKey(app.db, key as never, now)
  expect(await signIn('made2@chain.example')).toBe(200)
  expect(await profile(secret)).not.toBe(401)

  await restart()
  expect(logged.filter((line) => CLOSED.test(line))).toHaveLength(1)
  expect(logged).toContainEqual(
    expect.stringMatching(
      /^Also ended, .*made@chain\.example, .*made2@chain\.example, the service token Website, the feed key Tills$/,
    ),
  )
  expect([await signIn('made@chain.example'), await signIn('made2@chain.example'), await profile(secret)]).toEqual([
    401, 401, 401,
  ])
  for (const email of ['superadmin@marquee.example', 'admin@marquee.example', 'rotimi.balogun@marquee.example'])
    expect(await signIn(email), email).toBe(401)
  expect(await profile(access)).toBe(401)
  expect(await post('/api/auth/refresh-login', { token: refreshToken })).toBe(401)
  expect(await post(`/api/admin/forgot-password/${reset}`, { password: 'a new password' })).toBe(422)
  expect(await signIn('owner@chain.example')).toBe(200)
})

test('the demo opens them again', async () => {
  const { db } = server.app
  expect(await signIn('superadmin@marquee.example')).toBe(401)
  await settleDemoAccounts(db, true, systemClock.now())
  expect(await signIn('superadmin@marquee.example')).toBe(200)
})
