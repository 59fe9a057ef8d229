import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unmarked } from '#contract/isolate.ts'
import { account } from '#features/access/account/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { factors } from '#contract/factors.ts'
import { session } from '../contract.ts'

let server: TestServer
const EMAIL = 'ada@test.example'
const PASSWORD = 'a good password'
let ada: number
beforeAll(async () => {
  server = await testServer()
  const admin = {
    firstName: 'Ada',
    lastName: 'Obi',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  }
  ada = (await addAdmin(server.db, { ...admin, email: EMAIL, userType: 'Admin' })).id
  await addAdmin(server.db, { ...admin, firstName: 'Edit', email: 'editor@test.example', userType: 'Editor' })
})
afterAll(() => server.close())

// Each test is an hour of its own.
let hour = 9
beforeEach(() => server.clock.set(TEST_NOW.replace('T09', `T${String(++hour)}`)))

const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const signIn = (email: string, password: string, remoteAddress = '197.210.54.7') =>
  server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress,
    headers: { 'user-agent': CHROME },
  })
type Line = {
  action: string
  actor: string
  actor_id: number | null
  entity: string
  entity_id: string
  summary: string
}
let seen = 0
/** Lines since the last time that this was asked. */
async function lines() {
  const { rows } = await server.db.execute<Line & { id: number }>(
    sql`select id::int, action, actor, actor_id, entity, entity_id, summary from audit_log where id > ${seen} order by id`,
  )
  seen = rows.at(-1)?.id ?? seen
  return rows.map((row) => ({ ...row, summary: unmarked(row.summary) }))
}
beforeEach(lines)
const summaries = async () => (await lines()).map(({ summary }) => summary)

// ASVS: 16.3.1
test('a wrong password of an account leaves a line about it, by nobody', async () => {
  expect((await signIn(EMAIL, 'wrong')).statusCode).toBe(401)
  expect(await lines()).toEqual([
    expect.objectContaining({
      action: 'session.login.refused',
      actor: 'Not signed in',
      actor_id: null,
      entity: 'admin',
      entity_id: String(ada),
      summary: 'Failed to sign in as Ada Obi: wrong password, Chrome on Android from 197.210.54.7',
    }),
  ])
})

test('an address that nobody has leaves its form alone', async () => {
  await signIn('someone.private@mail.example', 'wrong')
  expect(await summaries()).toEqual([
    'Failed to sign in as s…@mail.example (no account): wrong password, Chrome on Android from 197.210.54.0/24',
  ])
})

test('somebody who cannot sign in leaves a line', async () => {
  expect((await signIn('editor@test.example', PASSWORD)).statusCode).toBe(403)
  expect(await summaries()).toEqual([
    'Failed to sign in as Edit Obi: no access to the back office, Chrome on Android from 197.210.54.7',
  ])
})

/** As if somebody had tried so often in this window already. */
const limitsOf = (key: string, many: number, seconds: number) =>
  server.db.execute(sql`
    insert into rate_limits (key, window_start, count)
    select ${key}, to_timestamp(floor(extract(epoch from ${server.clock.now().toISOString()}::timestamptz) / ${seconds}::int) * ${seconds}::int), ${many}
    on conflict (key, window_start) do update set count = ${many}`)

test('too many tries leave one line in a window, from however many networks they come', async () => {
  for (const [network, address] of [
    ['197.210.54.0/24', '197.210.54.7'],
    ['198.51.100.0/24', '198.51.100.1'],
  ] as const) {
    await limitsOf(`login ${EMAIL} ${network}`, 9, 300)
    const answers = []
    for (let n = 0; n < 3; n++) answers.push((await signIn(EMAIL, 'wrong', address)).statusCode)
    expect(answers).toEqual([401, 429, 429])
  }
  expect(await summaries()).toEqual([
    'Failed to sign in as Ada Obi: wrong password, Chrome on Android from 197.210.54.7',
    'Failed to sign in as Ada Obi: too many attempts, Chrome on Android from 197.210.54.7',
    'Failed to sign in as Ada Obi: wrong password, Chrome on Android from 198.51.100.1',
  ])
})

