import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/access/session/contract.ts'
import { addAdmin, defaultRoleId, type NewAdmin } from '#server/auth/store.ts'
import { openSession } from '#server/auth/sessions.ts'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { admins, type AdminRow } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
let frontDesk: number
beforeAll(async () => {
  server = await testServer()
  const [role] = await server.db.insert(roles).values({ name: 'Front desk' }).returning({ id: roles.id })
  frontDesk = role!.id
})
afterAll(() => server.close())

const PERSON = {
  email: 'Ngozi.Eze@Test.Example',
  mobile: '0803 123 4567',
  userType: 'ADMIN',
  password: 'a good password',
  first_name: ' Ngozi ',
  last_name: 'Eze',
}
let number = 0
/** A new account by the call itself. */
const made = async (change: object = {}): Promise<AdminRow> => {
  const body = { ...PERSON, email: `person${++number}@test.example`, ...change }
  return (await server.call(admins.create, { body })).body.data
}
const toEdit = ({ email, firstName, lastName, userType, version }: AdminRow, change: object = {}) => ({
  email,
  mobile: PERSON.mobile,
  userType,
  firstName,
  lastName,
  version,
  ...change,
})
const edit = (admin: AdminRow, change: object = {}) =>
  server.call(admins.edit, { params: { id: admin.id }, body: toEdit(admin, change) })
const remove = (id: number) => server.call(admins.remove, { params: { id } })
/** Somebody who is signed in: answers whether they still are. */
const signedIn = async (id: number) => {
  const { sessionId } = await openSession(server.db, id, server.clock.now(), server.app.env.session)
  const authorization = await server.app.accessTokens.sign(sessionId, server.clock.now())
  const ask = () => server.call(session.profile, { as: 'nobody', headers: { authorization } })
  expect((await ask()).status).toBe(200)
  return async () => (await ask()).status === 200
}
const auditOf = async (id: number) =>
  (
    await server.db.execute<{ action: string; summary: string; before: object; after: object }>(sql`
      select action, summary, before, after from audit_log where entity = 'admin' and entity_id = ${String(id)}
      order by id desc limit 1`)
  ).rows[0]!

describe('an account', () => {
  // Clauses: operations 190, 192, 362
  test('is made, with the default role unless another is named, and can sign in', async () => {
    const answer = await server.call(admins.create, { body: PERSON })
    expect([answer.status, answer.body.message]).toEqual([201, 'Admin created'])
    const admin = answer.body.data
    expect(admin).toEqual({
      id: admin.id,
      cinemaRoles: [],
      hasFactor: false,
      lastSignInAt: null,
      firstName: 'Ngozi',
      lastName: 'Eze',
      email: 'ngozi.eze@test.example',
      mobile: '+2348031234567',
      userType: 'Admin',
      profileImage: null,
      roleId: await defaultRoleId(server.db),
      role: 'Admin',
      createdAt: expect.any(String),
      invitedUntil: null,
      version: 1,
    })
    const body = { email: PERSON.email, password: PERSON.password }
    expect((await server.call(session.login, { as: 'nobody', body })).status).toBe(200)
    expect(await auditOf(admin.id)).toMatchObject({ action: 'session.login' })
    expect((await made({ roleId: frontDesk })).role).toBe('Front desk')
  })

  // Clauses: operations 191, 332
  test.each([
    ['superadmin', 'Super Admin'],
    ['Super Admin', 'Super Admin'],
    ['ADMIN', 'Admin'],
    ['eDiToR', 'Editor'],
  ])('of type %s is of type %s', async (userType, stored) => {
    expect((await made({ userType })).userType).toBe(stored)
  })

  test('leaves its password nowhere', async () => {
    const headers = { 'idempotency-key': 'made once only' }
    const password = 'never to be seen'
    await server.call(admins.create, { body: { ...PERSON, email: 'secret@test.example', password }, headers })
    const { rows } = await server.db.execute<{ found: string }>(sql`
      select concat((select json_agg(a) from admins a), (select json_agg(a) from audit_log a),
        (select json_agg(i) from idempotency_keys i)) as found`)
    expect(rows[0]!.found).toContain('secret@test.example')
    expect(rows[0]!.found).not.toContain(password)
    expect(rows[0]!.found).not.toContain(createHash('sha256').update(password).digest('hex'))
  })

  const empty = { field: '', message: 'Field is empty' }
  // Clauses: operations 277
  test('names each empty field', async () => {
    const body = { email: ' ', mobile: '', userType: '', password: '', first_name: '', last_name: ' ' }
    const { status, problem } = await server.call(admins.create, { body })
    expect([status, problem.errors]).toEqual([422, Object.keys(body).map((field) => ({ ...empty, field }))])
    const nothing = await server.call(admins.create, { body: {} })
    const needed = Object.keys(body).filter((field) => field !== 'password')
    expect(nothing.problem.errors).toEqual(needed.map((field) => ({ ...empty, field })))
  })

  test.each([
    [{ email: 'nobody' }, 'email', 'email is invalid'],
    [{ email: 'superadmin@TEST.example' }, 'email', 'Another admin has this email'],
    [{ mobile: '12' }, 'mobile', messages.invalidPhone],
    [{ userType: 'Cashier' }, 'userType', 'Role must be one of ADMIN, SUPERADMIN, EDITOR'],
    [{ password: 'short' }, 'password', 'Use at least 15 characters'],
    [{ roleId: 9999 }, 'roleId', 'Role not found'],
    [{ roleId: 2 ** 31 }, 'roleId', 'Role not found'],
    [{ roleId: 'x' }, 'roleId', 'Role not found'],
  ])('is refused with %j', async (wrong, field, message) => {
    const body = { ...PERSON, email: 'wrong@test.example', ...wrong }
    const { status, problem } = await server.call(admins.create, { body })
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })
})

