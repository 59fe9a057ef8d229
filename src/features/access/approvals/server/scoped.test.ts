/** Proposals about what belongs to a cinema: whom they wait for, and of whom they are kept. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OTHER_CINEMA } from '#contract/permissions.ts'
import { admins } from '#features/access/admins/contract.ts'
import { cubes, type Cube } from '#features/rooms/cubes/contract.ts'
import { addCube } from '#features/rooms/cubes/server/test/chain.ts'
import { alerts } from '#features/messages/alerts/contract.ts'
import { deliverAlerts } from '#features/messages/alerts/server/jobs.ts'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { noRules, person, setRule, type Person } from './test/office.ts'

const LEKKI = '0002'
const IKEJA = '0001'
const IBADAN = '0003'

let server: TestServer
let cube: Cube
const people: Record<string, Person> = {}

/** Somebody whose role is for some cinemas. */
async function personAt(name: string, granted: string[], at: { states?: number[]; cinemas?: string[] }) {
  const made = await person(server, name, granted)
  await give(made, granted, at)
  people[name.split(' ')[0]!.toLowerCase()] = made
}
async function give(
  who: Person,
  granted: string[],
  { states = [], cinemas = [] }: { states?: number[]; cinemas?: string[] },
) {
  const [role] = await server.db
    .insert(roles)
    .values({ name: `${who.name} ${Math.random()}`, permissions: granted })
    .returning({ id: roles.id })
  await server.db.execute(sql`update admins set role_id = null where id = ${who.id}`)
  await server.db.execute(sql`delete from cinema_roles where admin_id = ${who.id}`)
  await server.db.execute(sql`
    insert into cinema_roles (admin_id, role_id, states, cinemas) values
    (${who.id}, ${role!.id}, ${sql.param(states)}::int[], ${sql.param(cinemas)}::text[])`)
}

const CUBES = ['cubes:read', 'cubes:write']
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos'), ('Oyo')`)
  await server.db.execute(sql`
    insert into cinemas (id, state_id, name) values (${IKEJA}, 1, 'Ikeja'), (${LEKKI}, 1, 'Lekki'), (${IBADAN}, 2, 'Ibadan')`)
  cube = await addCube(server, { cinema_id: LEKKI, name: 'Cube of Lekki' })
  await personAt('Lekki Manager', CUBES, { cinemas: [LEKKI] })
  await personAt('Lagos Region', CUBES, { states: [1] })
  await personAt('Ikeja Manager', CUBES, { cinemas: [IKEJA] })
  await personAt('Ibadan Manager', CUBES, { cinemas: [IBADAN] })
  await personAt('Guest Desk', ['cubes:read'], { cinemas: [LEKKI] })
  people.chain = await person(server, 'Chain Wide', CUBES)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await noRules(server)
  await setRule(server, 'prices', 1, { isEmailed: true })
  await server.db.execute(sql`truncate alerts, alert_deliveries, emails, outbox`)
})

let price = 10_000
const requestApproval = () =>
  people.lekki!.requestApproval(cubes.change, {
    params: { id: cube.id },
    body: { base_price: (price += 1000), cinema_id: LEKKI },
  })
const alertsOf = async (who: Person) => {
  await deliverAlerts.run(server.app, {})
  return (await who.call(alerts.list, { query: {} })).body.data.totalCount
}
const listed = async (who: Person, tab: 'pending' | 'all') =>
  (await who.call(approvals.list, { query: { tab } })).body.data.approvalRequests.map(({ id }) => id)

