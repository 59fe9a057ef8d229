import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { emailQueue } from '#features/messages/emails/server/store.ts'
import { TEST_NOW, testServer, tokensIn, type TestServer } from '#server/test/harness.ts'
import { session } from '../contract.ts'
import { hashPassword, isOfOldCost } from '#server/auth/password.ts'
import { passwordMessages } from '#server/auth/password-rules.ts'
import { addAdmin, adminByEmail, defaultRoleId } from '#server/auth/store.ts'

let server: TestServer
const PASSWORD = 'a good password'
beforeAll(async () => {
  server = await testServer({ env: { DEMO: 'off' } })
  const passwordHash = await hashPassword(PASSWORD)
  const roleId = await defaultRoleId(server.db)
  const person = { lastName: 'Eze', mobile: null, roleId, passwordHash }
  await addAdmin(server.db, { ...person, email: 'ngozi@test.example', firstName: 'Ngozi', userType: 'Admin' })
  await addAdmin(server.db, { ...person, email: 'ed@test.example', firstName: 'Ed', userType: 'Editor' })
  await addAdmin(server.db, {
    ...person,
    email: 'gone@test.example',
    firstName: 'Gone',
    userType: 'Admin',
    deletedAt: new Date(),
  } as never)
})
afterAll(() => server.close())

const signIn = (email = 'ngozi@test.example', password = PASSWORD) =>
  server.call(session.login, { as: 'nobody', body: { email, password } })
const profile = (authorization: string) => server.call(session.profile, { as: 'nobody', headers: { authorization } })
const refresh = (token: string) => server.call(session.refresh, { as: 'nobody', body: { token } })
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())

