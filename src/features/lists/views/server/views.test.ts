import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { search } from '#features/lists/search/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { addAdmin } from '#server/auth/store.ts'
import { testServer, type Call, type TestServer } from '#server/test/harness.ts'
import { views, type View } from '../contract.ts'
import { messages, VIEWS_MOST } from '../rules.ts'
import { person } from './person.ts'
import { deletedViews } from './retention.ts'

let server: TestServer
/** By name: a superadmin beside the harness's, people with roles, one whose role is for some cinemas. */
const people: Record<string, number> = {}
const roleIds: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos')`)
  await server.db.execute(sql`insert into cinemas (id, state_id, name) values ('0001', 1, 'Ikeja')`)
  const role = async (name: string, permissions: string[]) =>
    (roleIds[name] = (await server.call(roles.create, { body: { name, permissions } })).body.data.id)
  const add = async (name: string, roleId: number) =>
    (people[name] = (
      await addAdmin(server.db, {
        email: `${name}@views.example`,
        firstName: name,
        lastName: 'Viewer',
        userType: 'Admin',
        roleId,
        passwordHash: '-',
      })
    ).id)
  const desk = await role('Desk', ['movies:read', 'customers:read'])
  await add('ada', desk)
  await add('bola', desk)
  await add('chidi', await role('Films', ['movies:read']))
  await add('dayo', await role('People', ['admins:write', 'movies:read', 'customers:read']))
  await add('efe', await role('Nothing', []))
  const nothing = roleIds.Nothing!
  await server.db.execute(sql`
    insert into cinema_roles (admin_id, role_id, cinemas) values (${people.efe}, ${desk}, '{0001}')`)
  await add('femi', nothing)
})
afterAll(() => server.close())
beforeEach(() => server.db.execute(sql`delete from list_views`))

async function as<E extends Endpoint>(name: string, endpoint: E, call: Call<E> = {}) {
  const { app } = server
  const { sessionId } = await openSession(app.db, people[name]!, app.clock.now(), app.env.session)
  const token = await app.accessTokens.sign(sessionId, app.clock.now())
  return server.call(endpoint, {
    ...call,
    as: 'nobody',
    headers: { ...call.headers, authorization: `Bearer ${token}` },
  })
}

const GUESTS = { list: 'users/guests', permission: ['customers:read'], audience: 'own', query: { sort: '-name' } }
const MOVIES = {
  list: 'movies',
  permission: ['movies:read'],
  audience: 'own',
  query: { status: 'approved', columns: 'a,b' },
}
const save = (who: string, name: string, body: object = {}) =>
  as(who, views.create, { body: { ...MOVIES, name, ...body } })
