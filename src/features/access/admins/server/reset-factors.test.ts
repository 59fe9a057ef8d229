/** Whoever lost their second factor: a superadmin removes it, with a reason. */
import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { testServer, tokensIn, type TestServer } from '#server/test/harness.ts'
import { account } from '#features/access/account/contract.ts'
import { accountFactors } from '#features/access/account/factor-contract.ts'
import { newAccount, PASSWORD } from '#features/access/account/server/test/new-account.ts'
import { session } from '#features/access/session/contract.ts'
import { admins } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const body = { reason: 'Phone stolen in Ikeja' }

// ASVS: 6.4.4, 6.5.6
test('all factors go with a reason, sessions end, the person is told, and signs in by the password again', async () => {
  const person = await newAccount(server)
  await person.enter()
  await person.addAuthenticator()
  await person.addPasskey()
  await person.newRecoveryCodes()
  await server.runJobs()
  const params = { id: person.id }
  const noReason = await server.call(admins.resetFactors, { params, body: { reason: ' ' } })
  expect(noReason.problem.errors).toEqual([{ field: 'reason', message: messages.noReason }])
  expect((await server.call(admins.resetFactors, { as: 'admin', params, body })).status).toBe(403)
  expect((await server.call(admins.resetFactors, { params, body })).status).toBe(200)

  expect((await person.call(account.fetch)).status).toBe(401)
  const signedIn = await server.call(session.login, { as: 'nobody', body: { email: person.email, password: PASSWORD } })
  person.goOn(tokensIn(signedIn))
  expect((await person.call(accountFactors.factors)).body.data).toMatchObject({
    passkeys: [],
    authenticator: null,
    recoveryCodes: null,
  })
  await server.runJobs()
  const { rows } = await server.db.execute<{ body: string }>(sql`select body from outbox order by id desc limit 1`)
  expect(rows[0]!.body).toContain('Phone stolen in Ikeja')
  const [line] = await server.db
    .select()
    .from(auditLog)
    .where(sql`action = 'admins.resetFactors'`)
    .orderBy(desc(auditLog.id))
  expect([line!.summary, line!.after]).toEqual([expect.stringContaining('Reset two-factor authentication of'), body])
  const again = await server.call(admins.resetFactors, { params, body })
  expect([again.status, again.problem.message]).toEqual([409, messages.noFactors])
})

test('nobody removes their own that way', async () => {
  const superadmin = await newAccount(server, { userType: 'Super Admin' })
  await superadmin.enter()
  await superadmin.addAuthenticator()
  const answer = await superadmin.call(admins.resetFactors, { params: { id: superadmin.id }, body })
  expect([answer.status, answer.problem.message]).toEqual([409, messages.ownFactors])
})