describe('a change', () => {
  // Clauses: operations 193, 363
  test('is audited with what it changed, and leaves people signed in', async () => {
    const admin = await made()
    const isSignedIn = await signedIn(admin.id)
    const { body } = await edit(admin, { lastName: 'Obi', mobile: '+447911123456', password: '' })
    expect(body).toMatchObject({ message: 'Admin updated', data: { lastName: 'Obi', mobile: '+447911123456' } })
    expect(await auditOf(admin.id)).toEqual({
      action: 'admins.edit',
      summary: 'Edited the account of \u2068Ngozi Obi\u2069',
      before: { lastName: 'Eze', mobile: '+2348031234567' },
      after: { lastName: 'Obi', mobile: '+447911123456' },
    })
    expect(await isSignedIn()).toBe(true)
  })

  test.each([
    ['password', { password: 'another password' }],
    ['email', { email: 'moved@test.example' }],
    ['type', { userType: 'EDITOR' }],
    ['role', { roleId: true }],
  ])("of the %s ends that person's sessions", async (_, change) => {
    const admin = await made()
    const isSignedIn = await signedIn(admin.id)
    expect((await edit(admin, 'roleId' in change ? { roleId: frontDesk } : change)).status).toBe(200)
    expect(await isSignedIn()).toBe(false)
  })

  test("of one's own email ends all other sessions", async () => {
    const admin = await made({ userType: 'SUPERADMIN' })
    const isSignedIn = await signedIn(admin.id)
    const { sessionId } = await openSession(server.db, admin.id, server.clock.now(), server.app.env.session)
    const authorization = await server.app.accessTokens.sign(sessionId, server.clock.now())
    const call = { as: 'nobody', headers: { authorization } } as const
    const body = toEdit(admin, { email: 'boss@test.example' })
    expect((await server.call(admins.edit, { ...call, params: { id: admin.id }, body })).status).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await server.call(session.profile, call)).status).toBe(200)
  })

  test('of the password counts from then on', async () => {
    const admin = await made()
    await edit(admin, { password: 'another password' })
    const login = (password: string) =>
      server.call(session.login, { as: 'nobody', body: { email: admin.email, password } })
    expect([(await login(PERSON.password)).status, (await login('another password')).status]).toEqual([401, 200])
    expect(JSON.stringify((await auditOf(admin.id)).summary)).not.toContain('another password')
  })

  // ASVS: 6.2.3
  test('of the own password is made with the old one, under My account', async () => {
    const { id } = (await server.call(session.profile)).body.data
    const own = (await server.call(admins.list)).body.data as AdminRow[]
    const { problem, status } = await edit(
      own.find((admin) => admin.id === id)!,
      { password: 'another password' },
    )
    expect([status, problem.errors]).toEqual([422, [{ field: 'password', message: messages.ownPassword }]])
  })

  // ASVS: 7.4.5
  test('ends all sessions of one person on request, and is audited', async () => {
    const [admin, other] = [await made(), await made()]
    const [isSignedIn, isOtherSignedIn] = [await signedIn(admin.id), await signedIn(other.id)]
    const end = (as: 'superadmin' | 'admin') => server.call(admins.endSessions, { params: { id: admin.id }, as })
    expect((await end('admin')).status).toBe(403)
    expect(await isSignedIn()).toBe(true)
    expect((await end('superadmin')).body.message).toBe(messages.sessionsEnded)
    expect([await isSignedIn(), await isOtherSignedIn()]).toEqual([false, true])
    expect((await auditOf(admin.id)).summary).toBe('Ended 1 session of \u2068Ngozi Eze\u2069')
    expect((await server.call(admins.endSessions, { params: { id: 9999 } })).status).toBe(404)
  })

  test('keeps the role where none is sent, and gives the default one for null', async () => {
    const admin = await made({ roleId: frontDesk })
    expect((await edit(admin)).body.data.roleId).toBe(frontDesk)
    expect((await edit(admin, { version: 2, roleId: null })).body.data.role).toBe('Admin')
  })

  // Clauses: operations 278
  test('names each empty field, and every other mistake', async () => {
    const admin = await made()
    const { problem } = await edit(admin, { email: '', mobile: '', userType: '', firstName: '', lastName: '' })
    expect(problem.errors).toEqual(
      ['email', 'mobile', 'userType', 'firstName', 'lastName'].map((field) => ({ field, message: 'Field is empty' })),
    )
    const wrong = async (change: object) => (await edit(admin, change)).problem.errors
    expect(await wrong({ password: 'short' })).toEqual([{ field: 'password', message: 'Use at least 15 characters' }])
    expect(await wrong({ email: 'admin@test.example' })).toEqual([
      { field: 'email', message: 'Another admin has this email' },
    ])
    expect(await wrong({ mobile: 'none' })).toEqual([{ field: 'mobile', message: messages.invalidPhone }])
    expect(await wrong({ roleId: 9999 })).toEqual([{ field: 'roleId', message: messages.noRole }])
  })

  test('of nobody', async () => {
    const admin = await made()
    const answers = await Promise.all([edit({ ...admin, id: 9999 }), remove(9999)])
    expect(answers.map(({ status, problem }) => [status, problem.message])).toEqual([
      [404, messages.noSuchAdmin],
      [404, messages.noSuchAdmin],
    ])
    const odd = await server.call(admins.remove, { params: { id: 'x' as never } })
    expect([odd.status, odd.problem.message]).toEqual([422, messages.noSuchAdmin])
    const back = await server.call(admins.restore, { params: { id: 9999 } })
    expect([back.status, back.problem.message]).toEqual([409, messages.tooLate])
  })

  // Clauses: operations 330
  test('is for whoever may manage people, which the default role does not include', async () => {
    const admin = await made()
    const as = 'admin' as const
    const answers = await Promise.all([
      server.call(admins.create, { body: { ...PERSON, userType: 'SUPERADMIN' }, as }),
      server.call(admins.edit, { params: { id: admin.id }, body: toEdit(admin), as }),
      server.call(admins.remove, { params: { id: admin.id }, as }),
      server.call(admins.restore, { params: { id: admin.id }, as }),
      server.call(admins.list, { as }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 200])
  })
})