const saved = async (who: string, name: string, body: object = {}): Promise<View> => {
  const answer = await save(who, name, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
const change = (who: string, { id, name, query, audience, roleId, version }: View, patch: object) =>
  as(who, views.change, { params: { id }, body: { name, query, audience, roleId, version, ...patch } })
const namesFor = async (who: string) => (await as(who, views.list)).body.data.views.map(({ name }) => name)
const lines = async () =>
  (
    await server.db.execute<{ summary: string; before: unknown; after: unknown }>(sql`
      select summary, before, after from audit_log where entity = 'view' order by id desc`)
  ).rows

test('a view is saved, read, changed, deleted and restored by whoever made it, and by nobody else', async () => {
  const answer = await save('ada', '  To  approve ', {
    query: { status: 'approved', page: '3', view: '9', search: '' },
  })
  const view = answer.body.data
  expect([answer.status, answer.body.message]).toEqual([201, messages.saved])
  expect(view).toEqual({
    id: view.id,
    list: 'movies',
    name: 'To approve',
    query: { status: 'approved' },
    audience: 'own',
    roleId: null,
    role: null,
    isOwn: true,
    owner: 'ada Viewer',
    version: 1,
  })
  expect(await namesFor('ada')).toEqual(['To approve'])
  const changed = await change('ada', view, { name: 'Approved', query: { sort: 'likes' } })
  expect(changed.body.data).toMatchObject({ name: 'Approved', query: { sort: 'likes' }, version: 2 })
  expect((await lines())[0]).toEqual({
    summary: 'Edited the view To approve',
    before: { Name: 'To approve', Shows: { status: 'approved' } },
    after: { Name: 'Approved', Shows: { sort: 'likes' } },
  })

  for (const who of ['bola', 'dayo', 'efe']) {
    expect(await namesFor(who)).toEqual([])
    expect((await change(who, changed.body.data, {})).status).toBe(404)
    expect((await as(who, views.remove, { params: { id: view.id } })).status).toBe(404)
  }
  expect((await as('ada', views.remove, { params: { id: view.id } })).body.message).toBe(messages.deleted)
  expect(await namesFor('ada')).toEqual([])
  expect((await as('bola', views.restore, { params: { id: view.id } })).status).toBe(404)
  const restored = await as('ada', views.restore, { params: { id: view.id } })
  expect(restored.body.data).toMatchObject({ name: 'Approved', version: 4 })
  expect((await as('ada', views.restore, { params: { id: view.id } })).problem.message).toBe(messages.notDeleted)
})

describe('what is refused', () => {
  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['a list elsewhere', { list: '../users' }, 'list'],
    ['a list that is no address', { list: 'Movies' }, 'list'],
    ['nothing that it takes', { permission: [] }, 'permission'],
    ['an unknown permission', { permission: ['everything'] }, 'permission.0'],
    ['an unknown audience', { audience: 'none' }, 'audience'],
    ['a long search', { query: { search: 'x'.repeat(2000) } }, 'query.search'],
    ['many names', { query: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`n${n}`, '1'])) }, 'query'],
    ['much in all', { query: { a: 'x'.repeat(999), b: 'x'.repeat(999), c: 'x'.repeat(99) } }, 'query'],
  ])('%s', async (_, body, field) => {
    const { status, problem } = await save('ada', 'Fine', body)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  test('a list that one may not see', async () => {
    expect((await save('chidi', 'Guests', GUESTS)).status).toBe(403)
    expect((await save('ada', 'Connections', { list: 'connections', permission: ['superadmin'] })).status).toBe(403)
    expect((await save('efe', 'Movies')).status).toBe(201)
    expect((await save('femi', 'Movies')).status).toBe(403)
  })

  test('somebody who is not signed in', async () => {
    expect((await server.call(views.list, { as: 'nobody' })).status).toBe(401)
  })

  test('one more than a person may have of a list, however many are saved at once', async () => {
    await Promise.all(Array.from({ length: VIEWS_MOST - 1 }, (_, n) => saved('ada', `View ${n}`)))
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => save('ada', name)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await save('ada', 'Guests', GUESTS)).status).toBe(201)
    expect((await save('bola', 'Hers')).status).toBe(201)
  })
})

