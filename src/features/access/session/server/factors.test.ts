/** Signing in with a second factor, and with a passkey alone; confirming who one is with what one has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desc, sql } from 'drizzle-orm'
import { factors } from '#contract/factors.ts'
import { auditLog } from '#server/audit/tables.ts'
import { passkeyOrigin } from '#server/auth/passkeys.ts'
import { challenges } from '#server/auth/tables.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { softPasskey } from '#server/test/soft-passkey.ts'
import { pass, PASSWORD, newAccount } from '#features/access/account/server/test/new-account.ts'
import { account } from '#features/access/account/contract.ts'
import { accountFactors } from '#features/access/account/factor-contract.ts'
import { session } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.summary
const app = (code: string) => ({ method: 'authenticator', code }) as const
const recovery = (code: string) => ({ method: 'recovery', code }) as const

/** With an authenticator app whose next code is unused. */
async function withApp() {
  server.clock.set(TEST_NOW)
  const person = await newAccount(server)
  await person.enter()
  const { secret } = await person.addAuthenticator()
  pass(server, 60)
  return { ...person, secret, code: () => person.codeOf(secret) }
}
async function withPasskey(how?: { counts?: boolean }, about = {}) {
  server.clock.set(TEST_NOW)
  const person = await newAccount(server, about)
  await person.enter()
  return { ...person, device: await person.addPasskey('Phone', how) }
}