describe('a delete', () => {
  // ASVS: 7.4.2
  // Clauses: operations 364
  test('ends the sessions, frees the address, and is taken back within a minute', async () => {
    const admin = await made()
    const isSignedIn = await signedIn(admin.id)
    expect((await remove(admin.id)).body.message).toBe('Admin deleted')
    expect(await isSignedIn()).toBe(false)
    expect((await remove(admin.id)).status).toBe(404)
    const restore = () => server.call(admins.restore, { params: { id: admin.id } })
    expect((await restore()).body).toMatchObject({
      message: 'Admin restored',
      data: { ...admin, version: 3, lastSignInAt: TEST_NOW },
    })
    expect(await isSignedIn()).toBe(false)
    expect((await restore()).problem.message).toBe(messages.tooLate)

    await remove(admin.id)
    await made({ email: admin.email })
    const inUse = await restore()
    expect([inUse.status, inUse.problem.message]).toEqual([422, messages.emailInUse])
  })

  test('is not taken back later', async () => {
    const admin = await made()
    await remove(admin.id)
    server.clock.set('2026-11-21T09:01:01.000Z')
    const late = await server.call(admins.restore, { params: { id: admin.id } })
    expect([late.status, late.problem.message]).toEqual([409, messages.tooLate])
    server.clock.set(TEST_NOW)
  })

  test('of oneself is refused', async () => {
    const me = (await server.call(session.profile)).body.data
    await made({ userType: 'SUPERADMIN' })
    const answer = await remove(me.id)
    expect([answer.status, answer.problem.message]).toEqual([409, messages.yourself])
  })
})

