import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '#server/auth/password.ts'
import { openSession } from '#server/auth/sessions.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { testServer, TEST_NOW, tokensIn, type TestServer } from '#server/test/harness.ts'
import { session } from '#features/access/session/contract.ts'
import { account } from '../contract.ts'
import { messages } from '../rules.ts'

const PASSWORD = 'lagos island 1962'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let people = 0
/** Somebody new, who can sign in from as many browsers as a test wants. */
async function newAccount() {
  server.clock.set(TEST_NOW)
  const email = `person${++people}@test.example`
  await addAdmin(server.db, {
    email,
    firstName: 'Ṣadé',
    lastName: 'Ọ̀ṣúnbọ́',
    userType: 'Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  })
  const signIn = async (userAgent = '', password = PASSWORD) => {
    const answer = await server.call(session.login, {
      as: 'nobody',
      body: { email, password },
      headers: { 'user-agent': userAgent },
    })
    const none: Record<string, string> = {}
    if (answer.status !== 200) return { status: answer.status, headers: none, refresh: '' }
    const { access_token: jwt, refresh_token: refresh } = tokensIn(answer)
    return { status: 200, headers: { authorization: `Bearer ${jwt}` }, refresh }
  }
  return { signIn }
}
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())

test('a person changes their own name and phone number, and a save that comes too late is told so', async () => {
  const { headers } = await (await newAccount()).signIn()
  const before = (await server.call(account.fetch, { as: 'nobody', headers })).body.data
  const body = { firstName: 'Adé', lastName: 'Bello', mobile: '0803 123 4567', version: before.version }
  const saved = await server.call(account.save, { as: 'nobody', headers, body })
  expect(saved.body.data).toMatchObject({ firstName: 'Adé', mobile: '+2348031234567', version: before.version + 1 })
  expect((await server.call(account.save, { as: 'nobody', headers, body })).status).toBe(409)
  const badPhone = await server.call(account.save, { as: 'nobody', headers, body: { ...body, mobile: '12' } })
  expect(badPhone.problem.errors).toEqual([{ field: 'mobile', message: messages.invalidPhone }])
})

test('a picture of oneself is stored in a size for screens, shown as one, replaced and removed; forms stay good', async () => {
  const picture = (background = '#a40') => sharp({ create: { width: 900, height: 600, channels: 3, background } })
  const send = (file: Buffer, name = 'me.png') => server.upload(account.setPicture, { file, name, as: 'admin' })
  const ownProfile = async () => (await server.call(account.fetch, { as: 'admin' })).body.data
  const { version } = await ownProfile()
  const first = await send(await picture().png().toBuffer())
  expect([first.status, first.body.message]).toEqual([200, messages.pictureSaved])
  const address = first.body.data.profileImage!
  const stored = await server.inject({ url: new URL(address, 'http://here').pathname })
  expect((await sharp(stored.rawPayload).metadata()).width).toBe(512)
  expect(await ownProfile()).toMatchObject({ profileImage: address, version })
  const profile = async () => (await server.call(session.profile, { as: 'admin' })).body.data.profileImage
  expect(await profile()).toBe(address)
  expect((await server.call(session.profile, { as: 'superadmin' })).body.data.profileImage).toBeNull()

  const second = await send(await picture('#04a').jpeg().toBuffer(), 'me.jpg')
  expect(second.body.data.profileImage).not.toBe(address)
  const removed = await server.call(account.removePicture, { as: 'admin' })
  expect([removed.body.message, removed.body.data.profileImage, await profile()]).toEqual([
    messages.pictureRemoved,
    null,
    null,
  ])
  const { rows } = await server.db.execute(
    sql`select summary, before, after from audit_log where action like 'account.%Picture' order by id`,
  )
  expect(rows).toEqual([
    { summary: 'Set their own picture', before: { profileImage: null }, after: { profileImage: address } },
    expect.objectContaining({ before: { profileImage: address } }),
    expect.objectContaining({ summary: 'Removed their own picture', after: { profileImage: null } }),
  ])
})

test.each<[string, () => Promise<Buffer> | Buffer, string, number]>([
  ['what is no image', () => Buffer.from('<svg onload="alert(1)"/>'), 'me.png', 415],
  [
    'a TIFF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#a40' } })
        .tiff()
        .toBuffer(),
    'me.tiff',
    415,
  ],
  ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'me.png', 413],
  ['nothing', () => Buffer.alloc(0), 'me.png', 422],
])('a picture of oneself is not %s', async (_, file, name, status) => {
  expect((await server.upload(account.setPicture, { file: await file(), name, as: 'powerless' })).status).toBe(status)
  expect((await server.call(account.fetch, { as: 'powerless' })).body.data.profileImage).toBeNull()
})

