import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { roles } from '#server/auth/tables.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { account } from '#features/access/account/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { sessionCalls } from '#contract/session.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles as roleCalls } from '#features/access/admins/role-contract.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'
import { messages } from '../rules.ts'
import { CLIENT, startProvider, walk, type Person, type TestProvider } from './test/provider.ts'

const ORIGIN = 'http://office.chain.test:4400'
const NAME = 'Chain Directory'
const returnTo = () => ['directory', 'groups', 'strong', 'other', 'rotating'].map((id) => `${ORIGIN}/sso/${id}`)

let provider: TestProvider
let other: TestProvider
let rotating: TestProvider
let server: TestServer
beforeAll(async () => {
  const made = () => startProvider(returnTo)
  ;[provider, other, rotating] = await Promise.all([made(), made(), made()])
  const one = { name: NAME, issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  server = await testServer({
    env: {
      PUBLIC_URL: ORIGIN,
      OIDC_PROVIDERS: JSON.stringify([
        { ...one, id: 'directory' },
        { ...one, id: 'strong', strength: ['mfa', 'https://refeds.org/profile/mfa'] },
        {
          ...one,
          id: 'groups',
          makesAccounts: true,
          roles: { tills: 'Front desk', desk: 'Back office' },
          superadmins: ['owners'],
        },
        { ...one, id: 'other', name: 'Other', issuer: other.issuer },
        { ...one, id: 'rotating', issuer: rotating.issuer },
      ]),
    },
  })
  await server.db.insert(roles).values([
    { name: 'Front desk', permissions: ['tickets:read'] },
    { name: 'Back office', permissions: ['*'] },
  ])
})
afterAll(async () => {
  await server.close()
  await Promise.all([provider.stop(), rotating.stop()])
})
// The provider's clock is the machine's.
beforeEach(() => server.clock.set(new Date().toISOString()))
afterEach(() => {
  provider.spoils(undefined)
  server.clock.set(TEST_NOW)
})

let people = 0
async function newAccount(more: Partial<Person> = {}): Promise<Person & { id: number }> {
  people++
  const email = more.email ?? `sso${people}@chain.test`
  const { id } = await addAdmin(server.db, {
    email,
    firstName: 'Yétúndé',
    lastName: 'Bello',
    userType: 'Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: 'none',
  })
  return { id, sub: `sub-${people}`, email, email_verified: true, ...more }
}
const start = async (id = 'directory') =>
  (await server.call(singleSignOn.start, { as: 'nobody', params: { provider: id } })).body.data
const finish = (search: string, secret: string, id = 'directory') =>
  server.call(singleSignOn.finish, { as: 'nobody', params: { provider: id }, body: { search, secret } })
/** The whole way of a browser. */
async function signIn(person: Person | null, id = 'directory', at = provider) {
  at.becomes(person)
  const { url, secret } = await start(id)
  return finish((await walk(url)).search, secret, id)
}
const headersOf = (answer: Awaited<ReturnType<typeof signIn>>) => ({
  authorization: `Bearer ${answer.body.data.tokens.access_token}`,
})
const whoIs = async (answer: Awaited<ReturnType<typeof signIn>>) =>
  (await server.call(account.fetch, { as: 'nobody', headers: headersOf(answer) })).body.data

describe('whoever the provider signs in', () => {
  test('is the account with the confirmed address, and stays it whatever the address becomes', async () => {
    const ada = await newAccount()
    const first = await signIn(ada)
    expect(first.status).toBe(200)
    expect((await whoIs(first)).id).toBe(ada.id)
    const renamed = await signIn({ ...ada, email: 'married@chain.test' })
    expect((await whoIs(renamed)).id).toBe(ada.id)
    const me = await server.call(sessionCalls.profile, { as: 'nobody', headers: headersOf(renamed) })
    expect(me.body.data.provider).toBe('directory')
    const { sessions } = (await server.call(account.sessions, { as: 'nobody', headers: headersOf(renamed) })).body.data
    expect(sessions[0]!.means).toBe('provider')
  })

  test('is nobody here without an account, without a confirmed address, or once the account is deleted', async () => {
    const unknown = { sub: 'stranger', email: 'stranger@chain.test', email_verified: true }
    const none = await signIn(unknown)
    expect([none.status, none.problem.message]).toEqual([403, messages.noAccount(NAME)])
    const ada = await newAccount({ email_verified: false })
    expect((await signIn(ada)).problem.message).toBe(messages.noEmail(NAME))
    const deleted = await newAccount()
    await signIn(deleted)
    expect((await server.call(admins.remove, { params: { id: deleted.id } })).status).toBe(200)
    expect((await signIn(deleted)).problem.message).toBe(messages.noAccount(NAME))
  })

  // ASVS: 6.8.1
  test('is not somebody whose address has a letter that looks like one of it', async () => {
    const kelvin = await newAccount({ email: 'kelvin@chain.test' })
    const looksAlike = await signIn({ ...kelvin, sub: 'looks alike', email: '\u212Aelvin@chain.test' })
    expect(looksAlike.problem.message).toBe(messages.noEmail(NAME))
    expect((await signIn(kelvin)).status).toBe(200)
  })

  // ASVS: 6.8.1, 10.5.2
  test('is not another person who had the address before', async () => {
    const ada = await newAccount()
    await signIn(ada)
    const next = await signIn({ ...ada, sub: 'the next one' })
    expect([next.status, next.problem.message]).toEqual([403, messages.otherPerson])
  })

  test('who says no is not signed in', async () => {
    const refused = await signIn(null)
    expect([refused.status, refused.problem.message]).toEqual([401, messages.refused(NAME)])
  })
})

describe('another provider', () => {
  const emailTo = async (email: string) => {
    await server.runJobs()
    const { rows } = await server.db.execute<{ subject: string }>(sql`
      select subject from outbox where recipient = ${email} order by id`)
    return rows.map(({ subject }) => subject)
  }

  // ASVS: 6.8.1
  test('does not speak for an account of the first by its address, however it is confirmed', async () => {
    const ada = await newAccount()
    await signIn(ada)
    const reused = await signIn({ ...ada, sub: 'whoever has the address there' }, 'other', other)
    expect([reused.status, reused.problem.message]).toEqual([403, messages.notLinked('Other')])
    expect((await signIn(ada)).status).toBe(200)
  })

  test('is linked in My account by whoever signs in there too, whatever the address, and an email says so', async () => {
    const ada = await newAccount()
    const headers = headersOf(await signIn(ada))
    const linked = async () =>
      (await server.call(singleSignOn.linked, { as: 'nobody', headers })).body.data.providers
        .filter(({ isLinked }) => isLinked)
        .map(({ id }) => id)
    expect(await linked()).toEqual(['directory', 'strong', 'groups'])
    const linkAs = async (person: Person) => {
      other.becomes(person)
      const params = { provider: 'other' }
      const begun = await server.call(singleSignOn.startLinking, { as: 'nobody', headers, params })
      const { search } = await walk(begun.body.data.url)
      const body = { search, secret: begun.body.data.secret }
      return server.call(singleSignOn.finishLinking, { as: 'nobody', headers, params, body })
    }
    const bayo = await newAccount()
    await signIn(bayo, 'other', other)
    expect((await linkAs(bayo)).problem.message).toBe(messages.otherPerson)
    const there = { sub: 'ada elsewhere', email: 'ada@private.test', email_verified: true }
    expect((await linkAs(there)).status).toBe(200)
    expect(await linked()).toEqual(['directory', 'strong', 'groups', 'other'])
    expect((await linkAs({ ...there, sub: 'a second one' })).problem.message).toBe(messages.linkedBefore('Other'))
    expect((await whoIs(await signIn(there, 'other', other))).id).toBe(ada.id)
    expect(await emailTo(ada.email)).toContain(`A sign-in provider was added to your account: Marquee Cinemas`)
  })

  test('is linked at the first sign-in there for a day after a superadmin allowed it, once', async () => {
    const ada = await newAccount()
    await signIn(ada)
    const elsewhere = { ...ada, sub: 'ada at the other' }
    const allow = () =>
      server.call(admins.allowProvider, { params: { id: ada.id }, body: { reason: 'Moves to the new directory' } })
    expect((await allow()).status).toBe(200)
    server.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString())
    expect((await signIn(elsewhere, 'other', other)).problem.message).toBe(messages.notLinked('Other'))
    server.clock.set(new Date().toISOString())
    expect((await whoIs(await signIn(elsewhere, 'other', other))).id).toBe(ada.id)
    expect(await emailTo(ada.email)).toContain(
      'Another sign-in provider can be linked to your account: Marquee Cinemas',
    )
    expect((await signIn({ ...ada, sub: 'one more' }, 'rotating', rotating)).status).toBe(403)
  })
})