describe('a password and a code', () => {
  // ASVS: 6.4.3
  test('the password opens no session: a ticket and a code do, and the audit says so', async () => {
    const person = await withApp()
    const challenge = await person.ask()
    expect(challenge.methods).toEqual(['authenticator'])
    const answer = await person.prove(challenge.challengeToken, app(person.code()))
    expect(answer.status).toBe(200)
    expect(await lastLine()).toMatch(/^Signed in with a password and an authenticator app$/)
    person.goOn(answer.body.data.tokens)
    const { sessions } = (await person.call(account.sessions)).body.data
    expect(sessions.map(({ means }) => means)).toEqual(['password', 'password'])
  })

  // ASVS: 16.3.1
  test('a wrong code is refused and audited, a code with spaces is taken', async () => {
    const person = await withApp()
    const { challengeToken } = await person.ask()
    const wrong = await person.prove(challengeToken, app(person.code() === '000000' ? '111111' : '000000'))
    expect([wrong.status, wrong.problem.message]).toEqual([401, messages.wrongCode])
    expect(await lastLine()).toMatch(/^Failed to sign in as .*: wrong code,/)
    const code = person.code()
    expect((await person.prove(challengeToken, app(`${code.slice(0, 3)} ${code.slice(3)}`))).status).toBe(200)
  })

  // ASVS: 6.5.1
  test('a code is good once, also of those of the steps before it', async () => {
    const person = await withApp()
    const code = person.code()
    const [before, after] = [await person.ask(), await person.ask()]
    expect((await person.prove(before.challengeToken, app(code))).status).toBe(200)
    expect((await person.prove(after.challengeToken, app(code))).status).toBe(401)
    pass(server, -30)
    const earlier = person.code()
    pass(server, 30)
    expect((await person.prove(after.challengeToken, app(earlier))).status).toBe(401)
    pass(server, 30)
    expect((await person.prove(after.challengeToken, app(person.code()))).status).toBe(200)
  })

  test('of two at once with the same code one is refused', async () => {
    const person = await withApp()
    const [one, other] = [await person.ask(), await person.ask()]
    const code = app(person.code())
    const answers = await Promise.all([
      person.prove(one.challengeToken, code),
      person.prove(other.challengeToken, code),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('a ticket is good once, for five minutes, for five tries, and for its own person', async () => {
    const person = await withApp()
    const used = await person.ask()
    expect((await person.prove(used.challengeToken, app(person.code()))).status).toBe(200)
    pass(server, 30)
    expect((await person.prove(used.challengeToken, app(person.code()))).problem.message).toBe(messages.challengeOver)

    const late = await person.ask()
    pass(server, 301)
    expect((await person.prove(late.challengeToken, app(person.code()))).problem.message).toBe(messages.challengeOver)

    const guessed = await person.ask()
    for (let n = 0; n < 5; n++)
      expect((await person.prove(guessed.challengeToken, app('nothing'))).problem.message).toBe(messages.wrongCode)
    expect((await person.prove(guessed.challengeToken, app(person.code()))).problem.message).toBe(
      messages.challengeOver,
    )

    const other = await withApp()
    const otherChallenge = await other.ask()
    expect((await person.prove(otherChallenge.challengeToken, app(person.code()))).status).toBe(
      person.code() === other.code() ? 200 : 401,
    )
    expect((await person.prove('unknown', app(person.code()))).problem.message).toBe(messages.challengeOver)
  })

  test('guesses with many tickets wait, and keep nobody out of another network', async () => {
    const person = await withApp()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await person.prove((await person.ask()).challengeToken, app('000'))).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    const { challengeToken } = await person.ask()
    const elsewhere = await server.inject({
      method: 'POST',
      url: '/api/auth/factor',
      remoteAddress: '203.0.113.9',
      payload: { challengeToken, proof: app(person.code()) },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  // ASVS: 6.5.1
  test('a recovery code is good once, however it is typed', async () => {
    const person = await withApp()
    const [first, second] = await person.newRecoveryCodes()
    const challenge = await person.ask()
    expect(challenge.methods).toEqual(['authenticator', 'recovery'])
    expect(
      (await person.prove(challenge.challengeToken, recovery(first!.toUpperCase().replace('-', ' ')))).status,
    ).toBe(200)
    expect(await lastLine()).toMatch(/and a recovery code$/)
    const again = await person.ask()
    expect((await person.prove(again.challengeToken, recovery(first!))).status).toBe(401)
    expect(await lastLine()).toMatch(/^Failed to sign in as .*: wrong recovery code,/)
    expect((await person.prove(again.challengeToken, recovery(second!))).status).toBe(200)
  })

  test('an editor is refused before any factor is asked', async () => {
    const person = await newAccount(server)
    await person.enter()
    await person.addAuthenticator()
    await server.db.execute(sql`update admins set user_type = 'Editor' where id = ${person.id}`)
    const refused = await server.call(session.login, {
      as: 'nobody',
      body: { email: person.email, password: PASSWORD },
    })
    expect([refused.status, refused.problem.message]).toEqual([403, 'No permissions'])
  })

  test('neither a secret nor a ticket stands in the database in clear, and old tickets are forgotten', async () => {
    const person = await withApp()
    const { challengeToken } = await person.ask()
    const { rows } = await server.db.execute(sql`select t::text as row from challenges t`)
    expect(JSON.stringify(rows)).not.toContain(challengeToken)
    pass(server, 24 * 3600)
    await maintenance.run(server.app, {})
    expect(await server.db.$count(challenges)).toBe(0)
  })
})

describe('a passkey', () => {
  const ask = async () => (await server.call(factors.passkeyOptions, { as: 'nobody' })).body.data
  const enter = (challengeToken: string, assertion: unknown) =>
    server.call(factors.passkey, { as: 'nobody', body: { challengeToken, assertion } })

  test('signs in alone, and the session says so', async () => {
    const person = await withPasskey()
    const { challengeToken, options } = await ask()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const answer = await enter(challengeToken, person.device.assert(options))
    expect(answer.status).toBe(200)
    expect(await lastLine()).toMatch(/^Signed in with a passkey$/)
    person.goOn(answer.body.data.tokens)
    const { sessions } = (await person.call(account.sessions)).body.data
    expect(sessions.find(({ isThis }) => isThis)!.means).toBe('passkey')
    const { passkeys } = (await person.call(accountFactors.factors)).body.data
    expect(passkeys[0]!.last_used_at).toBe(server.clock.now().toISOString())
  })

  // ASVS: 6.7.2
  test('stands beside a password, for the ticket that asked and no other', async () => {
    const person = await withPasskey()
    const [one, other] = [await person.ask(), await person.ask()]
    expect(one.methods).toEqual(['passkey'])
    const assertion = person.device.assert(one.passkey!)
    expect((await person.prove(other.challengeToken, { method: 'passkey', assertion })).status).toBe(401)
    expect(await lastLine()).toMatch(/^Failed to sign in as .*: passkey not accepted,/)
    expect((await person.prove(one.challengeToken, { method: 'passkey', assertion })).status).toBe(200)
    expect((await person.prove(one.challengeToken, { method: 'passkey', assertion })).status).toBe(401)
  })

  // ASVS: 6.5.7
  test('is refused twice, from another page, without asking who is there, late, unknown, and changed', async () => {
    const person = await withPasskey()
    const used = await ask()
    const assertion = person.device.assert(used.options)
    expect((await enter(used.challengeToken, assertion)).status).toBe(200)
    expect((await enter(used.challengeToken, assertion)).status).toBe(401)
    expect((await enter((await ask()).challengeToken, assertion)).status).toBe(401)

    for (const otherwise of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
      const challenge = await ask()
      expect((await enter(challenge.challengeToken, person.device.assert(challenge.options, otherwise))).status).toBe(
        401,
      )
    }
    const late = await ask()
    pass(server, 301)
    expect((await enter(late.challengeToken, person.device.assert(late.options))).status).toBe(401)

    const otherChallenge = await ask()
    const unknown = softPasskey(passkeyOrigin(server.app).origin).assert(otherChallenge.options)
    expect((await enter(otherChallenge.challengeToken, unknown)).status).toBe(401)
    expect(await lastLine()).toMatch(/^Failed to sign in as an unknown account: passkey not accepted,/)
    // Signed by another key under the known passkey's name.
    expect(
      (await enter(otherChallenge.challengeToken, { ...unknown, id: person.device.id, rawId: person.device.id }))
        .status,
    ).toBe(401)
  })

  test('whose counter goes back is a copy', async () => {
    const person = await withPasskey({ counts: true })
    const first = await ask()
    expect((await enter(first.challengeToken, person.device.assert(first.options, { counter: 7 }))).status).toBe(200)
    for (const counter of [6, 7]) {
      const challenge = await ask()
      expect((await enter(challenge.challengeToken, person.device.assert(challenge.options, { counter }))).status).toBe(
        401,
      )
    }
    const next = await ask()
    expect((await enter(next.challengeToken, person.device.assert(next.options, { counter: 8 }))).status).toBe(200)
  })

  test("of another person does not go with one's ticket", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    const challenge = await one.ask()
    const assertion = other.device.assert(challenge.passkey!)
    expect((await one.prove(challenge.challengeToken, { method: 'passkey', assertion })).status).toBe(401)
  })

  test('of an editor, or of an account that was deleted, opens nothing', async () => {
    const editor = await withPasskey()
    await server.db.execute(sql`update admins set user_type = 'Editor' where id = ${editor.id}`)
    const first = await ask()
    const refused = await enter(first.challengeToken, editor.device.assert(first.options))
    expect([refused.status, refused.problem.message]).toEqual([403, 'No permissions'])
    const removed = await withPasskey()
    await server.db.execute(sql`update admins set deleted_at = now() where id = ${removed.id}`)
    const second = await ask()
    expect((await enter(second.challengeToken, removed.device.assert(second.options))).status).toBe(401)
  })
})

describe('confirming who one is', () => {
  test('takes a code or a passkey of whoever has one, and their password no more', async () => {
    const person = await withApp()
    const confirm = (body: object) => person.call(factors.confirm, { body })
    expect((await confirm({ password: PASSWORD })).problem.errors).toEqual([
      { field: 'password', message: messages.factorInstead },
    ])
    const options = (await person.call(factors.confirmOptions)).body.data
    expect(options.methods).toEqual(['authenticator'])
    expect((await confirm({ challengeToken: options.challengeToken, proof: app('123') })).problem.message).toBe(
      messages.wrongCode,
    )
    const code = person.code()
    expect((await confirm({ challengeToken: options.challengeToken, proof: app(code) })).status).toBe(200)
    expect(await lastLine()).toBe('Confirmed their identity')
    const again = (await person.call(factors.confirmOptions)).body.data
    expect((await confirm({ challengeToken: again.challengeToken, proof: app(code) })).status).toBe(422)

    const owner = await withPasskey()
    const { challengeToken, passkey } = (await owner.call(factors.confirmOptions)).body.data
    const proof = { method: 'passkey', assertion: owner.device.assert(passkey!) }
    expect((await owner.call(factors.confirm, { body: { challengeToken, proof } })).status).toBe(200)
    expect((await owner.call(factors.confirm, { body: { challengeToken, proof } })).status).toBe(422)
  })

  test("takes neither a sign-in's ticket nor another session's", async () => {
    const person = await withApp()
    const signIn = await person.ask()
    const confirm = (challengeToken: string) =>
      person.call(factors.confirm, { body: { challengeToken, proof: app(person.code()) } })
    expect((await confirm(signIn.challengeToken)).problem.message).toBe(messages.challengeOver)
    const { challengeToken } = (await person.call(factors.confirmOptions)).body.data
    expect((await person.prove(challengeToken, app(person.code()))).problem.message).toBe(messages.challengeOver)
    person.goOn((await person.prove(signIn.challengeToken, app(person.code()))).body.data.tokens)
    pass(server, 30)
    expect((await confirm(challengeToken)).problem.message).toBe(messages.challengeOver)
  })

  test('is by the password for whoever has nothing else', async () => {
    const person = await newAccount(server)
    await person.enter()
    expect((await person.call(factors.confirmOptions)).body.data.methods).toEqual(['password'])
    expect((await person.call(factors.confirm, { body: { password: PASSWORD } })).status).toBe(200)
  })
})
