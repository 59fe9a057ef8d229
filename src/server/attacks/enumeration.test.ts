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
  // Moves past the windows of all limits, which are not tested here.
  pass(server, 3600)
})

/** Returns all parts of an answer that could distinguish cases. */
const seen = async <E extends Endpoint>(row: E, call: Call<E>) => {
  const { status, headers, text }: Answer<E> = await server.call(row, { ...call, as: 'nobody' })
  const { date: _, 'x-request-id': __, ...compared } = headers
  return { status, headers: compared, text }
}
const onlyOne = (answers: readonly unknown[]) => {
  for (const answer of answers) expect(answer).toEqual(answers[0])
}

test('answers a failed sign-in alike for every address, to the last header', async () => {
  const answers = []
  for (const email of emails) answers.push(await seen(session.login, { body: { email, password: 'a guess' } }))
  expect(answers).toHaveLength(6)
  expect(answers[0]!.status).toBe(401)
  onlyOne(answers)
})

test('answers a request for a reset link alike for every address', async () => {
  const answers = []
  for (const email of emails) answers.push(await seen(session.forgotPassword, { body: { email } }))
  expect(answers[0]!.status).toBe(200)
  onlyOne(answers)
})

test('answers an unknown link like an expired one, for resets and invitations', async () => {
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

test('requests a passkey without a name or any data of an account', async () => {
  const { body, status } = await server.call(factors.passkeyOptions, { as: 'nobody' })
  expect(status).toBe(200)
  expect(body.data.options.allowCredentials ?? []).toEqual([])
  onlyOne([await seen(session.login, { body: { email: UNKNOWN, password: 'x' } })])
})

/** Returns the statements of a call up to its answer. */
async function statements<E extends Endpoint>(row: E, body: unknown): Promise<string[]> {
  // Work after the answer is not waited for; it runs elsewhere in these tests.
  const left = vi.spyOn(server.app.afterwards, 'leave').mockImplementation(() => {})
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await server.call(row, { as: 'nobody', body })
  const texts = queries.mock.calls.map(([query]) => textOf(query))
  queries.mockRestore()
  left.mockRestore()
  return texts
}
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text: string }).text)

test('runs the same statements for every address before a failed sign-in is answered', async () => {
  const work = []
  for (const email of emails) work.push(await statements(session.login, { email, password: 'a guess' }))
  expect(work[0]!.length).toBeGreaterThan(3)
  onlyOne(work)
})

test('runs the same statements for every address before a reset link is answered', async () => {
  const work = []
  for (const email of emails) work.push(await statements(session.forgotPassword, { email }))
  expect(work[0]!.length).toBeGreaterThan(5)
  onlyOne(work)
})

test('leaves the distinguishing work for after the answer', async () => {
  const left = vi.spyOn(server.app.afterwards, 'leave')
  for (const email of emails) await server.call(session.login, { as: 'nobody', body: { email, password: 'a guess' } })
  expect(left).toHaveBeenCalledTimes(emails.length)
  const right = { email: emails[1]!, password: PASSWORD }
  expect((await server.call(session.login, { as: 'nobody', body: right })).status).not.toBe(500)
})