describe('signing in', () => {
  // Clauses: core 78, 142-144; operations 2
  test('answers both tokens; the profile follows with Bearer and with the raw token', async () => {
    const answer = await signIn()
    expect(answer.status).toBe(200)
    const { access_token } = tokensIn(answer)
    for (const authorization of [`Bearer ${access_token}`, access_token]) {
      const me = await profile(authorization)
      expect(me.body.data).toMatchObject({
        id: expect.any(Number),
        email: 'ngozi@test.example',
        userType: 'Admin',
        firstName: 'Ngozi',
        lastName: 'Eze',
        profileImage: null,
        mobile: null,
        permissions: ['*'],
        role: 'Admin',
      })
      expect(me.text).not.toContain('argon2')
    }
  })

  test('takes the address in any case and with spaces around it', async () => {
    expect((await signIn('  Ngozi@Test.Example ')).status).toBe(200)
  })

  // Clauses: core 1, 121-122, 139, 190
  test.each([
    ['an editor', 'ed@test.example', PASSWORD, 403, 'No permissions'],
    ['a wrong password', 'ngozi@test.example', 'nope', 401, 'invalid password'],
    ['an unknown address', 'who@test.example', PASSWORD, 401, 'invalid password'],
    ['a deleted account', 'gone@test.example', PASSWORD, 401, 'invalid password'],
  ])('refuses %s', async (_, email, password, status, message) => {
    const answer = await signIn(email, password)
    expect(answer.status).toBe(status)
    expect(answer.problem.message).toBe(message)
  })

  // Clauses: core 122
  test('names each bad field', async () => {
    const answer = await server.call(session.login, { as: 'nobody', body: { email: 'nope', password: '' } })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([
      { field: 'email', message: 'invalid email' },
      { field: 'password', message: 'empty pasword' },
    ])
  })

  test('a body that is not JSON is malformed', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"email"',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: 400, message: 'The body is not valid JSON' })
  })

  // ASVS: 11.2.2, 11.4.2
  test('a password from before it had to be longer is good, and its hash is made as they are today', async () => {
    const old = { lastName: 'Ola', roleId: await defaultRoleId(server.db), userType: 'Admin' as const }
    const short = await addAdmin(server.db, {
      ...old,
      email: 'short@test.example',
      firstName: 'Short',
      passwordHash: await hashPassword('8 chars!', { memory: 1024, passes: 1, parallelism: 1 }),
    })
    expect(isOfOldCost(short.passwordHash!)).toBe(true)
    expect((await signIn('short@test.example', '8 chars!')).status).toBe(200)
    const renewed = await adminByEmail(server.db, 'short@test.example')
    expect(isOfOldCost(renewed!.passwordHash!)).toBe(false)
    expect(renewed!.version).toBe(short.version)
    expect((await signIn('short@test.example', '8 chars!')).status).toBe(200)
    expect((await adminByEmail(server.db, 'short@test.example'))!.passwordHash).toBe(renewed!.passwordHash)
  })

  // ASVS: 6.2.8
  test('the same letters are one password, however a keyboard makes them', async () => {
    const person = { lastName: 'Ola', roleId: await defaultRoleId(server.db), userType: 'Admin' as const }
    const passwordHash = await hashPassword('\u1ECDba of the palace')
    await addAdmin(server.db, { ...person, email: 'oba@test.example', firstName: 'Oba', passwordHash })
    for (const password of ['\u1ECDba of the palace', 'o\u0323ba of the palace'])
      expect((await signIn('oba@test.example', password)).status).toBe(200)
  })

  test('whoever gets it right is not made to wait for having signed in often, nor for typing errors before', async () => {
    for (let n = 0; n < 12; n++) {
      if (n % 4 === 0) await signIn('ngozi@test.example', 'a typing error')
      expect((await signIn()).status).toBe(200)
    }
  })

  // ASVS: 2.4.1, 6.3.1
  test('the eleventh try in five minutes waits', async () => {
    const tries = []
    for (let n = 0; n < 11; n++) tries.push(await signIn('guess@test.example', `try ${n}`))
    expect(tries.slice(0, 10).every((answer) => answer.status === 401)).toBe(true)
    expect(tries[10]!.status).toBe(429)
    expect(Number(tries[10]!.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the session', () => {
  // ASVS: 7.2.2
  // Clauses: core 148
  test('an access token lives 15 minutes; a refresh token makes the next pair', async () => {
    const tokens = tokensIn(await signIn())
    later(14)
    expect((await profile(tokens.access_token)).status).toBe(200)
    later(2)
    expect((await profile(tokens.access_token)).status).toBe(401)
    const next = await refresh(tokens.refresh_token)
    expect(next.body.data.tokens.refresh_token).not.toBe(tokens.refresh_token)
    expect((await profile(next.body.data.tokens.access_token)).status).toBe(200)
  })

  test('a refresh token used twice ends the whole session', async () => {
    const tokens = tokensIn(await signIn())
    const next = (await refresh(tokens.refresh_token)).body.data.tokens
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    expect((await profile(next.access_token)).status).toBe(401)
    expect((await refresh(next.refresh_token)).status).toBe(401)
  })

  test('of two refreshes at once with the same token one is refused', async () => {
    const tokens = tokensIn(await signIn())
    const answers = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])
  })

  test('a refresh token lives 30 days', async () => {
    const tokens = tokensIn(await signIn())
    later(30 * 24 * 60 + 1)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    server.clock.set(TEST_NOW)
  })

  // ASVS: 7.4.1
  // Clauses: core 102, 145
  test('signing out ends it on the server', async () => {
    const tokens = tokensIn(await signIn())
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await server.call(session.logout, { as: 'nobody', headers })).status).toBe(200)
    expect((await profile(tokens.access_token)).status).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => server.call(session.forgotPassword, { as: 'nobody', body: { email } })
  const reset = (token: string, password: string) =>
    server.call(session.resetPassword, { as: 'nobody', params: { token }, body: { password } })
  const emails = async () =>
    (
      await server.app.database.pool.query<{ recipient: string; body: string }>(
        'select recipient, body from outbox order by id',
      )
    ).rows
  const tokenIn = (email: string) => /reset-password\/(\S+)/.exec(email)![1]!
  const emailedToken = async () => {
    await server.runJobs()
    return tokenIn((await emails()).at(-1)!.body)
  }
  const linesOfAudit = () => server.db.$count(auditLog)

  // ASVS: 6.3.8
  // Clauses: core 146; operations 370
  test('answers the same whether or not the address exists, and does the same for it', async () => {
    const lines = await linesOfAudit()
    const known = await forgot('ngozi@test.example')
    expect(await emailQueue(server.db)).toEqual({ pending: 1, failed: 0 })
    expect(await linesOfAudit()).toBe(lines + 1)
    const unknown = await forgot('who@test.example')
    expect(await emailQueue(server.db)).toEqual({ pending: 2, failed: 0 })
    expect(await linesOfAudit()).toBe(lines + 2)
    expect(known.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    expect(known.body.message).toBe('Email sent!')
    await server.runJobs()
    expect((await emails()).map(({ recipient }) => recipient)).toEqual(['ngozi@test.example'])
    expect(await emailQueue(server.db)).toEqual({ pending: 0, failed: 0 })
  })

  test('each link that arrived works until one is used', async () => {
    await forgot('ngozi@test.example')
    await forgot('ngozi@test.example')
    await server.runJobs()
    const [first, second] = (await emails()).slice(-2).map(({ body }) => tokenIn(body))
    expect(first).not.toBe(second)
    expect((await reset(first!, PASSWORD)).status).toBe(200)
    expect((await reset(second!, PASSWORD)).status).toBe(422)
  })

  // ASVS: 6.4.3
  // Clauses: core 147; operations 267, 371
  test('a link sets the password once, within 30 minutes, and ends every session', async () => {
    const tokens = tokensIn(await signIn())
    await forgot('ngozi@test.example')
    const token = await emailedToken()
    const answer = await reset(token, 'another password')
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Password has been reset successfully')
    expect((await profile(tokens.access_token)).status).toBe(401)
    expect((await reset(token, 'a third password')).status).toBe(422)
    expect((await signIn('ngozi@test.example', 'another password')).status).toBe(200)
    const stored = await adminByEmail(server.db, 'ngozi@test.example')
    expect(stored!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  // Clauses: core 123; operations 325
  test('refuses passwords that are none to have, and the link stays good', async () => {
    later(60)
    await forgot('ngozi@test.example')
    const token = await emailedToken()
    for (const [password, message] of [
      ['', 'Cannot have empty field'],
      ['short', 'Use at least 15 characters'],
      ['fourteen chars', 'Use at least 15 characters'],
      ['x'.repeat(201), 'Use up to 200 characters'],
      ['password1234567', passwordMessages.common],
      ['123456789012345', passwordMessages.predictable],
      ['ngozi.eze@2026!', passwordMessages.known],
    ] as const) {
      const answer = await reset(token, password)
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'password', message }]])
    }
    const link = () => server.call(session.passwordReset, { as: 'nobody', params: { token } })
    expect((await link()).body.data).toEqual({ min: 15 })
    expect((await reset(token, 'another password')).status).toBe(200)
    expect((await link()).problem.errors?.[0]?.field).toBe('token')
    server.clock.set(TEST_NOW)
  })

  test('an unknown or expired link is refused', async () => {
    expect((await reset('unknown', 'a good password')).status).toBe(422)
    await forgot('ed@test.example')
    const token = await emailedToken()
    later(31)
    expect((await reset(token, 'a good password')).status).toBe(422)
    server.clock.set(TEST_NOW)
  })
})