test('a loop of wrong passwords writes 20 lines of an account in an hour', async () => {
  await limitsOf(`noted sign-in wrong ${ada}`, 19, 3600)
  for (let n = 0; n < 3; n++) await signIn(EMAIL, 'wrong', `198.51.${n}.1`)
  expect(await summaries()).toHaveLength(1)
})

test('a loop of addresses that nobody has writes 10 lines of a network in an hour, and 100 of all', async () => {
  await limitsOf('noted strangers 203.0.113.0/24', 9, 3600)
  for (let n = 0; n < 3; n++) await signIn(`stranger${n}@mail.example`, 'wrong', '203.0.113.9')
  expect(await summaries()).toHaveLength(1)
  await limitsOf('noted strangers', 99, 3600)
  for (let n = 0; n < 3; n++) await signIn(`stranger${n}@mail.example`, 'wrong', `203.0.${n}.9`)
  expect(await summaries()).toHaveLength(1)
})

// ASVS: 16.3.2
test('a call that its caller has no right to leaves one line in ten minutes', async () => {
  const refused = () => server.call(movies.list, { as: 'powerless' })
  for (let n = 0; n < 5; n++) expect((await refused()).status).toBe(403)
  expect(await lines()).toEqual([
    expect.objectContaining({
      action: 'movies.list.refused',
      actor: 'powerless Tester',
      entity: 'admin',
      summary: `Denied “${movies.list.summary}” (needs View: Movies)`,
    }),
  ])
  await server.call(audit.csv, { as: 'powerless' })
  expect(await summaries()).toHaveLength(1)
  server.clock.set(new Date(server.clock.now().getTime() + 600_000).toISOString())
  await refused()
  expect(await summaries()).toHaveLength(1)
})

// ASVS: 16.3.3
test('a refresh token that is used twice ends its session, which leaves a line, once', async () => {
  const { tokens } = (await signIn(EMAIL, PASSWORD)).json<{ data: { tokens: { refresh_token: string } } }>().data
  const refresh = () => server.call(session.refresh, { as: 'nobody', body: { token: tokens.refresh_token } })
  expect((await refresh()).status).toBe(200)
  await lines()
  for (let n = 0; n < 3; n++) expect((await refresh()).status).toBe(401)
  expect(await summaries()).toEqual([
    'Ended a session of Ada Obi: its refresh token was used twice, the second time by Unknown device from 127.0.0.1',
  ])
})

test('logging out leaves a line', async () => {
  expect((await server.call(session.logout, { as: 'admin' })).status).toBe(200)
  expect(await lines()).toEqual([expect.objectContaining({ actor: 'admin Tester', summary: 'Signed out' })])
})

test('a wrong confirmation, and a wrong password beside a new one, leave lines, 20 in an hour', async () => {
  const authorization = `Bearer ${(await signIn(EMAIL, PASSWORD)).json<{ data: { tokens: { access_token: string } } }>().data.tokens.access_token}`
  const as = { as: 'nobody' as const, headers: { authorization } }
  await lines()
  expect((await server.call(factors.confirm, { ...as, body: { password: 'wrong' } })).status).toBe(422)
  const change = { current: 'wrong', password: 'another good password' }
  expect((await server.call(account.changePassword, { ...as, body: change })).status).toBe(422)
  expect((await lines()).map(({ action, actor_id: actor, summary }) => [action, actor, summary])).toEqual([
    ['session.confirm.refused', ada, 'Failed to confirm their identity: wrong password'],
    ['account.changePassword.refused', ada, 'Failed to change their own password: wrong current password'],
  ])
  await limitsOf(`confirm ${ada}`, 9, 300)
  for (let n = 0; n < 3; n++) await server.call(factors.confirm, { ...as, body: { password: 'wrong' } })
  expect(await summaries()).toEqual([
    'Failed to confirm their identity: wrong password',
    'Failed too often to confirm their identity',
  ])
  await limitsOf(`confirm ${ada}`, 0, 300)
  await limitsOf(`noted admin ${ada} confirm`, 20, 3600)
  await server.call(factors.confirm, { ...as, body: { password: 'wrong' } })
  expect(await summaries()).toEqual([])
})
