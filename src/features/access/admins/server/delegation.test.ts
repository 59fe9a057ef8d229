/** People who manage people: whom they see, what they may give, and every way to more than that. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from '#app/server-features.ts'
import { session } from '#features/access/session/contract.ts'
import { messages as sessionMessages } from '#features/access/session/rules.ts'
import { serviceTokens } from '#features/access/service-tokens/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { testServer, type Call, type TestServer } from '#server/test/harness.ts'
import { admins, type AdminRow } from '../contract.ts'
import { roles } from '../role-contract.ts'
import { messages } from '../rules.ts'

const LEKKI = '0002'
const IKEJA = '0001'
const IBADAN = '0003'

let server: TestServer
const role: Record<string, number> = {}
const people: Record<string, number> = {}

type CinemaRole = { roleId: number; states: number[]; cinemas: string[] }
const at = (name: string, places: { states?: number[]; cinemas?: string[] }): CinemaRole => ({
  roleId: role[name]!,
  states: places.states ?? [],
  cinemas: places.cinemas ?? [],
})
let number = 0
const body = (more: object) => ({
  email: `delegated${++number}@test.example`,
  mobile: '0803 123 4567',
  userType: 'ADMIN',
  password: 'harmattan at noon',
  first_name: 'Ireti',
  last_name: `Doyle ${number}`,
  ...more,
})

async function add(name: string, more: object) {
  const answer = await server.call(admins.create, { body: body({ first_name: name, last_name: 'Delegated', ...more }) })
  if (answer.status !== 201) throw new Error(answer.text)
  people[name] = answer.body.data.id
}

async function as<E extends Endpoint>(name: string, endpoint: E, call: Call<E> = {}) {
  const { app } = server
  const { sessionId } = await openSession(app.db, people[name]!, app.clock.now(), app.env.session)
  const token = await app.accessTokens.sign(sessionId, app.clock.now())
  return server.call(endpoint, { ...call, as: 'nobody', headers: { authorization: `Bearer ${token}` } })
}

const rowOf = async (name: string): Promise<AdminRow> => {
  const { body: found } = await server.call(admins.list, { query: {} })
  return (found.data as AdminRow[]).find(({ id }) => id === people[name])!
}
const toEdit = ({ email, firstName, lastName, userType, version }: AdminRow, change: object = {}) => ({
  email,
  mobile: '0803 123 4567',
  userType,
  firstName,
  lastName,
  version,
  ...change,
})
const edit = async (who: string, whom: string, change: object = {}) =>
  as(who, admins.edit, { params: { id: people[whom]! }, body: toEdit(await rowOf(whom), change) })
const seen = async (who: string) => {
  const listed = await as(who, admins.list, { query: { search: 'delegated' } })
  return (listed.body.data as AdminRow[]).map(({ firstName }) => firstName).toSorted()
}

beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos'), ('Oyo')`)
  await server.db.execute(sql`
    insert into cinemas (id, state_id, name) values (${IKEJA}, 1, 'Ikeja'), (${LEKKI}, 1, 'Lekki'), (${IBADAN}, 2, 'Ibadan')`)
  for (const [name, permissions] of Object.entries({
    Regional: ['cubes:write', 'events:read', 'admins:write', 'admins:export'],
    Rooms: ['cubes:write'],
    Marketing: ['promotions:write'],
    Staff: ['admins:write', 'cubes:write'],
    Reader: ['admins:read', 'cubes:read'],
  })) {
    const { body: made } = await server.call(roles.create, { body: { name, permissions } })
    role[name] = made.data.id
  }
  await add('lagos', { cinemaRoles: [at('Regional', { states: [1] })] })
  await add('peer', { cinemaRoles: [at('Regional', { states: [1] })] })
  await add('lekki', { cinemaRoles: [at('Rooms', { cinemas: [LEKKI] })] })
  await add('state', { cinemaRoles: [at('Rooms', { states: [1] })] })
  await add('ibadan', { cinemaRoles: [at('Rooms', { cinemas: [IBADAN] })] })
  await add('both', { cinemaRoles: [at('Rooms', { cinemas: [LEKKI, IBADAN] })] })
  await add('marketeer', { cinemaRoles: [at('Marketing', { cinemas: [LEKKI] })] })
  await add('chain', { roleId: role.Rooms! })
  await add('default', {})
  await add('editor', { userType: 'EDITOR', roleId: role.Rooms! })
  await add('boss', { userType: 'SUPERADMIN' })
  await add('staff', { roleId: role.Staff! })
  await add('reader', { cinemaRoles: [at('Reader', { cinemas: [LEKKI] })] })
})
afterAll(() => server.close())

const WITHIN = ['lekki', 'peer', 'state']
const BEYOND = ['ibadan', 'both', 'marketeer', 'chain', 'default', 'editor', 'boss', 'staff']

describe('somebody who manages the people of a state', () => {
  test('sees those whose every right is one of theirs, wherever people are listed', async () => {
    // A reader may see people, and not what the manager may: no more than their own.
    expect(await seen('lagos')).toEqual(['lagos', ...WITHIN, 'reader'].toSorted())
    expect(await seen('reader')).toEqual(['reader'])
    const page = await as('lagos', admins.list, { query: { page: 1, perPage: 2, search: 'delegated' } })
    expect(page.body.data).toMatchObject({ totalCount: 5, admins: [{}, {}] })
    const file = await as('lagos', admins.csv)
    const holders = await as('lagos', roles.holders, { params: { permission: 'cubes:write' }, query: {} })
    expect(holders.body.data.admins.map(({ name }) => name.split(' ')[0]).toSorted()).toEqual(
      ['lagos', ...WITHIN].toSorted(),
    )
    for (const name of BEYOND) {
      expect(file.text).not.toContain(`${name} Delegated`)
      const one = await as('lagos', roles.ofPerson, { params: { id: people[name]! } })
      expect([one.status, one.problem.message]).toEqual([404, 'Admin not found'])
    }
    for (const name of ['lagos', ...WITHIN]) expect(file.text).toContain(`${name} Delegated`)
  })

  test('sees the roles that go no further, with those of their people who have them', async () => {
    const { body: found } = await as('lagos', roles.list, { query: {} })
    expect(found.data.map(({ name, admins: many }) => [name, many])).toEqual([
      ['Powerless', 0],
      ['Reader', 1],
      ['Regional', 2],
      ['Rooms', 2],
      ['Staff', 0],
    ])
    expect((await as('lagos', roles.fetch, { params: { id: role.Marketing! }, query: {} })).status).toBe(404)
  })

  test.each([
    ['a cinema of theirs', () => ({ cinemaRoles: [at('Rooms', { cinemas: [LEKKI] })] })],
    ['their state', () => ({ cinemaRoles: [at('Rooms', { states: [1] })] })],
    ['as much as they have', () => ({ cinemaRoles: [at('Regional', { states: [1], cinemas: [IKEJA] })] })],
  ])('gives a role at %s', async (_, given) => {
    const answer = await as('lagos', admins.create, { body: body(given()) })
    expect(answer.status).toBe(201)
    expect((await as('lagos', admins.remove, { params: { id: answer.body.data.id }, query: {} })).status).toBe(200)
  })

  test.each([
    [
      'another cinema',
      () => ({ cinemaRoles: [at('Rooms', { cinemas: [IBADAN] })] }),
      '“Manage: Admin Settings” at Ibadan',
    ],
    ['another state', () => ({ cinemaRoles: [at('Rooms', { states: [1, 2] })] }), '“Manage: Admin Settings” in Oyo'],
    ['all cinemas', () => ({ roleId: role.Rooms! }), '“Manage: Admin Settings” for all cinemas'],
    ['all cinemas, as the default is', () => ({}), '“Manage: Admin Settings” for all cinemas'],
    [
      'a role that allows more',
      () => ({ cinemaRoles: [at('Marketing', { cinemas: [LEKKI] })] }),
      '“View: Promotions” at Lekki',
    ],
    [
      'two, one of which is too much',
      () => ({ cinemaRoles: [at('Rooms', { cinemas: [LEKKI] }), at('Rooms', { cinemas: [IBADAN] })] }),
      '“Manage: Admin Settings” at Ibadan',
    ],
  ] as const)('gives none for %s', async (_, given, what) => {
    const before = await server.db.$count(sql`admins` as never)
    const made = await as('lagos', admins.create, { body: body(given()) })
    const message = `You cannot give or manage permissions you do not have: ${what}`
    expect([made.status, made.problem.message]).toEqual([403, message])
    const changed = await edit('lagos', 'lekki', { roleId: role.Rooms!, ...given() })
    expect([changed.status, changed.problem.message]).toEqual([
      403,
      expect.stringContaining('You cannot give or manage permissions you do not have: '),
    ])
    expect(await server.db.$count(sql`admins` as never)).toBe(before)
  })

  test.each(['SUPERADMIN', 'EDITOR'])('makes nobody of the type %s', async (userType) => {
    const given = { userType, cinemaRoles: [at('Rooms', { cinemas: [LEKKI] })] }
    const answers = [await as('lagos', admins.create, { body: body(given) }), await edit('lagos', 'lekki', given)]
    for (const { status, problem } of answers)
      expect([status, problem.message]).toEqual([403, 'Only superadmins can manage superadmins and editors'])
  })

  test('changes, signs out, deletes and takes back those within their rights', async () => {
    const made = await as('lagos', admins.create, { body: body({ cinemaRoles: [at('Rooms', { cinemas: [LEKKI] })] }) })
    people.temporary = made.body.data.id
    const params = { id: made.body.data.id }
    const changed = await edit('lagos', 'temporary', {
      email: 'moved@test.example',
      password: 'another password by far',
      cinemaRoles: [at('Rooms', { cinemas: [IKEJA] })],
    })
    expect([changed.status, changed.body.data.cinemaRoles.map(({ places }) => places)]).toEqual([200, [['Ikeja']]])
    expect((await as('lagos', admins.endSessions, { params })).status).toBe(200)
    expect((await as('lagos', admins.leaving, { params })).status).toBe(200)
    expect((await as('lagos', admins.remove, { params, query: { successor: people.lekki! } })).status).toBe(200)
    expect((await as('lagos', admins.restore, { params })).status).toBe(200)
    const heir = await as('lagos', admins.remove, { params, query: { successor: people.boss! } })
    expect([heir.status, heir.problem.message]).toEqual([422, messages.cannotTakeOver])
    expect((await as('lagos', admins.remove, { params, query: {} })).status).toBe(200)
  })

  const onPerson = everyEndpoint.filter(
    ({ feature, permission, path }) => feature === 'admins' && permission === 'admins:write' && path.includes('{id}'),
  )
  // ASVS: 8.2.2
  test.each(onPerson.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is refused %s of whoever is beyond them, as of nobody, and it changes nothing',
    async (name, endpoint) => {
      const stored = async () =>
        (
          await server.db.execute(sql`
          select array(select to_jsonb(a) from admins a order by id) as people,
            array(select to_jsonb(g) from cinema_roles g order by id) as cinemaRoles,
            array(select to_jsonb(s) from sessions s where ended_at is not null order by id) as ended`)
        ).rows
      for (const whom of [...BEYOND, 'nobody']) {
        const id = people[whom] ?? 99_999
        // What was deleted within the minute is beyond them still.
        if (name === 'restore' && people[whom])
          await server.db.execute(
            sql`update admins set deleted_at = ${server.clock.now().toISOString()} where id = ${id}`,
          )
        const before = await stored()
        const change = toEdit(await rowOf(name === 'restore' || whom === 'nobody' ? 'lekki' : whom))
        const answer = await as('lagos', endpoint, {
          params: { id } as never,
          query: {} as never,
          body: { ...change, email: 'taken.over@test.example', password: 'another password by far', reason: 'Lost' },
        })
        expect([whom, answer.status, answer.problem.message]).toEqual([whom, 403, messages.beyond])
        expect(await stored()).toEqual(before)
        await server.db.execute(sql`update admins set deleted_at = null where id = ${id}`)
      }
    },
  )

  test('does not raise themselves, nor have a peer raise them', async () => {
    for (const change of [
      { cinemaRoles: [at('Regional', { states: [1] }), at('Rooms', { cinemas: [LEKKI] })] },
      { cinemaRoles: [], roleId: null },
      { cinemaRoles: [at('Regional', { states: [1, 2] })] },
      { userType: 'SUPERADMIN' },
    ])
      expect((await edit('lagos', 'lagos', change)).status).toBe(403)
    expect((await edit('peer', 'lagos', { cinemaRoles: [at('Regional', { states: [1, 2] })] })).status).toBe(403)
    expect((await edit('lagos', 'lagos', { lastName: 'Delegated' })).status).toBe(200)
    expect(await seen('lagos')).toContain('peer')
  })

  test('makes and changes no role, and no service token', async () => {
    const answers = [
      await as('lagos', roles.create, { body: { name: 'Mine', permissions: ['*'] } }),
      await as('lagos', roles.change, { params: { id: role.Regional! }, body: { permissions: ['*'] } }),
      await as('lagos', roles.remove, { params: { id: role.Marketing! } }),
      await as('lagos', serviceTokens.create, { body: { name: 'Mine', roleId: role.Rooms!, days: 30 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  test('no longer sees who has outgrown them; what they gave stays', async () => {
    const own = await rowOf('peer')
    await add('given', { cinemaRoles: [at('Rooms', { states: [1] })] })
    expect(await seen('peer')).toContain('given')
    const shrunk = await server.call(admins.edit, {
      params: { id: own.id },
      body: toEdit(own, { cinemaRoles: [at('Regional', { cinemas: [LEKKI] })] }),
    })
    expect(shrunk.status).toBe(200)
    expect(await seen('peer')).not.toContain('given')
    expect((await edit('peer', 'given')).problem.message).toBe(messages.beyond)
    expect((await rowOf('given')).cinemaRoles.map(({ states }) => states)).toEqual([[1]])
    const params = { id: people.given! }
    expect((await server.call(admins.remove, { params, query: {} })).status).toBe(200)
  })
})

describe('a role for all cinemas that manages people', () => {
  test('shows everybody, with why somebody cannot be changed', async () => {
    const listed = (await as('staff', admins.list, { query: { search: 'delegated' } })).body.data as AdminRow[]
    const reasons = Object.fromEntries(listed.map(({ firstName, blockedReason }) => [firstName, blockedReason]))
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining([...WITHIN, ...BEYOND]))
    expect(reasons).toMatchObject({
      lekki: undefined,
      chain: undefined,
      boss: 'Only superadmins can manage superadmins and editors',
      default: 'You cannot give or manage permissions you do not have: everything for all cinemas',
      marketeer: 'You cannot give or manage permissions you do not have: “View: Promotions” at Lekki',
    })
    const answer = await edit('staff', 'boss', { email: 'taken.over@test.example' })
    expect([answer.status, answer.problem.message]).toEqual([403, reasons.boss])
    expect((await edit('staff', 'chain', { lastName: 'Delegated' })).status).toBe(200)
  })

  test('is not part of everything, and nothing for a service token', async () => {
    const everything = await as('default', admins.create, { body: body({ roleId: role.Rooms! }) })
    expect([everything.status, (await as('default', admins.list, { query: {} })).status]).toEqual([403, 200])
    const made = await server.call(serviceTokens.create, { body: { name: 'People', roleId: role.Staff!, days: 30 } })
    const authorization = `Bearer ${made.body.data.secret}`
    const asToken = (headers: Record<string, string>) =>
      server.call(admins.create, { as: 'nobody', headers, body: body({ roleId: role.Rooms! }) })
    const answer = await asToken({ authorization })
    expect([answer.status, answer.problem.message]).toEqual([
      403,
      'Service tokens cannot do this, because they have no account',
    ])
  })

  test('comes with everything where a role says both', async () => {
    const { body: made } = await server.call(roles.create, {
      body: { name: 'Head office', permissions: ['*', 'admins:write', 'cubes:read'] },
    })
    expect(made.data.permissions).toEqual(['*', 'admins:write'])
    await add('head', { roleId: made.data.id })
    expect((await as('head', admins.create, { body: body({}) })).status).toBe(201)
    const holders = await server.call(roles.holders, {
      params: { permission: 'admins:write' },
      query: { perPage: 100 },
    })
    const names = holders.body.data.admins.map(({ name }) => name)
    expect(names).toContain('head Delegated')
    expect(names).not.toContain('default Delegated')
  })
})

describe('the file of who can do what', () => {
  const file = async (who?: string) => {
    const answer = who ? await as(who, roles.csv) : await server.call(roles.csv)
    expect(answer.status).toBe(200)
    return answer.text.split('\r\n').map((line) => line.replace(/^\ufeff/, ''))
  }

  test('has a line for each permission of each person, with where', async () => {
    const lines = await file()
    expect(lines[0]).toBe('Person,Email,Type,Area,Permission,Where,Last sign-in,Two-factor authentication')
    const of = (name: string) =>
      lines.filter((line) => line.startsWith(`${name} Delegated,`)).map((line) => line.replace(/^[^,]*,[^,]*,/, ''))
    expect(of('both')).toEqual([
      'Admin,Cube bookings,View,"Ibadan, Lekki",,Off',
      'Admin,Cube bookings,Manage,"Ibadan, Lekki",,Off',
    ])
    expect(of('chain')).toEqual([
      expect.stringMatching(/^Admin,Cube bookings,View,All cinemas,.*,Off$/),
      expect.stringMatching(/^Admin,Cube bookings,Manage,All cinemas,.*,Off$/),
    ])
    expect(of('state')[0]).toBe('Admin,Cube bookings,View,Lagos,,Off')
    expect(of('marketeer')).toEqual(['Admin,None,,,,Off'])
    expect(of('editor')).toEqual(['Editor,None,Editors cannot sign in,,,Off'])
    expect(of('boss').at(-1)).toMatch(/^Super Admin,Superadmins only,Manage,All cinemas,/)
    expect(of('lagos')[0]).toMatch(/,Lagos,\d\d\/11\/2026 .*,Off$/)
  })

  test('shows nobody whom its reader does not see', async () => {
    const lines = await file('lagos')
    const names = [...new Set(lines.slice(1, -1).map((line) => line.split(' ')[0]))]
    expect(names.toSorted()).toEqual(await seen('lagos'))
    expect((await as('lekki', roles.csv)).status).toBe(403)
  })
})

describe('an invitation', () => {
  const invite = async (who: string, given: object) => {
    const { password: _, ...rest } = body(given)
    const answer = await as(who, admins.create, { body: rest })
    expect(answer.status).toBe(201)
    people.invited = answer.body.data.id
    return answer.body.data
  }
  const tokenOf = async ({ email }: { email: string }) => {
    await server.runJobs()
    const { rows } = await server.db.execute<{ body: string }>(
      sql`select body from outbox where recipient = ${email} order by id desc limit 1`,
    )
    return /accept-invitation\/([\w-]+)/.exec(rows[0]!.body)![1]!
  }
  const accept = (token: string) =>
    server.call(session.acceptInvitation, {
      as: 'nobody',
      params: { token },
      body: { password: 'harmattan at noon again' },
    })

  test('gives no more than whoever sent it could give when it is accepted', async () => {
    const { body: made } = await server.call(roles.create, { body: { name: 'Growing', permissions: ['cubes:read'] } })
    role.Growing = made.data.id
    const person = await invite('lagos', { cinemaRoles: [at('Growing', { cinemas: [LEKKI] })] })
    const token = await tokenOf(person)
    const grow = (permissions: string[]) =>
      server.call(roles.change, { params: { id: role.Growing! }, body: { permissions } })
    expect((await grow(['cubes:read', 'tickets:read'])).status).toBe(200)
    const refused = [await accept(token), await server.call(session.invitation, { as: 'nobody', params: { token } })]
    for (const { status, problem } of refused)
      expect([status, problem.message]).toEqual([422, sessionMessages.invitationOutgrown])
    // Not used up by that: what it gives may be within their rights again.
    expect((await grow(['cubes:read'])).status).toBe(200)
    expect((await accept(token)).status).toBe(200)
  })

  test('that a superadmin sends again, or changes, is theirs', async () => {
    const sent = await invite('lagos', { cinemaRoles: [at('Growing', { cinemas: [LEKKI] })] })
    const raised = await server.call(admins.edit, {
      params: { id: sent.id },
      body: toEdit(sent, { cinemaRoles: [at('Marketing', { cinemas: [LEKKI] })] }),
    })
    expect(raised.status).toBe(200)
    expect((await accept(await tokenOf(sent))).status).toBe(200)
    const other = await invite('peer', { cinemaRoles: [at('Growing', { cinemas: [LEKKI] })] })
    const again = () => as('peer', admins.inviteAgain, { params: { id: other.id } })
    expect((await again()).status).toBe(200)
    await server.call(admins.remove, { params: { id: people.peer! }, query: {} })
    expect((await accept(await tokenOf(other))).problem.message).toBe(sessionMessages.invitationOutgrown)
    await server.call(admins.inviteAgain, { params: { id: other.id } })
    expect((await accept(await tokenOf(other))).status).toBe(200)
  })
})