describe('the list', () => {
  const names = ({ data }: { data: unknown }) => (data as AdminRow[]).map(({ firstName }) => firstName)
  let own: TestServer
  beforeAll(async () => {
    own = await testServer()
    const roleId = await defaultRoleId(own.db)
    const person: Omit<NewAdmin, 'email' | 'firstName'> = {
      lastName: 'Ọba',
      userType: 'Admin',
      roleId,
      passwordHash: '-',
    }
    await addAdmin(own.db, { ...person, email: 'z@list.example', firstName: 'Àdùkẹ́', mobile: '+2348035550001' })
    await addAdmin(own.db, { ...person, email: 'a@list.example', firstName: '100%', userType: 'Editor' })
    const { id } = await addAdmin(own.db, { ...person, email: 'gone@list.example', firstName: 'Gone' })
    await own.db.execute(sql`update admins set deleted_at = now() where id = ${id}`)
  })
  afterAll(() => own.close())

  // Clauses: operations 345, 367
  test('is everybody, by name, where no page is asked for', async () => {
    const { body } = await own.call(admins.list)
    expect(names(body)).toEqual(['100%', 'admin', 'Àdùkẹ́', 'powerless', 'superadmin'])
    expect(JSON.stringify(body)).not.toMatch(/password/i)
  })

  // Clauses: operations 345
  test('is a page with the true total where one is', async () => {
    const page = async (page: number) => (await own.call(admins.list, { query: { page, perPage: 2 } })).body.data
    expect(await page(2)).toMatchObject({ admins: [{ firstName: 'Àdùkẹ́' }, { firstName: 'powerless' }], totalCount: 5 })
    expect(await page(9)).toEqual({ admins: [], totalCount: 5 })
    const wrong = await own.call(admins.list, { query: { page: 0, perPage: 101, sort: 'age' as never } })
    expect(wrong.problem.errors?.map(({ field }) => field)).toEqual(['page', 'perPage', 'sort'])
  })

  test.each([
    [{ search: 'dùk' }, ['Àdùkẹ́']],
    [{ search: 'Z@LIST' }, ['Àdùkẹ́']],
    [{ search: '0803 555' }, ['Àdùkẹ́']],
    [{ search: '%' }, ['100%']],
    [{ search: 'Gone' }, []],
    [{ userType: 'EDITOR' as const }, ['100%']],
    [{ sort: '-email' as const, userType: 'ADMIN' as const }, ['Àdùkẹ́', 'powerless', 'admin']],
    [{ sort: 'role' as const }, ['superadmin', 'admin', 'Àdùkẹ́', '100%', 'powerless']],
    [{ sort: '-userType' as const, search: 'tester' }, ['superadmin', 'powerless', 'admin']],
    [{ sort: '-createdAt' as const, search: 'list.example' }, ['100%', 'Àdùkẹ́']],
  ])('with %j', async (query, found) => {
    expect(names((await own.call(admins.list, { query })).body)).toEqual(found)
  })

  test('as CSV, with the columns that are shown', async () => {
    const { text, headers } = await own.call(admins.csv, { query: { search: 'dùk', columns: 'name,mobile,role' } })
    expect(text).toBe('\ufeffName,Phone Number,Admin Role\r\nÀdùkẹ́ Ọba,0803 555 0001,Admin\r\n')
    expect(headers).toMatchObject({ 'x-total-count': '1', 'content-disposition': 'attachment; filename="admins.csv"' })
    const wrong = await own.call(admins.csv, { query: { columns: 'password' } })
    expect(wrong.status).toBe(422)
  })
})