describe('groups', () => {
  const wants = (sub: string, groups: string[]) => ({ sub, email: `${sub}@chain.test`, email_verified: true, groups })

  test('give a new account its role, and another one when they change, which ends what was open', async () => {
    const first = await signIn(wants('till', ['tills', 'desk']), 'groups')
    expect(await whoIs(first)).toMatchObject({ role: 'Front desk', userType: 'Admin' })
    const second = await signIn(wants('till', ['owners']), 'groups')
    expect(await whoIs(second)).toMatchObject({ userType: 'Super Admin' })
    expect((await server.call(account.fetch, { as: 'nobody', headers: headersOf(first) })).status).toBe(401)
  })

  test('that have no role here let nobody in', async () => {
    const answer = await signIn(wants('cleaner', ['cleaners']), 'groups')
    expect([answer.status, answer.problem.message]).toEqual([403, messages.noRole(NAME)])
  })
})

// ASVS: 6.8.2, 10.5.1, 10.5.4
describe('an answer that cannot be trusted signs nobody in', () => {
  const spoiled: [string, Parameters<TestProvider['spoils']>][] = [
    ['of another issuer', [(claims) => ({ ...claims, iss: 'https://elsewhere.example' })]],
    ['for another client', [(claims) => ({ ...claims, aud: 'another' })]],
    ['with another nonce', [(claims) => ({ ...claims, nonce: 'another' })]],
    ['that ran out two minutes ago', [(claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })]],
    ['signed by a key that is not the provider’s', [undefined, true]],
  ]
  test.each(spoiled)('%s', async (_, how) => {
    const ada = await newAccount()
    provider.spoils(...how)
    const answer = await signIn(ada)
    expect([answer.status, answer.problem.message]).toEqual([401, messages.notTrusted(NAME)])
    provider.spoils(undefined)
    expect((await signIn(ada)).status).toBe(200)
  })

  // ASVS: 6.8.4
  test.each([
    ['says nothing of it', {}, messages.weak(NAME)],
    ['names another way', { amr: ['pwd'], acr: '0' }, messages.weak(NAME)],
    ['names the way among others', { amr: ['pwd', 'mfa'] }, undefined],
    ['names the class', { acr: 'https://refeds.org/profile/mfa' }, undefined],
  ])('where a strength is asked for, of a provider that %s', async (_, strength, message) => {
    const ada = await newAccount()
    provider.spoils((claims) => ({ ...claims, ...strength }))
    const { status, problem } = await signIn(ada, 'strong')
    expect([status, problem.message]).toEqual([message ? 401 : 200, message])
  })

  test('but clocks that lie twenty seconds apart are no reason', async () => {
    const ada = await newAccount()
    provider.spoils((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 20 }))
    expect((await signIn(ada)).status).toBe(200)
  })
})

