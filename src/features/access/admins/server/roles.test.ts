import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas, isAdmin, permissions, refusal } from '#contract/permissions.ts'
import { addAdmin } from '#server/auth/store.ts'
import { openSession } from '#server/auth/sessions.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { roles, type Person, type Role } from '../role-contract.ts'
import { messages } from '../role-rules.ts'
import { demo } from '#demo/parts/roles.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const make = async (name: string, granted: string[] = []): Promise<Role> =>
  (await server.call(roles.create, { body: { name, permissions: granted } })).body.data
const change = (id: number, body: object) => server.call(roles.change, { params: { id }, body })
const remove = (id: number) => server.call(roles.remove, { params: { id } })
const fetch = (id: number) => server.call(roles.fetch, { params: { id }, query: { $include: 'permissions' } })
let number = 0
const personWith = async (roleId: number, userType: 'Admin' | 'Super Admin' | 'Editor' = 'Admin') =>
  (
    await addAdmin(server.db, {
      email: `holder${++number}@test.example`,
      firstName: `Holder${number}`,
      lastName: 'Test',
      userType,
      roleId,
      passwordHash: '-',
    })
  ).id

describe('a role', () => {
  // Clauses: operations 194, 346, 348-349
  test('is made, listed and fetched, with its permissions where they are asked for', async () => {
    const answer = await server.call(roles.create, {
      body: { name: ' Box office ', permissions: ['movies:write', 'audit:read', 'movies:write'] },
    })
    expect([answer.status, answer.body.message]).toEqual([201, 'Role created'])
    const role = answer.body.data
    expect(role).toEqual({
      id: role.id,
      name: 'Box office',
      twoFactorFrom: null,
      isDefault: false,
      admins: 0,
      pointsLimit: 10_000,
      version: 1,
      permissions: ['movies:read', 'movies:write', 'audit:read'],
    })
    expect((await fetch(role.id)).body.data).toEqual(role)
    const { permissions: _, ...bare } = role
    expect((await server.call(roles.fetch, { params: { id: role.id } })).body.data).toEqual(bare)
    const list = (await server.call(roles.list)).body.data
    expect(list.map(({ name }) => name)).toEqual(['Admin', 'Box office', 'Powerless'])
    expect(list[0]).toMatchObject({ isDefault: true, admins: 2 })
    expect(list[0]).not.toHaveProperty('permissions')
    const full = (await server.call(roles.list, { query: { $include: 'permissions' }, as: 'admin' })).body.data
    expect(full[0]!.permissions).toEqual(['*'])
  })

  test.each([
    [{ name: ' ', permissions: [] }, 'name', 'Enter a name'],
    [{ permissions: [] }, 'name', 'Enter a name'],
    [{ name: 'x'.repeat(61), permissions: [] }, 'name', 'Enter up to 60 characters'],
    [{ name: 'Admin', permissions: [] }, 'name', 'A role with this name already exists'],
    [{ name: 'New' }, 'permissions', 'Permission not found'],
    [{ name: 'New', permissions: ['weather:read'] }, 'permissions.0', 'Permission not found'],
    [{ name: 'New', permissions: ['superadmin'] }, 'permissions.0', 'Permission not found'],
  ])('is refused as %j', async (body, field, message) => {
    const { status, problem } = await server.call(roles.create, { body })
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('that allows everything keeps that alone', async () => {
    expect((await make('Owner', ['movies:read', '*'])).permissions).toEqual(['*'])
  })

  // Clauses: operations 350
  test('is changed; its name is one of its own', async () => {
    const role = await make('Changing', ['movies:read'])
    const renamed = await change(role.id, { name: 'Changed', version: 1 })
    expect(renamed.body).toMatchObject({
      message: 'Role updated',
      data: { name: 'Changed', permissions: ['movies:read'], version: 2 },
    })
    expect((await change(role.id, { permissions: [] })).body.data).toMatchObject({ permissions: [], version: 3 })
    const inUse = await change(role.id, { name: 'Admin' })
    expect([inUse.status, inUse.problem.message]).toEqual([422, messages.nameInUse])
    const wrong = await change(role.id, { permissions: ['x'] })
    expect(wrong.problem.errors).toEqual([{ field: 'permissions.0', message: messages.noSuchPermission }])
    const { rows } = await server.db.execute(sql`
      select summary, before, after from audit_log where entity = 'role' and entity_id = ${String(role.id)} order by id`)
    expect(rows[1]).toEqual({
      summary: 'Edited the role Changed',
      before: { name: 'Changing' },
      after: { name: 'Changed' },
    })
  })

  test('asks for a second factor from a day on, or no more', async () => {
    const { id } = await make('From a day on')
    expect((await change(id, { twoFactorFrom: '2027-01-31' })).body.data.twoFactorFrom).toBe('2027-01-31')
    expect((await change(id, { name: 'Later' })).body.data.twoFactorFrom).toBe('2027-01-31')
    expect((await change(id, { twoFactorFrom: 'soon' })).problem.errors?.[0]?.field).toBe('twoFactorFrom')
    expect((await change(id, { twoFactorFrom: null })).body.data.twoFactorFrom).toBeNull()
  })

  // ASVS: 8.3.2
  test('counts at once for those who have it', async () => {
    const role = await make('At once')
    const id = await personWith(role.id)
    const { sessionId } = await openSession(server.db, id, server.clock.now(), server.app.env.session)
    const authorization = await server.app.accessTokens.sign(sessionId, server.clock.now())
    const list = async () => (await server.call(movies.comingSoon, { as: 'nobody', headers: { authorization } })).status
    expect(await list()).toBe(403)
    await change(role.id, { permissions: ['movies:write'] })
    expect(await list()).toBe(200)
  })

  // Clauses: operations 351
  test('is deleted when nobody has it', async () => {
    const role = await make('Short-lived')
    const one = await personWith(role.id)
    const defaults = async () => {
      const { status, problem } = await remove(role.id)
      return [status, problem.message]
    }
    expect(await defaults()).toEqual([409, 'One admin has this role. Give them another role first.'])
    const other = await personWith(role.id, 'Editor')
    expect(await defaults()).toEqual([409, '2 admins have this role. Give them another role first.'])
    await server.db.execute(sql`update admins set deleted_at = now() where id in (${one}, ${other})`)
    expect((await remove(role.id)).body.message).toBe('Role deleted')
    expect((await remove(role.id)).status).toBe(404)
    // Those who were deleted with it have another one, should they come back.
    const { rows } = await server.db.execute(sql`
      select r.name from admins a join roles r on r.id = a.role_id where a.id in (${one}, ${other})`)
    expect(rows).toEqual([{ name: 'Admin' }, { name: 'Admin' }])
  })

  test('that is the default one keeps everything, and stays', async () => {
    const [role] = (await server.call(roles.list, { query: { $include: 'permissions' } })).body.data
    const less = await change(role!.id, { permissions: ['movies:read'] })
    expect([less.status, less.problem.errors]).toEqual([
      422,
      [{ field: 'permissions', message: messages.defaultKeeps }],
    ])
    const removed = await remove(role!.id)
    expect([removed.status, removed.problem.message]).toEqual([409, messages.defaultStays])
    const renamed = await change(role!.id, { name: 'Everybody', permissions: ['*'], version: role!.version })
    expect(renamed.body.data.name).toBe('Everybody')
    await change(role!.id, { name: 'Admin' })
  })

  test('that is not there', async () => {
    const answers = [await fetch(9999), await change(9999, { name: 'A' }), await remove(9999)]
    expect(answers.map(({ status, problem }) => [status, problem.message])).toEqual(
      answers.map(() => [404, 'Role not found']),
    )
    expect((await fetch('x' as never)).status).toBe(422)
  })

  test('is for superadmins to make, change and delete', async () => {
    const { id } = await make('Theirs')
    const as = 'admin' as const
    const answers = [
      await server.call(roles.create, { body: { name: 'Mine', permissions: ['*'] }, as }),
      await server.call(roles.change, { params: { id }, body: { permissions: ['*'] }, as }),
      await server.call(roles.remove, { params: { id }, as }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('the permissions', () => {
  // Clauses: operations 194, 347
  test('are those of every area, with what each allows', async () => {
    const rows = (await server.call(roles.permissions)).body.data
    expect(rows.map(({ name }) => name)).toEqual(permissions)
    expect(rows.find(({ name }) => name === 'admins:read')).toMatchObject({ label: areas.admins.label, verb: 'read' })
    expect(rows.find(({ name }) => name === 'audit:read')!.allows).toEqual(['Actions of staff and programs'])
  })
})

describe('who can do what', () => {
  const ofPerson = (id: number) => server.call(roles.ofPerson, { params: { id } })
  const holders = (permission: string, query: object = {}) =>
    server.call(roles.holders, { params: { permission: permission as never }, query: { perPage: 100, ...query } })

  test('of a person: each permission, and why not', async () => {
    const role = await make('Ticket desk', ['customers:write'])
    const { person, permission } = (await ofPerson(await personWith(role.id))).body.data
    expect(person).toMatchObject({ userType: 'Admin', role: 'Ticket desk' })
    const granted = permission.filter((one) => !one.refusal).map(({ name }) => name)
    expect(granted).toEqual(['customers:read', 'customers:write'])
    const deniedReason = (name: string) => permission.find((one) => one.name === name)!.refusal
    expect(deniedReason('movies:write')).toBe('You do not have permission to manage Movies')
    expect(deniedReason('superadmin')).toBe('Only a superadmin can do this')
    expect(permission.at(-1)!.allows).toContain('Add, edit and delete roles, superadmins and editors')
  })

  test('a superadmin may everything, an editor nothing', async () => {
    const role = await make('Anything', ['movies:read'])
    const superadmin = (await ofPerson(await personWith(role.id, 'Super Admin'))).body.data.permission
    expect(superadmin.filter((one) => one.refusal)).toEqual([])
    const editor = (await ofPerson(await personWith(role.id, 'Editor'))).body.data.permission
    expect(new Set(editor.map((one) => one.refusal))).toEqual(new Set(['Editors cannot sign in']))
    const missing = await ofPerson(9999)
    expect([missing.status, missing.problem.message]).toEqual([404, 'Admin not found'])
  })

  test('of a permission: exactly those whom the server would let', async () => {
    const role = await make('Points desk', ['points:write'])
    for (const type of ['Admin', 'Editor', 'Super Admin'] as const) await personWith(role.id, type)
    const { rows: everybody } = await server.db.execute<{ id: number; userType: string; permissions: string[] }>(sql`
      select a.id, a.user_type as "userType", coalesce(r.permissions, '{}') as permissions
      from admins a left join roles r on r.id = a.role_id where a.deleted_at is null`)
    for (const permission of [...permissions, 'superadmin']) {
      const found = (await holders(permission)).body.data
      const due = everybody.filter((one) => isAdmin(one.userType) && !refusal(one, permission)).map(({ id }) => id)
      expect(found.admins.map(({ id }: Person) => id).toSorted()).toEqual(due.toSorted())
      expect(found.totalCount).toBe(due.length)
    }
  })

  test('of a permission: a page of them, and who is searched for', async () => {
    const all = (await holders('movies:read')).body.data
    const second = (await holders('movies:read', { page: 2, perPage: 1 })).body.data
    expect(second).toEqual({ admins: [all.admins[1]], totalCount: all.totalCount })
    expect((await holders('movies:read', { page: 99 })).body.data.admins).toEqual([])
    const searched = (await holders('movies:read', { search: 'SUPERADMIN t' })).body.data
    expect(searched.admins.map(({ email }) => email)).toEqual(['superadmin@test.example'])
    const wrong = await holders('weather:read')
    expect([wrong.status, wrong.problem.message]).toEqual([422, messages.noSuchPermission])
  })
})

test('the roles of the demo chain show every area but the error log to somebody', async () => {
  await demo(server.db)
  const { data } = (await server.call(roles.list, { query: { $include: 'permissions' } })).body
  const ofDemo = data.filter(({ name }) => ['Front desk', 'Marketing', 'Manager'].includes(name))
  const seen = new Set(ofDemo.flatMap((role) => role.permissions!))
  expect(ofDemo).toHaveLength(3)
  const unseen = permissions.filter((permission) => permission.endsWith(':read') && !seen.has(permission))
  expect(unseen).toEqual(['error-logs:read'])
})

test('a file of users takes more than to see them: who sees them all may still not carry them away', async () => {
  const granted = async (permissions: string) => {
    await server.db.execute(sql`update roles set permissions = ${permissions}::text[] where name = 'Powerless'`)
    const csv = async (call: typeof customers.listCsv | typeof customers.allCsv, query: object) =>
      (await server.call(call, { as: 'powerless', query: query as never })).status
    return [
      await csv(customers.listCsv, {}),
      await csv(customers.allCsv, {}),
      await csv(customers.allCsv, { forKidsClub: 'true' }),
    ]
  }
  expect(await granted('{customers:read,kids-club:read}')).toEqual([403, 403, 403])
  expect(await granted('{kids-club:read,kids-club:export}')).toEqual([403, 403, 200])
  expect(await granted('{customers:read,customers:export}')).toEqual([200, 200, 200])
})