test('a picture is for people who are signed in, who send some in an hour', async () => {
  const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a40' } })
    .png()
    .toBuffer()
  const send = (as: 'nobody' | 'superadmin') => server.upload(account.setPicture, { file, name: 'me.png', as })
  expect([(await send('nobody')).status, (await server.call(account.removePicture, { as: 'nobody' })).status]).toEqual([
    401, 401,
  ])
  for (let n = 0; n < 20; n++) expect((await send('superadmin')).status).toBe(200)
  expect((await send('superadmin')).status).toBe(429)
})

test('an account without a password says where its person signs in, and has none to change or to reset', async () => {
  const provider = { id: 'a', name: 'Chain Directory', issuer: 'http://127.0.0.1:1', clientId: 'office' }
  const office = await testServer({ env: { OIDC_PROVIDERS: JSON.stringify([provider]) } })
  onTestFinished(() => office.close())
  const person = {
    firstName: 'Ada',
    lastName: 'Obi',
    userType: 'Admin',
    roleId: await defaultRoleId(office.db),
  } as const
  const made = await addAdmin(office.db, { ...person, email: 'made@test.example', passwordHash: null })
  await addAdmin(office.db, { ...person, email: 'typed@test.example', passwordHash: await hashPassword(PASSWORD) })
  const { sessionId } = await openSession(office.db, made.id, office.clock.now(), office.app.env.session)
  const headers = { authorization: `Bearer ${await office.app.accessTokens.sign(sessionId, office.clock.now())}` }

  expect((await office.call(account.fetch, { as: 'nobody', headers })).body.data).toMatchObject({
    hasPassword: false,
    signsInAt: ['Chain Directory'],
  })
  expect((await office.call(account.fetch, { as: 'admin' })).body.data).toMatchObject({
    hasPassword: true,
    signsInAt: [],
  })
  const change = { current: 'anything at all', password: 'harmattan over lagos' }
  const changed = await office.call(account.changePassword, { as: 'nobody', headers, body: change })
  expect([changed.status, changed.problem.message]).toEqual([409, messages.noPassword])
  const signedIn = await office.call(session.login, { as: 'nobody', body: { email: made.email, password: PASSWORD } })
  expect([signedIn.status, signedIn.problem.message]).toEqual([401, 'invalid password'])

  for (const email of [made.email, 'typed@test.example'])
    expect((await office.call(session.forgotPassword, { as: 'nobody', body: { email } })).body.message).toBe(
      'Email sent!',
    )
  await office.runJobs()
  const { rows } = await office.db.execute<{ recipient: string; body: string }>(
    sql`select recipient, body from outbox order by recipient`,
  )
  expect(rows.map(({ recipient, body }) => [recipient, body.includes('/reset-password/')])).toEqual([
    [made.email, false],
    ['typed@test.example', true],
  ])
  expect(rows[0]!.body).toContain('You sign in at Chain Directory, so there is no password to reset')
})