describe('a sign-in', () => {
  // ASVS: 10.1.2, 10.2.1
  test('is good once, in the browser that began it, for ten minutes', async () => {
    const ada = await newAccount()
    provider.becomes(ada)
    const { url, secret } = await start()
    const { search } = await walk(url)
    expect((await finish(search, 'the secret of another browser')).status).toBe(401)
    expect((await finish(search, secret)).status).toBe(200)
    expect((await finish(search, secret)).problem.message).toBe(messages.over)

    const late = await start()
    const back = await walk(late.url)
    server.clock.set(new Date(Date.now() + 11 * 60_000).toISOString())
    expect((await finish(back.search, late.secret)).problem.message).toBe(messages.over)
  })

  // ASVS: 6.8.1
  test('begun at one provider is not ended at another', async () => {
    const ada = await newAccount()
    other.becomes(ada)
    const { url, secret } = await start('other')
    const { search } = await walk(url)
    expect((await finish(search, secret, 'directory')).problem.message).toBe(messages.over)
    expect((await finish(search, secret, 'other')).status).toBe(200)
  })

  // ASVS: 10.2.2
  test('of which the other provider says that it answered is refused', async () => {
    provider.becomes(await newAccount())
    const { url, secret } = await start()
    const mixed = new URLSearchParams((await walk(url)).search)
    mixed.set('iss', other.issuer)
    expect((await finish(`?${mixed}`, secret)).problem.message).toBe(messages.notTrusted(NAME))
  })

  test('goes on after the provider has other keys', async () => {
    const ada = await newAccount()
    expect((await signIn(ada, 'rotating', rotating)).status).toBe(200)
    await rotating.stop()
    rotating = await startProvider(returnTo, Number(new URL(rotating.issuer).port))
    // What was known of it is of no use any more; it is found out by the first who signs in.
    await signIn(ada, 'rotating', rotating)
    expect((await signIn(ada, 'rotating', rotating)).status).toBe(200)
  })

  test('at a provider that nobody set, or that is away, says so', async () => {
    expect((await server.call(singleSignOn.start, { as: 'nobody', params: { provider: 'none' } })).status).toBe(404)
    await other.stop()
    server.clock.set(new Date(Date.now() + 3_600_000).toISOString())
    const unavailable = await server.call(singleSignOn.start, { as: 'nobody', params: { provider: 'other' } })
    expect([unavailable.status, unavailable.problem.message]).toEqual([503, messages.unavailable('Other')])
  })
})