describe('a name', () => {
  test('is given once by a person for a list, once to a role, and once to everybody', async () => {
    await saved('ada', 'Today')
    const inUse = await save('ada', 'TODAY')
    expect([inUse.status, inUse.problem.errors]).toEqual([422, [{ field: 'name', message: messages.nameInUse }]])
    expect((await save('ada', 'Today', GUESTS)).status).toBe(201)
    expect((await save('bola', 'Today')).status).toBe(201)
    const shared = await saved('dayo', 'Shared', { audience: 'all' })
    const answers = await Promise.all(
      ['one', 'two'].map(() => server.call(views.create, { body: { ...MOVIES, name: 'Weekend', audience: 'all' } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect((await change('dayo', shared, { name: 'weekend' })).status).toBe(422)
    expect((await change('dayo', shared, { name: 'weekend', audience: 'role', roleId: roleIds.Desk })).status).toBe(200)
  })

  test('that was taken meanwhile keeps a deleted view away', async () => {
    const { id } = await saved('ada', 'Today')
    await as('ada', views.remove, { params: { id } })
    await saved('ada', 'today')
    expect((await as('ada', views.restore, { params: { id } })).status).toBe(422)
  })
})

describe('a shared view', () => {
  test('is shared and changed by whoever manages people for all cinemas', async () => {
    const refused = await save('ada', 'For all', { audience: 'all' })
    expect([refused.status, refused.problem.message]).toEqual([403, messages.sharersOnly])
    const own = await saved('ada', 'Mine')
    expect((await change('ada', own, { audience: 'role', roleId: roleIds.Desk })).status).toBe(403)

    const view = await saved('dayo', 'For all', { audience: 'all' })
    for (const who of ['ada', 'chidi', 'efe']) {
      expect(await namesFor(who)).toContain('For all')
      for (const answer of [
        await change(who, view, { name: 'Other' }),
        await as(who, views.remove, { params: { id: view.id } }),
      ])
        expect([answer.status, answer.problem.message]).toEqual([403, messages.sharersOnly])
    }
    const asOther = { ...view, isOwn: false }
    const bySuperadmin = await server.call(views.change, {
      params: { id: view.id },
      body: { name: 'By another', audience: 'all', query: asOther.query, version: view.version },
    })
    expect(bySuperadmin.body.data).toMatchObject({ name: 'By another', owner: 'dayo Viewer', isOwn: false })
    const unchanged = await server.call(views.change, {
      params: { id: view.id },
      body: { name: 'By another', audience: 'own', query: asOther.query },
    })
    expect([unchanged.status, unchanged.problem.message]).toEqual([403, messages.ownersOnly])
    const [changed, made] = await lines()
    expect([changed!.after, made!.after]).toEqual([
      { Name: 'By another' },
      { Name: 'For all', List: 'movies', Shows: MOVIES.query, 'Who sees it': 'Everyone who can see this list' },
    ])
  })

  test('is seen by those alone who may see the list', async () => {
    await saved('dayo', 'Guests', { ...GUESTS, audience: 'all' })
    expect(await namesFor('ada')).toEqual(['Guests'])
    expect(await namesFor('efe')).toEqual(['Guests'])
    expect(await namesFor('chidi')).toEqual([])
  })

  test('for a role is seen by those who have it, for all cinemas or for some, and by those who share views', async () => {
    const missing = await save('dayo', 'Desk', { audience: 'role' })
    expect(missing.problem.errors).toEqual([{ field: 'roleId', message: messages.noRole }])
    const unknown = await save('dayo', 'Desk', { audience: 'role', roleId: 9999 })
    expect(unknown.problem.errors).toEqual([{ field: 'roleId', message: messages.noSuchRole }])
    const view = await saved('dayo', 'Desk', { audience: 'role', roleId: roleIds.Desk })
    expect(view.role).toBe('Desk')
    for (const who of ['ada', 'bola', 'efe', 'dayo']) expect([who, await namesFor(who)]).toEqual([who, ['Desk']])
    expect(await namesFor('chidi')).toEqual([])
    expect((await server.call(views.list)).body.data.views.map(({ name }) => name)).toEqual(['Desk'])
  })

  test('of a role that is deleted is its owner’s alone again', async () => {
    const role = (await server.call(roles.create, { body: { name: 'Short-lived', permissions: ['movies:read'] } })).body
      .data
    const view = await saved('dayo', 'Theirs', { audience: 'role', roleId: role.id })
    expect((await server.call(roles.remove, { params: { id: role.id } })).status).toBe(200)
    expect((await server.call(views.list)).body.data.views).toEqual([])
    const [own] = (await as('dayo', views.list)).body.data.views
    expect(own).toMatchObject({ id: view.id, audience: 'own', roleId: null })
    expect((await change('dayo', own!, { name: 'Mine again' })).status).toBe(200)
  })

  test('stays when its owner leaves; what they kept for themselves is seen by nobody until they are back', async () => {
    const leaver = await addAdmin(server.db, {
      email: 'leaver@views.example',
      firstName: 'Lea',
      lastName: 'Ver',
      userType: 'Admin',
      roleId: roleIds.People!,
      passwordHash: '-',
    })
    people.leaver = leaver.id
    await saved('leaver', 'Kept')
    const shared = await saved('leaver', 'Left to all', { audience: 'all' })
    expect((await server.call(admins.remove, { params: { id: leaver.id } })).status).toBe(200)
    const [view] = (await as('ada', views.list)).body.data.views
    expect(view).toMatchObject({ id: shared.id, owner: null })
    expect(await namesFor('dayo')).toEqual(['Left to all'])
    expect((await as('dayo', views.remove, { params: { id: shared.id } })).status).toBe(200)
    expect((await server.call(admins.restore, { params: { id: leaver.id } })).status).toBe(200)
    expect(await namesFor('leaver')).toEqual(['Kept'])
  })
})

test('a list starts for a person with a view that they see', async () => {
  const own = await saved('ada', 'Mine')
  const shared = await saved('dayo', 'For all', { audience: 'all' })
  const start = (who: string, viewId: number | null, list = 'movies') =>
    as(who, views.setDefault, { body: { list, viewId } })
  const defaultViews = async (who: string) => (await as(who, views.list)).body.data.defaultViews
  expect((await start('ada', own.id)).body.message).toBe(messages.defaultSet)
  expect((await start('ada', shared.id)).status).toBe(200)
  expect(await defaultViews('ada')).toEqual([{ list: 'movies', viewId: shared.id }])
  expect(await defaultViews('bola')).toEqual([])
  for (const answer of [await start('bola', own.id), await start('ada', own.id, 'users'), await start('ada', 9999)])
    expect([answer.status, answer.problem.message]).toEqual([404, messages.noSuchView])
  await as('dayo', views.remove, { params: { id: shared.id } })
  expect(await defaultViews('ada')).toEqual([])
  await as('dayo', views.restore, { params: { id: shared.id } })
  expect(await defaultViews('ada')).toEqual([{ list: 'movies', viewId: shared.id }])
  expect((await start('ada', null)).body.message).toBe(messages.defaultRemoved)
  expect(await defaultViews('ada')).toEqual([])
})

test('the palette finds a view by its name, as its address', async () => {
  const { id } = await saved('ada', 'Ṣadé’s mornings', { query: { search: 'a b' } })
  const found = await as('ada', search.find, { query: { query: 'sade morn' } })
  expect(found.body.data).toEqual([
    { kind: 'view', id: `movies?search=a+b&view=${id}`, title: 'Ṣadé’s mornings', subtitle: 'Only me' },
  ])
  expect((await as('bola', search.find, { query: { query: 'sade morn' } })).body.data).toEqual([])
})

test('a view that was deleted goes after thirty days', async () => {
  const { id } = await saved('ada', 'Old')
  await as('ada', views.remove, { params: { id } })
  await saved('ada', 'New')
  const { app, db } = server
  const forget = (days: number) => {
    const now = new Date(app.clock.now().getTime() + days * 86_400_000)
    return deletedViews.forget(db, deletedViews.before(app.env, now)!, 100)
  }
  expect([await forget(29), await forget(31)]).toEqual([0, 1])
  expect(await namesFor('ada')).toEqual(['New'])
})

test('views that are called after somebody who is erased are called otherwise', async () => {
  const names = ['Ngozi Okafor', 'ngozi okafor, films', 'Others']
  for (const name of names) await saved('ada', name)
  await person.erase!(server.db, { searchTerms: { needles: ['%ngozi okafor%'] } } as never)
  const left = await namesFor('ada')
  expect([left.length, left.filter((name) => /^View \d+$/.test(name)).length]).toEqual([3, 2])
})