// ASVS: 7.1.2, 7.5.2
test('sessions say where they are, and end: one, or all others', async () => {
  const { signIn } = await newAccount()
  const here = await signIn()
  const [there, elsewhere] = [await signIn(PHONE), await signIn(PHONE)]
  const list = async () => (await server.call(account.sessions, { as: 'nobody', headers: here.headers })).body.data
  const { sessions } = await list()
  expect(sessions.map(({ device }) => device).toSorted()).toEqual([
    'Chrome on Android',
    'Chrome on Android',
    'Unknown device',
  ])
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)

  const other = sessions.find(({ isThis }) => !isThis)!
  const end = { as: 'nobody', headers: here.headers, params: { id: other.id } } as const
  expect((await server.call(account.endSession, end)).status).toBe(200)
  expect((await server.call(account.endSession, end)).status).toBe(404)
  expect((await server.call(account.endOthers, { as: 'nobody', headers: here.headers })).status).toBe(200)
  expect((await list()).sessions.map(({ isThis }) => isThis)).toEqual([true])
  for (const { headers, refresh } of [there, elsewhere]) {
    expect((await server.call(account.fetch, { as: 'nobody', headers })).status).toBe(401)
    expect((await server.call(session.refresh, { as: 'nobody', body: { token: refresh } })).status).toBe(401)
  }
})

// ASVS: 8.2.2
test("nobody ends another person's session", async () => {
  const [own, other] = [await (await newAccount()).signIn(), await (await newAccount()).signIn()]
  const { sessions } = (await server.call(account.sessions, { as: 'nobody', headers: other.headers })).body.data
  const end = { as: 'nobody', headers: own.headers, params: { id: sessions[0]!.id } } as const
  expect((await server.call(account.endSession, end)).status).toBe(404)
  expect((await server.call(account.fetch, { as: 'nobody', headers: other.headers })).status).toBe(200)
})

// ASVS: 6.2.2, 6.2.3, 7.4.3, 7.5.1
test('a new password asks for the old one, and ends all other sessions', async () => {
  const { signIn } = await newAccount()
  const [here, there] = [await signIn(), await signIn()]
  const change = (current: string, password: string) =>
    server.call(account.changePassword, { as: 'nobody', headers: here.headers, body: { current, password } })
  expect((await change('wrong', 'another password')).problem.errors).toEqual([
    { field: 'current', message: messages.wrongPassword },
  ])
  expect((await change(PASSWORD, PASSWORD)).problem.errors?.[0]?.field).toBe('password')
  expect((await change(PASSWORD, 'another password')).status).toBe(200)
  expect((await server.call(account.fetch, { as: 'nobody', headers: here.headers })).status).toBe(200)
  expect((await server.call(account.fetch, { as: 'nobody', headers: there.headers })).status).toBe(401)
  expect((await signIn()).status).toBe(401)
  expect((await signIn('', 'another password')).status).toBe(200)
})

// ASVS: 7.3.1, 7.3.2
test('a session ends when it is not used, and at last whatever is done', async () => {
  const { signIn } = await newAccount()
  const idle = await signIn()
  later(61)
  expect((await server.call(session.refresh, { as: 'nobody', body: { token: idle.refresh } })).status).toBe(401)

  let { refresh } = await signIn()
  let hours = 0
  for (;;) {
    later(50)
    const next = await server.call(session.refresh, { as: 'nobody', body: { token: refresh } })
    if (next.status !== 200) break
    refresh = next.body.data.tokens.refresh_token
    hours += 50 / 60
  }
  expect(Math.floor(hours)).toBe(23)
})

test('what one did is listed, and nothing of others', async () => {
  const { headers } = await (await newAccount()).signIn()
  await server.call(account.save, {
    as: 'nobody',
    headers,
    body: { firstName: 'Ngozi', lastName: 'Eze', mobile: '08031234567' },
  })
  const { lines, totalCount } = (await server.call(account.activity, { as: 'nobody', headers })).body.data
  expect(totalCount).toBe(2)
  expect(lines[0]!.summary).toBe('Edited their own profile')
})
