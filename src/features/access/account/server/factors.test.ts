/** One's own second factors: adding, renaming and removing them, and what follows. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { factors } from '#contract/factors.ts'
import { auditLog } from '#server/audit/tables.ts'
import { passkeyOrigin } from '#server/auth/passkeys.ts'
import { roles } from '#server/auth/tables.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { softPasskey } from '#server/test/soft-passkey.ts'
import { session } from '#features/access/session/contract.ts'
import { account } from '../contract.ts'
import { accountFactors as calls } from '../factor-contract.ts'
import { factorMessages as messages } from '../factor-rules.ts'
import { pass, PASSWORD, newAccount } from './test/new-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const emailsTo = async (email: string) => {
  await server.runJobs()
  return (
    await server.db.execute(
      sql`select body from outbox where recipient = ${email} and body like '%passkey was%' order by id`,
    )
  ).rows
}
const audited = async () => (await server.db.select().from(auditLog)).map(({ summary }) => summary)

// ASVS: 7.4.3
test('a passkey is added, renamed and removed; other sessions end, and an email tells of it', async () => {
  server.clock.set(TEST_NOW)
  const person = await newAccount(server)
  await person.enter()
  const elsewhere = await server.call(session.login, {
    as: 'nobody',
    body: { email: person.email, password: PASSWORD },
  })
  const { added } = await person.addPasskey('Work phone')
  expect([added.status, added.body.data.name]).toEqual([201, 'Work phone'])
  const tokens = (elsewhere.body.data as { tokens: { refresh_token: string } }).tokens
  expect((await server.call(session.refresh, { as: 'nobody', body: { token: tokens.refresh_token } })).status).toBe(401)
  expect(await emailsTo(person.email)).toEqual([
    { body: expect.stringMatching(/A passkey was added to your account: .+ from 127\.0\.0\.1, 21\/11\/2026/) },
  ])

  const params = { id: added.body.data.id }
  expect((await person.call(calls.renamePasskey, { params, body: { name: 'My phone' } })).body.data.name).toBe(
    'My phone',
  )
  expect((await person.call(calls.renamePasskey, { params, body: { name: ' ' } })).problem.errors).toEqual([
    { field: 'name', message: messages.noName },
  ])
  expect((await person.call(calls.factors)).body.data).toMatchObject({
    passkeys: [{ name: 'My phone', last_used_at: null }],
    authenticator: null,
    recoveryCodes: null,
    isRequired: false,
  })
  expect((await person.call(calls.removePasskey, { params })).status).toBe(200)
  expect((await person.call(calls.removePasskey, { params })).status).toBe(404)
  expect(await emailsTo(person.email)).toHaveLength(2)
  expect((await audited()).filter((line) => line.includes('passkey'))).toHaveLength(3)
})

test("nobody reaches another person's passkey", async () => {
  const [owner, other] = [await newAccount(server), await newAccount(server)]
  await owner.enter()
  await other.enter()
  const params = { id: (await owner.addPasskey()).added.body.data.id }
  expect((await other.call(calls.renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404)
  expect((await other.call(calls.removePasskey, { params })).status).toBe(404)
})

test('a passkey is refused that was made for another page, without asking who is there, twice, or for another ticket', async () => {
  const person = await newAccount(server)
  await person.enter()
  const { origin } = passkeyOrigin(server.app)
  const ask = async () => (await person.call(calls.passkeyOptions)).body.data
  const add = async (challenge: { challengeToken: string }, attestation: unknown) =>
    (
      await person.call(calls.addPasskey, {
        body: { challengeToken: challenge.challengeToken, name: 'Phone', attestation },
      })
    ).status
  const device = softPasskey(origin)
  for (const otherwise of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
    const challenge = await ask()
    expect(await add(challenge, device.attest(challenge.options, otherwise))).toBe(422)
  }
  const [one, other] = [await ask(), await ask()]
  expect(await add(other, device.attest(one.options))).toBe(422)
  expect(await add(one, device.attest(one.options))).toBe(201)
  expect(await add(one, softPasskey(origin).attest(one.options))).toBe(422)
  // The same passkey under a ticket of its own.
  expect(await add(other, device.attest(other.options))).toBe(422)
  const late = await ask()
  pass(server, 301)
  expect(await add(late, softPasskey(origin).attest(late.options))).toBe(422)
})

test("a ticket is good for its own person's session alone", async () => {
  const [one, other] = [await newAccount(server), await newAccount(server)]
  await one.enter()
  await other.enter()
  const { challengeToken, options } = (await one.call(calls.passkeyOptions)).body.data
  const attestation = softPasskey(passkeyOrigin(server.app).origin).attest(options)
  const body = { challengeToken, name: 'Phone', attestation }
  expect((await other.call(calls.addPasskey, { body })).problem.message).toBe(messages.over)
  expect((await one.call(calls.addPasskey, { body })).status).toBe(201)
})

test('an authenticator app is confirmed by a code, and kept sealed', async () => {
  const person = await newAccount(server)
  await person.enter()
  const { challengeToken, secret, qr } = (await person.call(calls.newAuthenticator)).body.data
  expect(qr.length).toBeGreaterThan(20)
  expect(new Set(qr.map((row) => row.length))).toEqual(new Set([qr.length]))
  const set = (code: string) => person.call(calls.setAuthenticator, { body: { challengeToken, code } })
  const wrong = person.codeOf(secret) === '000000' ? '111111' : '000000'
  expect((await set(wrong)).problem.errors).toEqual([{ field: 'code', message: messages.wrongCode }])
  expect((await person.call(calls.factors)).body.data.authenticator).toBeNull()
  expect((await set(person.codeOf(secret))).status).toBe(200)
  expect((await person.call(calls.factors)).body.data.authenticator).not.toBeNull()
  const { rows } = await server.db.execute(sql`
    select encode(sealed_secret, 'escape') as sealed from authenticators where admin_id = ${person.id}`)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(await audited())).not.toContain(secret)
  expect((await person.call(calls.removeAuthenticator)).status).toBe(200)
  expect((await person.call(calls.removeAuthenticator)).status).toBe(409)
})

test('guesses at the code that confirms an app end with its ticket', async () => {
  const person = await newAccount(server)
  await person.enter()
  const { challengeToken, secret } = (await person.call(calls.newAuthenticator)).body.data
  const set = (code: string) => person.call(calls.setAuthenticator, { body: { challengeToken, code } })
  for (let n = 0; n < 5; n++) expect((await set('1234')).problem.message).toBe(messages.wrongCode)
  expect((await set(person.codeOf(secret))).problem.message).toBe(messages.over)
})

// ASVS: 6.5.2
test('ten recovery codes, hashed, of which new ones replace the old, and which go with the last factor', async () => {
  const person = await newAccount(server)
  await person.enter()
  expect((await person.call(calls.newRecoveryCodes)).problem.message).toBe(messages.codesNeedFactor)
  await person.addAuthenticator()
  const codes = await person.newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
  await person.newRecoveryCodes()
  const { rows } = await server.db.execute(sql`select code_hash from recovery_codes where admin_id = ${person.id}`)
  expect(rows).toHaveLength(10)
  expect(JSON.stringify(rows)).not.toContain(codes[0]!.replace('-', ''))
  expect((await person.call(calls.factors)).body.data.recoveryCodes).toMatchObject({ left: 10 })
  await person.call(calls.removeAuthenticator)
  expect((await person.call(calls.factors)).body.data.recoveryCodes).toBeNull()
})

// ASVS: 7.5.1
test('every change asks who is there when they confirmed it long ago', async () => {
  const person = await newAccount(server)
  await person.enter()
  pass(server, 11 * 60)
  for (const row of [calls.passkeyOptions, calls.newAuthenticator, calls.newRecoveryCodes, calls.removeAuthenticator])
    expect((await person.call(row)).problem.code).toBe('confirm')
  expect((await person.call(factors.confirm, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await person.call(calls.newAuthenticator)).status).toBe(200)
})

// ASVS: 6.3.3
test('a role asks for a second factor from a day on: until one is set up, nothing else goes, and the last one stays', async () => {
  server.clock.set(TEST_NOW)
  const [role] = await server.db
    .insert(roles)
    .values({ name: 'Till', permissions: ['movies:read'], twoFactorFrom: '2026-11-22' })
    .returning()
  const person = await newAccount(server, { roleId: role!.id })
  await person.enter()
  const profile = async () => (await person.call(session.profile)).body.data
  const cinemas = async () => (await server.inject({ url: '/api/cinema', headers: person.headers() })).statusCode
  expect((await profile()).twoFactorFrom).toBe('2026-11-22')
  expect(await cinemas()).not.toBe(403)

  server.clock.set('2026-11-22T09:00:00.000Z')
  await person.enter()
  const refused = await server.inject({ url: '/api/cinema', headers: person.headers() })
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { status: 403, message: 'Set up two-factor authentication first', code: 'factor' },
  ])
  expect((await person.call(account.sessions)).status).toBe(200)
  const { added } = await person.addPasskey()
  expect(added.status).toBe(201)
  expect(await cinemas()).not.toBe(403)
  expect((await profile()).twoFactorFrom).toBeUndefined()

  const remove = { params: { id: added.body.data.id } }
  expect((await person.call(calls.removePasskey, remove)).problem.message).toBe(messages.lastIsRequired)
  await person.addAuthenticator()
  expect((await person.call(calls.removePasskey, remove)).status).toBe(200)
  expect((await person.call(calls.removeAuthenticator)).problem.message).toBe(messages.lastIsRequired)
})

test('the chain asks everybody for a second factor from a day on: told of it before, and then let in to set one up alone', async () => {
  const chain = await testServer({ env: { SECOND_FACTOR_FROM: '2026-11-22' } })
  onTestFinished(() => chain.close())
  const person = await newAccount(chain)
  const statuses = async () => {
    const answers = await Promise.all(
      ['/api/movie/admin/list', '/api/categories', '/api/audit-log'].map((url) =>
        chain.inject({ url, headers: person.headers() }),
      ),
    )
    return answers.map(({ statusCode }) => statusCode)
  }
  const requirement = async () => ({
    twoFactorFrom: (await person.call(session.profile)).body.data.twoFactorFrom,
    isRequired: (await person.call(calls.factors)).body.data.isRequired,
  })

  // The chain's day, which in Lagos begins an hour before it does in Greenwich.
  chain.clock.set('2026-11-21T22:59:59.000Z')
  await person.enter()
  expect(await requirement()).toEqual({ twoFactorFrom: '2026-11-22', isRequired: false })
  expect(await statuses()).toEqual([200, 200, 200])

  chain.clock.set('2026-11-21T23:00:00.000Z')
  expect(await requirement()).toEqual({ twoFactorFrom: '2026-11-22', isRequired: true })
  expect(await statuses()).toEqual([403, 403, 403])
  // Whoever signs in anew is let in, and no further.
  await person.enter()
  expect(await statuses()).toEqual([403, 403, 403])
  const write = await chain.inject({
    method: 'POST',
    url: '/api/categories',
    headers: person.headers(),
    payload: { name: 'Festival' },
  })
  expect([write.statusCode, write.json().code]).toEqual([403, 'factor'])
  const open = [account.fetch, account.sessions, calls.factors, session.profile]
  expect((await Promise.all(open.map((row) => person.call(row)))).map(({ status }) => status)).toEqual(
    open.map(() => 200),
  )

  await person.addAuthenticator()
  expect(await requirement()).toEqual({ twoFactorFrom: undefined, isRequired: true })
  expect(await statuses()).toEqual([200, 200, 200])
})

test('the earlier day counts where a role asks for a second factor as well', async () => {
  const chain = await testServer({ env: { SECOND_FACTOR_FROM: '2027-01-01' } })
  onTestFinished(() => chain.close())
  const [role] = await chain.db
    .insert(roles)
    .values({ name: 'Till', permissions: ['movies:read'], twoFactorFrom: '2026-11-21' })
    .returning()
  const person = await newAccount(chain, { roleId: role!.id })
  await person.enter()
  expect((await person.call(session.profile)).body.data.twoFactorFrom).toBe('2026-11-21')
  expect((await chain.inject({ url: '/api/cinema', headers: person.headers() })).statusCode).toBe(403)
})