describe('confirming again', () => {
  // ASVS: 6.8.4, 7.6.1
  test('happens at the provider, by the same person', async () => {
    const ada = await newAccount()
    const headers = headersOf(await signIn(ada))
    const confirm = async (person: Person) => {
      provider.becomes(person)
      const { url, secret } = (await server.call(singleSignOn.startConfirming, { as: 'nobody', headers })).body.data
      expect(new URL(url).searchParams.get('prompt')).toBe('login')
      const { search } = await walk(url)
      return server.call(singleSignOn.finishConfirming, { as: 'nobody', headers, body: { search, secret } })
    }
    const bayo = await newAccount()
    await signIn(bayo)
    expect((await confirm(bayo)).problem.message).toBe(messages.otherPerson)
    expect((await confirm(ada)).status).toBe(200)
    expect((await server.call(roleCalls.list, { as: 'nobody', headers, query: {} })).status).toBe(200)
  })

  test('is not for a session that was not opened there', async () => {
    expect((await server.call(singleSignOn.startConfirming)).status).toBe(409)
  })
})

test('where passwords are switched off they are for those who are named, whoever has the address', async () => {
  const closed = await testServer({
    env: {
      OIDC_PROVIDERS: JSON.stringify([{ id: 'a', name: NAME, issuer: provider.issuer, clientId: CLIENT.id }]),
      PASSWORD_SIGN_IN: 'owner@chain.test',
    },
  })
  try {
    const signIn = (email: string) =>
      closed.call(session.login, { as: 'nobody', body: { email, password: 'whatever it is' } })
    for (const email of ['superadmin@test.example', 'nobody@test.example'])
      expect([(await signIn(email)).status, (await signIn(email)).problem.message]).toEqual([
        403,
        `Passwords are turned off. Continue with ${NAME}.`,
      ])
    expect((await signIn('owner@chain.test')).status).toBe(401)
  } finally {
    await closed.close()
  }
})

// ASVS: 7.6.1
test('logging out at the provider is offered', async () => {
  const { url } = (await server.call(singleSignOn.leave, { as: 'nobody', params: { provider: 'directory' } })).body.data
  expect(new URL(url!).origin).toBe(provider.issuer)
  expect(new URL(url!).searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`)
  expect((await server.call(sessionCalls.logout)).status).toBe(200)
})
