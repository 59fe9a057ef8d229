/** Who hears of a proposal that waits, and that nothing is guarded which nobody else could approve. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { points } from '#features/customers/points/contract.ts'
import { alerts } from '#features/messages/alerts/contract.ts'
import { deliverAlerts } from '#features/messages/alerts/server/jobs.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { customer, noRules, person, setRule, type Person } from './test/office.ts'

let server: TestServer
let ada: Person
let bisi: Person
let clerk: Person
beforeAll(async () => {
  server = await testServer()
  ada = await person(server, 'Ada Obi', ['points:read', 'points:write'])
  bisi = await person(server, 'Bisi Ade', ['points:read', 'points:write'])
  clerk = await person(server, 'Chidi Eze', ['points:read'])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await noRules(server)
  await server.db.execute(sql`truncate alerts, alert_deliveries`)
})

const alertsOf = async (who: Person) => {
  await deliverAlerts.run(server.app, {})
  return (await who.call(alerts.list, { query: {} })).body.data.alerts
}
const unread = async (who: Person) => (await who.call(alerts.unread)).body.data.unread
const award = (id: number) => ({ params: { id }, body: { points: 6000, reason: 'Premiere night' } })

test('a request alerts everyone who can approve it, except its requester', async () => {
  await setRule(server, 'points', 5000)
  const id = await customer(server)
  const approvalRequest = await ada.requestApproval(points.award, award(id))
  expect(await alertsOf(bisi)).toMatchObject([
    {
      title: `New approval request: Award 6000 points to customer ${id}`,
      path: `/dashboard/approvals/${approvalRequest.id}`,
    },
  ])
  expect([await unread(bisi), (await alertsOf(ada)).length, (await alertsOf(clerk)).length]).toEqual([1, 0, 0])
  await bisi.approve(approvalRequest)
  expect(await unread(bisi)).toBe(0)
})

test('one that lapses, or is withdrawn before it is delivered, waits for nobody', async () => {
  await setRule(server, 'points', 5000, { hours: 1 })
  const first = await ada.requestApproval(points.award, award(await customer(server)))
  await ada.call(approvals.withdraw, { params: { id: first.id } })
  expect(await unread(bisi)).toBe(0)
  await ada.requestApproval(points.award, award(await customer(server)))
  await alertsOf(bisi)
  expect(await unread(bisi)).toBe(1)
  server.clock.set('2026-11-21T11:00:00.000Z')
  await ada.requestApproval(points.award, award(await customer(server)))
  await alertsOf(bisi)
  expect(await unread(bisi)).toBe(1)
})

test('what only one person may do is not guarded: nobody else could approve it', async () => {
  const set = () =>
    server.call(approvals.setRule, { params: { action: 'roles' }, body: { threshold: 1, hours: 72, isEmailed: false } })
  const refused = await set()
  expect([refused.status, refused.problem.message]).toEqual([409, messages.noSecondApprover])
  await person(server, 'Second Superadmin')
  expect((await set()).status).toBe(200)
  const off = await server.call(approvals.setRule, {
    params: { action: 'points' },
    body: { threshold: null, hours: 72, isEmailed: false },
  })
  expect(off.status).toBe(200)
})
