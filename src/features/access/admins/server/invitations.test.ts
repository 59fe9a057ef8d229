import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { account } from '#features/access/account/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { messages as words } from '#features/access/session/rules.ts'
import { hashPassword } from '#server/auth/password.ts'
import { passwordMessages } from '#server/auth/password-rules.ts'
import { addAdmin, adminByEmail, defaultRoleId } from '#server/auth/store.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { admins, type AdminRow } from '../contract.ts'
import { messages } from '../rules.ts'

const PASSWORD = 'harmattan at noon'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.clock.set(TEST_NOW))
afterAll(() => server.close())

let number = 0
const invited = async (more: object = {}): Promise<AdminRow> => {
  const email = `new${++number}@test.example`
  const body = { email, mobile: '08031234567', userType: 'ADMIN', first_name: 'Ireti', last_name: 'Doyle', ...more }
  return (await server.call(admins.create, { body })).body.data
}
type Mail = { recipient: string; subject: string; body: string }
const emails = async (to: string): Promise<Mail[]> => {
  await server.runJobs()
  const { rows } = await server.db.execute<Mail>(sql`
    select recipient, subject, body from outbox where recipient = ${to} order by id`)
  return rows
}
const tokenIn = (mail: Mail | undefined) => /accept-invitation\/([\w-]+)/.exec(mail!.body)![1]!
const tokenFor = async ({ email }: { email: string }) => tokenIn((await emails(email)).at(-1))
const look = (token: string) => server.call(session.invitation, { as: 'nobody', params: { token } })
const accept = (token: string, password = PASSWORD, agent = '') =>
  server.call(session.acceptInvitation, {
    as: 'nobody',
    params: { token },
    body: { password },
    headers: { 'user-agent': agent },
  })
const signIn = (email: string, password = PASSWORD, agent = '') =>
  server.call(session.login, { as: 'nobody', body: { email, password }, headers: { 'user-agent': agent } })
const later = (days: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + days * 86_400_000).toISOString())
const isBad = async (token: string) => {
  const [seen, accepted] = [await look(token), await accept(token)]
  expect([seen.status, accepted.status]).toEqual([422, 422])
  expect(accepted.problem.errors).toEqual([{ field: 'token', message: words.badInvitation }])
}
const auditOf = async (id: number) =>
  (
    await server.db.execute<{ summary: string }>(sql`
      select summary from audit_log where entity = 'admin' and entity_id = ${String(id)} order by id desc limit 1`)
  ).rows[0]!

// ASVS: 6.4.1
test('somebody new chooses their password by an email, once, and is signed in', async () => {
  const admin = await invited()
  expect(admin.invitedUntil).toBe('2026-11-28T09:00:00.000Z')
  expect((await auditOf(admin.id)).summary).toBe('Invited \u2068Ireti Doyle\u2069 (Admin)')
  expect((await signIn(admin.email)).status).toBe(401)
  const token = await tokenFor(admin)
  expect((await look(token)).body.data).toEqual({ email: admin.email, firstName: 'Ireti', min: 15 })
  for (const [password, message] of [
    ['', words.emptyField],
    ['too short', 'Use at least 15 characters'],
    ['iretidoyle2026!!', passwordMessages.known],
  ] as const) {
    const refused = await accept(token, password)
    expect([refused.status, refused.problem.errors]).toEqual([422, [{ field: 'password', message }]])
  }
  const answer = await accept(token)
  const headers = { authorization: `Bearer ${answer.body.data.tokens.access_token}` }
  expect((await server.call(account.fetch, { as: 'nobody', headers })).body.data.email).toBe(admin.email)
  expect((await auditOf(admin.id)).summary).toBe('Accepted the invitation and signed in')
  await isBad(token)
  expect((await signIn(admin.email)).status).toBe(200)
  const listed = (await server.call(admins.list, { query: { search: admin.email } })).body.data as AdminRow[]
  expect(listed[0]!.invitedUntil).toBeNull()
  const again = await server.call(admins.inviteAgain, { params: { id: admin.id } })
  expect([again.status, again.problem.message]).toEqual([409, messages.notInvited])
})

