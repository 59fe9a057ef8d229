import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { factors } from '#contract/factors.ts'
import { pass, PASSWORD, newAccount } from '#features/access/account/server/test/new-account.ts'
import { session } from '#features/access/session/contract.ts'
import { testServer, type Answer, type Call, type TestServer } from '#server/test/harness.ts'
import type { Endpoint } from '#contract/endpoint.ts'

let server: TestServer
const UNKNOWN = 'nobody@factors.example'
const emails: string[] = [UNKNOWN]
beforeAll(async () => {
  server = await testServer()
  const member = await newAccount(server)
  await member.enter()
  const guarded = await newAccount(server)
  await guarded.enter()
  await guarded.addPasskey()
  await guarded.addAuthenticator()
  const invited = await newAccount(server, { passwordHash: null })
  const editor = await newAccount(server, { userType: 'Editor' })
  const deleted = await newAccount(server)
  await server.db.execute(sql`update admins set deleted_at = now() where id = ${deleted.id}`)
  emails.push(...[member, guarded, invited, editor, deleted].map(({ email }) => email))
})
afterAll(() => server.close())
afterEach(() => {
  vi.restoreAllMocks()
  // What is counted in five minutes or fifteen is not what is asked here.
  pass(server, 3600)
})

/** All of an answer that could tell one case from another. */
const seen = async <E extends Endpoint>(row: E, call: Call<E>) => {
  const { status, headers, text }: Answer<E> = await server.call(row, { ...call, as: 'nobody' })
  const { date: _, 'x-request-id': __, ...compared } = headers
  return { status, headers: compared, text }
}
const onlyOne = (answers: readonly unknown[]) => {
  for (const answer of answers) expect(answer).toEqual(answers[0])
}

test('a failed sign-in says the same of every address, to the last header', async () => {
  const answers = []
  for (const email of emails) answers.push(await seen(session.login, { body: { email, password: 'a guess' } }))
  expect(answers).toHaveLength(6)
  expect(answers[0]!.status).toBe(401)
  onlyOne(answers)
})

test('so does asking for a reset link', async () => {
  const answers = []
  for (const email of emails) answers.push(await seen(session.forgotPassword, { body: { email } }))
  expect(answers[0]!.status).toBe(200)
  onlyOne(answers)
})

test('a link that never was is answered as one that is over, of resets and of invitations', async () => {
  await server.runJobs()
  const { rows } = await server.db.execute<{ body: string }>(sql`select body from outbox`)
  const used = rows.map(({ body }) => /reset-password\/([\w-]+)/.exec(body)?.[1]).find(Boolean)!
  const password = { password: 'lagoons and cinemas 9' }
  expect((await seen(session.resetPassword, { params: { token: used }, body: password })).status).toBe(200)
  for (const row of [session.passwordReset, session.invitation]) {
    const answers = [await seen(row, { params: { token: used } }), await seen(row, { params: { token: 'never was' } })]
    expect(answers[0]!.status).toBe(422)
    onlyOne(answers)
  }
  for (const row of [session.resetPassword, session.acceptInvitation])
    onlyOne([
      await seen(row, { params: { token: used }, body: password }),
      await seen(row, { params: { token: 'never' }, body: password }),
    ])
})

test('a passkey is asked for without a word of whose: nobody is named, and nothing of any account is sent', async () => {
  const { body, status } = await server.call(factors.passkeyOptions, { as: 'nobody' })
  expect(status).toBe(200)
  expect(body.data.options.allowCredentials ?? []).toEqual([])
  onlyOne([await seen(session.login, { body: { email: UNKNOWN, password: 'x' } })])
})

/** The statements of a call until it is answered. */
async function statements<E extends Endpoint>(row: E, body: unknown): Promise<string[]> {
  // What is left for afterwards is not waited for; it is done elsewhere in these tests.
  const left = vi.spyOn(server.app.afterwards, 'leave').mockImplementation(() => {})
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await server.call(row, { as: 'nobody', body })
  const texts = queries.mock.calls.map(([query]) => textOf(query))
  queries.mockRestore()
  left.mockRestore()
  return texts
}
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text: string }).text)

test('until a failed sign-in is answered the database does the same for every address', async () => {
  const work = []
  for (const email of emails) work.push(await statements(session.login, { email, password: 'a guess' }))
  expect(work[0]!.length).toBeGreaterThan(3)
  onlyOne(work)
})

test('and so it does for a reset link', async () => {
  const work = []
  for (const email of emails) work.push(await statements(session.forgotPassword, { email }))
  expect(work[0]!.length).toBeGreaterThan(5)
  onlyOne(work)
})

test('what tells them apart is left for afterwards', async () => {
  const left = vi.spyOn(server.app.afterwards, 'leave')
  for (const email of emails) await server.call(session.login, { as: 'nobody', body: { email, password: 'a guess' } })
  expect(left).toHaveBeenCalledTimes(emails.length)
  const right = { email: emails[1]!, password: PASSWORD }
  expect((await server.call(session.login, { as: 'nobody', body: right })).status).not.toBe(500)
})