describe('a proposal about a cube of Lekki', () => {
  test('is for those who may do it there: in lists, numbers, alerts and emails', async () => {
    const { id } = await requestApproval()
    for (const name of ['lagos', 'chain']) {
      const who = people[name]!
      expect([name, await listed(who, 'pending'), await alertsOf(who)]).toEqual([name, [id], 1])
      expect(await who.pending()).toBe(1)
      expect((await who.see(id)).decisionBlockedReason).toBeNull()
    }
    for (const name of ['ikeja', 'ibadan', 'guest']) {
      const who = people[name]!
      expect([name, await listed(who, 'all'), await who.pending(), await alertsOf(who)]).toEqual([name, [], 0, 0])
      const answers = [
        await who.call(approvals.fetch, { params: { id } }),
        await who.approve({ id, fingerprint: 'x' }),
        await who.call(approvals.reject, { params: { id }, body: { reason: 'No' } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    await server.runJobs()
    const { rows } = await server.db.execute<{ recipient: string }>(
      sql`select recipient from outbox where recipient like '%@office.example' order by recipient`,
    )
    const written = rows.map(({ recipient }) => recipient.split('.')[0])
    expect(written).toEqual(['chain', 'lagos'])
    // Whoever proposed it sees it, and cannot decide.
    expect((await people.lekki!.see(id)).decisionBlockedReason).toBe(messages.ownApprovalRequest)
    await people.lekki!.call(approvals.withdraw, { params: { id } })
  })

  test('is done by whoever approves it there', async () => {
    const approvalRequest = await requestApproval()
    expect((await people.lagos!.approve(approvalRequest)).status).toBe(200)
    const { rows } = await server.db.execute<{ kobo: number }>(
      sql`select base_kobo::int as kobo from cubes where id = ${cube.id}`,
    )
    expect(rows[0]!.kobo).toBe(price * 100)
  })

  test('is nobody’s whose cinemas are others by then', async () => {
    const approvalRequest = await requestApproval()
    expect(await alertsOf(people.lagos!)).toBe(1)
    await give(people.lagos!, CUBES, { cinemas: [IKEJA] })
    expect([await people.lagos!.pending(), await alertsOf(people.lagos!)]).toEqual([0, 0])
    expect((await people.lagos!.approve(approvalRequest)).status).toBe(404)
    await give(people.lagos!, CUBES, { states: [1] })
    // And not done for whoever may not do it there any more.
    await give(people.lekki!, CUBES, { cinemas: [IKEJA] })
    const answer = await people.chain!.approve(approvalRequest)
    expect([answer.status, answer.problem.message]).toEqual([
      409,
      messages.rejectedAlready(messages.lost('Lekki Manager', OTHER_CINEMA)),
    ])
    await give(people.lekki!, CUBES, { cinemas: [LEKKI] })
  })

  test('does not count as the second person of a rule: that one may approve at every cinema', async () => {
    const others = sql`id = ${people.chain!.id} or email = 'admin@test.example'`
    await server.db.execute(sql`update admins set deleted_at = now() where ${others}`)
    const answer = await server.call(approvals.setRule, {
      params: { action: 'prices' },
      body: { threshold: 2, hours: 72, isEmailed: false },
    })
    expect([answer.status, answer.problem.message]).toEqual([409, messages.noSecondApprover])
    await server.db.execute(sql`update admins set deleted_at = null where ${others}`)
  })
})

describe('a role that is given for a cinema', () => {
  test('is approved by those who could give it themselves, and by no others', async () => {
    await person(server, 'Second Superadmin')
    await noRules(server)
    await setRule(server, 'roles', 1)
    await personAt('Staff Lagos', [...CUBES, 'admins:read', 'admins:write'], { states: [1] })
    await personAt('Peer Lagos', [...CUBES, 'admins:read', 'admins:write'], { states: [1] })
    await personAt('Poor Lagos', ['cubes:read', 'admins:read', 'admins:write'], { states: [1] })
    await personAt('Oyo Staff', [...CUBES, 'admins:read', 'admins:write'], { states: [2] })
    const [role] = await server.db
      .insert(roles)
      .values({ name: 'Rooms', permissions: CUBES })
      .returning({ id: roles.id })
    const approvalRequest = await people.staff!.requestApproval(admins.create, {
      body: {
        email: 'new@office.example',
        mobile: '0803 123 4567',
        userType: 'ADMIN',
        first_name: 'New',
        last_name: 'One',
        cinemaRoles: [{ roleId: role!.id, states: [], cinemas: [LEKKI] }],
      },
    })
    for (const name of ['poor', 'oyo', 'lekki']) expect([name, await people[name]!.pending()]).toEqual([name, 0])
    expect((await people.poor!.approve(approvalRequest)).status).toBe(404)
    expect((await people.peer!.approve(approvalRequest)).status).toBe(200)
    const { rows } = await server.db.execute<{ by: number }>(
      sql`select invited_by as by from admins where email = 'new@office.example'`,
    )
    expect(rows[0]!.by).toBe(people.staff!.id)
  })
})
