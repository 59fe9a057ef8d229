/** What is costly asks who makes it to confirm that it is they, when they last did so more than ten minutes ago. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { factors } from '#contract/factors.ts'
import { hashPassword } from '../auth/password.ts'
import { addAdmin, defaultRoleId } from '../auth/store.ts'
import { openSession } from '../auth/sessions.ts'
import { testServer, type TestServer } from '../test/harness.ts'
import { roles } from '#features/access/admins/role-contract.ts'

const PASSWORD = 'kept under the counter'

let server: TestServer
let headers: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  const { id } = await addAdmin(server.db, {
    email: 'costly@test.example',
    firstName: 'Costly',
    lastName: 'Caller',
    userType: 'Super Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  })
  const { sessionId } = await openSession(server.db, id, server.clock.now(), server.app.env.session)
  const sign = async () => ({
    authorization: `Bearer ${await server.app.accessTokens.sign(sessionId, server.clock.now())}`,
  })
  headers = await sign()
  pass = async (minutes) => {
    server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
    headers = await sign()
  }
})
afterAll(() => server.close())
let pass: (minutes: number) => Promise<void>

const call = (endpoint: Endpoint, body?: unknown) => server.call(endpoint, { as: 'nobody', headers, body })
const confirm = (password: string) => call(factors.confirm, { password })
const addRole = (name: string) => call(roles.create, { name, permissions: [], pointsLimit: 10 })

// ASVS: 7.5.1, 7.5.3
test('within ten minutes of signing in nothing is asked; after that the call is made again once it is confirmed', async () => {
  expect((await addRole('One')).status).toBe(201)
  await pass(10)
  expect((await addRole('Two')).status).toBe(201)
  await pass(1)
  const answer = await addRole('Three')
  expect([answer.status, answer.problem.code]).toEqual([403, 'confirm'])

  expect((await confirm('something else')).status).toBe(422)
  expect((await addRole('Three')).problem.code).toBe('confirm')
  expect((await confirm(PASSWORD)).status).toBe(200)
  expect((await addRole('Three')).status).toBe(201)
})

test('what is refused all the same asks for nothing', async () => {
  await pass(11)
  expect((await addRole('')).status).toBe(422)
})

// Which files ask follows from what is in them: src/app/contacts.test.ts.
// ASVS: 7.5.1, 7.5.2, 7.5.3
test('refunds, reports of people, erasure, merge, roles, keys, factors, sessions and codes of vouchers ask', () => {
  const asks = everyEndpoint.filter(({ reauthenticate, stream }) => reauthenticate && stream !== 'text/csv').map(nameOf)
  expect(asks.toSorted()).toEqual([
    'account.addPasskey',
    'account.endOthers',
    'account.endSession',
    'account.newAuthenticator',
    'account.newRecoveryCodes',
    'account.passkeyOptions',
    'account.removeAuthenticator',
    'account.removePasskey',
    'account.setAuthenticator',
    'admins.allowProvider',
    'admins.create',
    'admins.edit',
    'admins.endSessions',
    'admins.inviteAgain',
    'admins.remove',
    'admins.resetFactors',
    'admins.withdrawInvitation',
    'approvals.approve',
    'approvals.setRule',
    'customers.setSharing',
    'feed.amend',
    'feed.changeKey',
    'feed.createKey',
    'payment-logs.refund',
    'payments.renew',
    'privacy.erase',
    'privacy.eraseGuest',
    'privacy.export',
    'privacy.exportGuest',
    'privacy.merge',
    'privacy.undoMerge',
    'reports.change',
    'reports.create',
    'roles.change',
    'roles.create',
    'roles.remove',
    'service-tokens.create',
    'service-tokens.secret',
    'single-sign-on.startLinking',
    'vouchers.codes',
  ])
})

test('whoever guesses at the password of an open session waits', async () => {
  await pass(11)
  for (let n = 0; n < 10; n++) expect((await confirm(`guess ${n}`)).status).toBe(422)
  expect((await confirm(PASSWORD)).status).toBe(429)
})
