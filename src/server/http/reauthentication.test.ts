/** Confirmation before costly actions, ten minutes after the last one. */
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
test('asks for nothing within ten minutes of signing in; afterwards the client repeats the call after a confirmation', async () => {
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

test('asks for nothing if the call is denied anyway', async () => {
  await pass(11)
  expect((await addRole('')).status).toBe(422)
})

// The contents of a file decide whether it asks: src/app/contacts.test.ts.
// ASVS: 7.5.1, 7.5.2, 7.5.3
test('asks before refunds, files with personal data, erasure, merges, roles, keys, factors, sessions and voucher codes', () => {
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

test('limits guesses at the password of an open session', async () => {
  await pass(11)
  for (let n = 0; n < 10; n++) expect((await confirm(`guess ${n}`)).status).toBe(422)
  expect((await confirm(PASSWORD)).status).toBe(429)
})