describe('the last superadmin', () => {
  test('cannot be removed or made less', async () => {
    const own = await testServer()
    try {
      const me = (await own.call(session.profile)).body.data
      const all = (await own.call(admins.list)).body.data as AdminRow[]
      const superadmin = all.find(({ id }) => id === me.id)!
      for (const userType of ['ADMIN', 'EDITOR']) {
        const answer = await own.call(admins.edit, {
          params: { id: me.id },
          body: toEdit(superadmin, { userType }),
        })
        expect([answer.status, answer.problem.message]).toEqual([409, messages.lastSuperadmin])
      }
      const unchanged = await own.call(admins.edit, {
        params: { id: me.id },
        body: toEdit(superadmin, { lastName: 'Boss' }),
      })
      expect(unchanged.status).toBe(200)
    } finally {
      await own.close()
    }
  })

  test.each(['removed', 'made less'])('two who are %s by each other at once: one stays', async (how) => {
    const own = await testServer()
    try {
      const roleId = await defaultRoleId(own.db)
      for (let round = 0; round < 5; round++) {
        const { rows } = await own.db.execute<{ id: number }>(sql`
          select id from admins where user_type = 'Super Admin' and deleted_at is null`)
        const one = rows[0]!.id
        const person = { firstName: 'Other', lastName: 'Boss', userType: 'Super Admin' as const, roleId }
        const other = (await addAdmin(own.db, { ...person, email: `boss${round}@test.example`, passwordHash: '-' })).id
        const by = async (actor: number, target: number) => {
          const { sessionId } = await openSession(own.db, actor, own.clock.now(), own.app.env.session)
          const authorization = await own.app.accessTokens.sign(sessionId, own.clock.now())
          const as = { as: 'nobody' as const, headers: { authorization }, params: { id: target } }
          const body = { ...toEdit(await rowOf(target)), userType: 'ADMIN' }
          return () => (how === 'removed' ? own.call(admins.remove, as) : own.call(admins.edit, { ...as, body }))
        }
        const rowOf = async (id: number) =>
          ((await own.call(admins.list, { as: 'admin' })).body.data as AdminRow[]).find((row) => row.id === id)!
        const attempts = [await by(one, other), await by(other, one)]
        const answers = await Promise.all(attempts.map((attempt) => attempt()))
        // The slower one is refused: as the last, or because the session ended meanwhile.
        expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
        const left = await own.db.execute(sql`
          select from admins where user_type = 'Super Admin' and deleted_at is null`)
        expect(left.rowCount).toBe(1)
        await own.db.execute(sql`
          update admins set deleted_at = now() where deleted_at is null and id in (${one}, ${other}) and user_type = 'Admin'`)
      }
    } finally {
      await own.close()
    }
  })
})
