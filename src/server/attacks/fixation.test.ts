import { afterAll, beforeAll, expect, test } from 'vitest'
import { factors } from '#contract/factors.ts'
import { pass, PASSWORD, newAccount } from '#features/access/account/server/test/new-account.ts'
import { session } from '#features/access/session/contract.ts'
import { testServer, tokensIn, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const sessionIn = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const whoHas = async (token: string) =>
  (await server.call(session.profile, { as: 'nobody', headers: bearer(token) })).body?.data?.email

test('never continues a session that was offered at the sign-in', async () => {
  const [attacker, victim] = [await newAccount(server), await newAccount(server)]
  const offered = tokensIn(
    await server.call(session.login, { as: 'nobody', body: { email: attacker.email, password: PASSWORD } }),
  )
  const sid = sessionIn(offered.access_token)
  const entered = await server.call(session.login, {
    as: 'nobody',
    headers: { ...bearer(offered.access_token), cookie: `session=${sid}; sid=${sid}`, 'x-session-id': sid },
    body: {
      email: victim.email,
      password: PASSWORD,
      sessionId: sid,
      sid,
      tokens: offered,
      token: offered.refresh_token,
    },
  })
  const tokens = tokensIn(entered)
  expect(sessionIn(tokens.access_token)).not.toBe(sid)
  expect(tokens.refresh_token).not.toBe(offered.refresh_token)
  expect(await whoHas(tokens.access_token)).toBe(victim.email)
  expect(await whoHas(offered.access_token)).toBe(attacker.email)
})

test('opens a new session for each sign-in, also for its second step', async () => {
  const person = await newAccount(server)
  const enter = async () =>
    tokensIn(await server.call(session.login, { as: 'nobody', body: { email: person.email, password: PASSWORD } }))
  const both = [await enter(), await enter()]
  person.goOn(both[0]!)
  const { secret } = await person.addAuthenticator()
  pass(server, 30)
  const { challengeToken } = await person.ask()
  // A challenge is no credential, neither by itself nor where a session is requested.
  expect(await whoHas(challengeToken)).toBeUndefined()
  const last = tokensIn(await person.prove(challengeToken, { method: 'authenticator', code: person.codeOf(secret) }))
  const all = [...both, last]
  expect(new Set(all.map(({ access_token }) => sessionIn(access_token))).size).toBe(3)
  expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(3)
  expect(await whoHas(challengeToken)).toBeUndefined()
})

/**
 * A page of another site can make a browser send a cookie, never a header. Sessions use no cookie, so that only their
 * person can confirm.
 */
test('keeps the session after a confirmation, and sets no cookie in any answer', async () => {
  const person = await newAccount(server)
  const entered = await server.call(session.login, {
    as: 'nobody',
    body: { email: person.email, password: PASSWORD },
  })
  const tokens = tokensIn(entered)
  const confirmed = await server.call(factors.confirm, {
    as: 'nobody',
    headers: bearer(tokens.access_token),
    body: { password: PASSWORD },
  })
  const renewed = await server.call(session.refresh, { as: 'nobody', body: { token: tokens.refresh_token } })
  for (const answer of [entered, confirmed, renewed]) {
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('set-cookie')
  }
  expect(await whoHas(tokens.access_token)).toBe(person.email)
  const byCookie = await server.call(session.profile, {
    as: 'nobody',
    headers: { cookie: `authorization=Bearer ${tokens.access_token}; access_token=${tokens.access_token}` },
  })
  expect(byCookie.status).toBe(401)
})