test('of two who accept at once one comes in', async () => {
  const token = await tokenFor(await invited())
  const answers = await Promise.all([accept(token), accept(token, 'another password')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('an invitation is good for seven days', async () => {
  const admin = await invited()
  const token = await tokenFor(admin)
  later(6.99)
  expect((await look(token)).status).toBe(200)
  later(0.02)
  await isBad(token)
})

test('sent again, it is good for seven days from then, and the link before it is not', async () => {
  const admin = await invited()
  const first = await tokenFor(admin)
  later(8)
  const { body } = await server.call(admins.inviteAgain, { params: { id: admin.id } })
  expect([body.message, body.data.invitedUntil]).toEqual([messages.invited, '2026-12-06T09:00:00.000Z'])
  await isBad(first)
  expect((await accept(await tokenFor(admin))).status).toBe(200)
})

test('taken back, it opens nothing', async () => {
  const admin = await invited()
  const token = await tokenFor(admin)
  const back = () => server.call(admins.withdrawInvitation, { params: { id: admin.id } })
  expect((await back()).body.message).toBe(messages.invitationWithdrawn)
  await isBad(token)
  expect((await back()).status).toBe(404)
})

test('taken back before its email is written, none is sent', async () => {
  const admin = await invited()
  await server.call(admins.withdrawInvitation, { params: { id: admin.id } })
  expect(await emails(admin.email)).toEqual([])
})

test('of an account that was deleted it opens nothing', async () => {
  const admin = await invited()
  const token = await tokenFor(admin)
  expect((await server.call(admins.remove, { params: { id: admin.id } })).status).toBe(200)
  await isBad(token)
})

test('who is invited comes in by no reset link', async () => {
  const admin = await invited()
  await emails(admin.email)
  await server.call(session.forgotPassword, { as: 'nobody', body: { email: admin.email } })
  expect((await emails(admin.email)).filter(({ body }) => body.includes('reset-password'))).toEqual([])
})

const edit = (admin: AdminRow, change: object) =>
  server.call(admins.edit, {
    params: { id: admin.id },
    body: { ...admin, mobile: '08031234567', version: undefined, ...change },
  })

test('an invitation follows its person to another address, and ends with a password or as an editor', async () => {
  const admin = await invited()
  const old = await tokenFor(admin)
  const { body } = await edit(admin, { email: `moved.${admin.email}` })
  await isBad(old)
  expect((await look(await tokenFor(body.data))).status).toBe(200)

  const given = await invited()
  const unused = await tokenFor(given)
  expect((await edit(given, { password: PASSWORD })).body.data.invitedUntil).toBeNull()
  await isBad(unused)
  expect((await signIn(given.email)).status).toBe(200)

  const editor = await invited()
  const useless = await tokenFor(editor)
  expect((await edit(editor, { userType: 'EDITOR' })).body.data.invitedUntil).toBeNull()
  await isBad(useless)
  expect((await edit(editor, { userType: 'ADMIN' })).body.data.invitedUntil).not.toBeNull()
})

test('an editor is sent none, and who has a password needs none', async () => {
  const editor = await invited({ userType: 'EDITOR' })
  const withPassword = await invited({ password: PASSWORD })
  expect([editor.invitedUntil, withPassword.invitedUntil]).toEqual([null, null])
  expect([await emails(editor.email), await emails(withPassword.email)]).toEqual([[], []])
})

test('a token stands in the email alone', async () => {
  const admin = await invited()
  const token = await tokenFor(admin)
  await accept(token)
  const { rows } = await server.db.execute<{ found: string }>(sql`
    select concat((select json_agg(a) from admins a), (select json_agg(a) from audit_log a),
      (select json_agg(m) from emails m), (select json_agg(i) from invitations i),
      (select json_agg(i) from idempotency_keys i)) as found`)
  expect(rows[0]!.found).toContain(admin.email)
  expect(rows[0]!.found).not.toContain(token)
})

test('a superadmin who has not accepted is not the one who is left', async () => {
  const me = (await server.call(session.profile)).body.data
  await invited({ userType: 'SUPERADMIN' })
  const answer = await server.call(admins.edit, {
    params: { id: me.id },
    body: { ...me, mobile: '08031234567', userType: 'ADMIN' },
  })
  expect([answer.status, answer.problem.message]).toEqual([409, messages.lastSuperadmin])
})

test('invitations are for whoever may manage people', async () => {
  const { id } = await invited()
  const call = { params: { id }, as: 'admin' as const }
  const answers = [
    await server.call(admins.inviteAgain, call),
    await server.call(admins.withdrawInvitation, call),
    await server.call(admins.leaving, call),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})

/** Somebody who has been there before. */
const someone = async () => {
  const email = `old${++number}@test.example`
  const { id } = await addAdmin(server.db, {
    email,
    firstName: 'Ngozi',
    lastName: `Eze ${number}`,
    userType: 'Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  })
  return {
    id,
    email,
    row: async () => ((await server.call(admins.list)).body.data as AdminRow[]).find((a) => a.id === id)!,
  }
}
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
const subjects = async (to: string) => (await emails(to)).map(({ subject }) => subject.replace(/:.*/, ''))

// ASVS: 6.3.5
test('a sign-in on a new device is told to its person once, and not the first of all', async () => {
  const { email } = await someone()
  await signIn(email)
  await signIn(email)
  expect(await subjects(email)).toEqual([])
  await signIn(email, PASSWORD, PHONE)
  await signIn(email, PASSWORD, PHONE)
  await signIn(email, 'a wrong password', 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')
  const [mail, ...more] = await emails(email)
  expect(more).toEqual([])
  expect(mail!.subject).toContain('New sign-in to your account')
  expect(mail!.body).toContain('Chrome on Android')
  expect(mail!.body).toContain('/dashboard/account?tab=sessions')
})

// ASVS: 6.3.7
test('a new password is told to its person, whoever set it', async () => {
  const { email, row } = await someone()
  await edit(await row(), { password: 'another password' })
  expect(await subjects(email)).toEqual(['Your password was changed'])
  const { tokens } = (await signIn(email, 'another password')).body.data as { tokens: { access_token: string } }
  await server.call(account.changePassword, {
    as: 'nobody',
    headers: { authorization: `Bearer ${tokens.access_token}` },
    body: { current: 'another password', password: PASSWORD },
  })
  await server.call(session.forgotPassword, { as: 'nobody', body: { email } })
  const token = /reset-password\/([\w-]+)/.exec((await emails(email)).at(-1)!.body)![1]!
  await server.call(session.resetPassword, { as: 'nobody', params: { token }, body: { password: 'a third password' } })
  expect(await subjects(email)).toEqual([
    'Your password was changed',
    'Your password was changed',
    'Reset your Marquee Cinemas password',
    'Your password was changed',
  ])
})

// ASVS: 6.3.7
test('another email is told to both addresses, and neither is told the other; a link to the old one is spent', async () => {
  const { email, row } = await someone()
  await server.call(session.forgotPassword, { as: 'nobody', body: { email } })
  const token = /reset-password\/([\w-]+)/.exec((await emails(email))[0]!.body)![1]!
  const other = `moved.${number}@test.example`
  await edit(await row(), { email: other })
  const [toOld, toNew] = [(await emails(email)).at(-1)!, (await emails(other))[0]!]
  expect([toOld.subject, toNew.subject]).toEqual(Array(2).fill('Your email address was changed: Marquee Cinemas'))
  expect(toOld.body).not.toContain(other)
  expect(toNew.body).not.toContain(email)
  const reset = { as: 'nobody' as const, params: { token }, body: { password: 'another password' } }
  expect((await server.call(session.resetPassword, reset)).status).toBe(422)
})

test('who leaves hands over what goes on without them, and the audit says to whom', async () => {
  const { id, row } = await someone()
  const leaver = await row()
  const name = `${leaver.firstName} ${leaver.lastName}`
  await server.db.execute(sql`
    insert into feed_keys (name, source, record_types, key_hash, last4, created_at, created_by)
    values ('Shop', 'shop', '{}', 'x', 'abcd', now(), ${name})`)
  const left = await server.call(admins.leaving, { params: { id } })
  expect(left.body.data).toEqual({ notifications: 0, keys: 1, tokens: 0 })

  const remove = (successor?: number) =>
    server.call(admins.remove, { params: { id }, query: successor === undefined ? {} : { successor } })
  const waiting = await invited()
  for (const wrong of [id, waiting.id, (await invited({ userType: 'EDITOR' })).id, 999_999]) {
    const refused = await remove(wrong)
    expect([refused.status, refused.problem.errors?.[0]]).toEqual([
      422,
      { field: 'successor', message: messages.cannotTakeOver },
    ])
  }
  const heir = (await adminByEmail(server.db, 'admin@test.example'))!
  expect((await remove(heir.id)).status).toBe(200)
  expect((await auditOf(id)).summary).toBe(
    `Deleted the account of \u2068${name}\u2069; new owner of 1 feed key: \u2068admin Tester\u2069`,
  )
})
