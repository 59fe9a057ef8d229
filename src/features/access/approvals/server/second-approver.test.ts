/** Two people are two, and there stay two of them. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admins, type AdminRow } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { customer, noRules, person, setRule, type Person } from './test/office.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await noRules(server)
})

const superadmins = async () =>
  (await server.db.execute(sql`select from admins where user_type = 'Super Admin' and deleted_at is null`)).rowCount
const rowOf = async (id: number) =>
  ((await server.call(admins.list, { as: 'admin', query: {} })).body.data as AdminRow[]).find((row) => row.id === id)!
const demote = async (by: Person | undefined, { id }: { id: number }) => {
  const { email, firstName, lastName } = await rowOf(id)
  const call = {
    params: { id },
    body: { email, firstName, lastName, mobile: '0803 123 4567', userType: 'ADMIN' },
  }
  return by ? by.call(admins.edit, call) : server.call(admins.edit, call)
}
const remove = (by: Person | undefined, { id }: { id: number }) =>
  by ? by.call(admins.remove, { params: { id }, query: {} }) : server.call(admins.remove, { params: { id }, query: {} })

describe('a rule that superadmins approve', () => {
  test('keeps the second superadmin, until it is switched off', async () => {
    const second = await person(server, 'Second Superadmin')
    await setRule(server, 'erasure', 1)
    for (const take of [demote, remove]) {
      const answer = await take(undefined, second)
      expect([answer.status, answer.problem.message]).toEqual([409, messages.lastSecondApprover('Erasure')])
    }
    expect(await superadmins()).toBe(2)
    await setRule(server, 'erasure', null)
    expect((await demote(undefined, second)).status).toBe(200)
    expect((await remove(undefined, second)).status).toBe(200)
  })

  test('keeps two of three, who take each other’s rights at once', async () => {
    await server.db.execute(sql`update admins set deleted_at = now() where email = 'superadmin@test.example'`)
    for (const take of [demote, remove]) {
      const three = [
        await person(server, 'Ada Obi'),
        await person(server, 'Bisi Ade'),
        await person(server, 'Chidi Eze'),
      ]
      await setRuleBy(three[0]!)
      const answers = await Promise.all(three.map((one, n) => take(one, three[(n + 1) % 3]!)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await superadmins()).toBe(2)
      await server.db.execute(sql`update admins set deleted_at = now() where user_type = 'Super Admin'`)
      await noRules(server)
    }
    await server.db.execute(sql`update admins set deleted_at = null where email = 'superadmin@test.example'`)
  })

  test('is not set while the second superadmin goes, nor the other way round', async () => {
    for (let round = 0; round < 5; round++) {
      const second = await person(server, 'Second Superadmin')
      const set = server.call(approvals.setRule, {
        params: { action: 'erasure' },
        body: { threshold: 1, hours: 72, isEmailed: false },
      })
      const [rule, previous] = await Promise.all([set, remove(undefined, second)])
      expect([rule.status, previous.status].toSorted()).toEqual([200, 409])
      await noRules(server)
      await server.db.execute(sql`update admins set deleted_at = now() where id = ${second.id}`)
    }
  })
})

test('a role keeps what the second person of a rule needs', async () => {
  const { body } = await server.call(roles.create, { body: { name: 'Points', permissions: ['points:write'] } })
  const { id } = body.data
  await server.db.execute(sql`update admins set deleted_at = now() where user_type = 'Admin'`)
  const clerk = await person(server, 'Only Clerk', ['points:read'])
  await server.db.execute(sql`update admins set role_id = ${id} where id = ${clerk.id}`)
  await setRule(server, 'points', 1)
  const change = () => server.call(roles.change, { params: { id }, body: { permissions: ['points:read'] } })
  const answer = await change()
  expect([answer.status, answer.problem.message]).toEqual([409, messages.lastSecondApprover('Points')])
  await noRules(server)
  expect((await change()).status).toBe(200)
  await server.db.execute(sql`update admins set deleted_at = null where email = 'admin@test.example'`)
})

describe('one person with two accounts', () => {
  const both = ['points:read', 'points:write']
  const award = async (by: Person) =>
    by.requestApproval(points.award, {
      params: { id: await customer(server) },
      body: { points: 60, reason: 'Premiere' },
    })
  /** What they are told who would decide about it, wherever they try. */
  const reply = async (by: Person, approvalRequest: Awaited<ReturnType<typeof award>>) => {
    const answers = [
      await by.approve(approvalRequest),
      await by.call(approvals.reject, { params: { id: approvalRequest.id }, body: { reason: 'No' } }),
    ]
    return [
      (await by.see(approvalRequest.id)).decisionBlockedReason,
      ...answers.map(({ status, problem }) => [status, problem.message]),
      await by.pending(),
    ]
  }
  const REFUSED = [messages.onePerson, [403, messages.onePerson], [403, messages.onePerson], 0]
  beforeEach(async () => {
    await server.db.execute(sql`delete from approval_requests`)
    await setRule(server, 'points', 50)
  })

  test('does not approve from the other, where both have one mailbox', async () => {
    const [ada, too] = [await person(server, 'Ada Obi', both), await person(server, 'Ada Too', both)]
    await server.db.execute(sql`update admins set email = 'ada.obi@chain.example' where id = ${ada.id}`)
    await server.db.execute(sql`update admins set email = 'Ada.Obi+two@chain.example' where id = ${too.id}`)
    expect(await reply(too, await award(ada))).toEqual(REFUSED)
    expect(await reply(ada, await award(too))).toEqual(REFUSED)
  })

  test('but approves from one that has the phone of the same cinema', async () => {
    const [ada, bisi] = [await person(server, 'Ada Desk', both), await person(server, 'Bisi Desk', both)]
    await server.db.execute(sql`update admins set mobile = '+2348035550111' where id in (${ada.id}, ${bisi.id})`)
    const approvalRequest = await award(ada)
    expect(await bisi.pending()).toBe(1)
    expect((await bisi.approve(approvalRequest)).status).toBe(200)
  })

  test('nor from one that the other made, or changed, within the day before', async () => {
    const boss = await person(server, 'Boss Lady')
    const clerk = await person(server, 'Clerk Musa', both)
    const change = async () => {
      const { email, firstName, lastName, roleId } = await rowOf(clerk.id)
      const answer = await boss.call(admins.edit, {
        params: { id: clerk.id },
        body: {
          email,
          firstName,
          lastName,
          roleId,
          mobile: '0803 123 4567',
          userType: 'ADMIN',
          password: 'harmattan at noon',
        },
      })
      expect(answer.status).toBe(200)
    }
    await change()
    server.clock.set('2026-11-22T09:30:00.000Z')
    const approvalRequest = await award(boss)
    expect(await clerk.pending()).toBe(1)
    // After it was proposed as much as before.
    await change()
    expect(await reply(clerk, approvalRequest)).toEqual(REFUSED)
    expect(await reply(boss, await award(clerk))).toEqual(REFUSED)
    server.clock.set('2026-11-23T10:00:00.000Z')
    const later = await award(clerk)
    expect((await boss.approve(later)).status).toBe(200)
  })
})

const setRuleBy = async (who: Person) => {
  const answer = await who.call(approvals.setRule, {
    params: { action: 'erasure' },
    body: { threshold: 1, hours: 72, isEmailed: false },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
