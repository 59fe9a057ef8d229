import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { askRefunds } from '#features/payments/payment-logs/server/jobs.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { points } from '#features/customers/points/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals } from '../contract.ts'
import { customer, ledger, lines, noneDone, person, setRule, type Person } from './test/office.ts'

let server: TestServer
let ada: Person
let bisi: Person
let chidi: Person
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  ada = await person(server, 'Ada Obi')
  bisi = await person(server, 'Bisi Ade')
  chidi = await person(server, 'Chidi Eze')
  shop = await Shop.of(server)
  await setRule(server, 'points', 10)
  await setRule(server, 'refunds', 10)
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const award = async (amount = 10) => {
  const id = await customer(server)
  const approvalRequest = await ada.requestApproval(points.award, {
    params: { id },
    body: { points: amount, reason: 'Birthday' },
  })
  return { id, approvalRequest }
}

// ASVS: 2.3.5
test('of fifty who approve at once one does it', async () => {
  const { id, approvalRequest } = await award()
  const approved = (await lines(server, 'approvals.approve')).length
  const by = Array.from({ length: 50 }, (_, n) => (n % 2 ? bisi : chidi))
  const answers = await Promise.all(by.map((one) => one.approve(approvalRequest)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  // Whoever did it hears so again, as where an answer was lost.
  expect(new Set(by.filter((_, n) => answers[n]!.status === 200)).size).toBe(1)
  expect(await ledger(server, id)).toEqual([{ points: 10, actor: 'Ada Obi' }])
  expect(await lines(server, 'approvals.approve')).toHaveLength(approved + 1)
})

test('of fifty who refund at once the provider is asked once', async () => {
  const id = await shop.paid()
  const approvalRequest = await ada.requestApproval(paymentLogs.refund, {
    params: { id },
    body: { kind: 'amount', amount: 500, reason: 'Show cancelled' },
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => bisi.approve(approvalRequest)))
  expect(answers.map(({ status }) => status)).toContain(200)
  const { data, refunds } = await shop.detail(id)
  expect([data.meta.amountRefunded, refunds.length]).toEqual([500, 1])
})

test('approval, refusal and withdrawal at once: one of them counts, and it is done or not at all', async () => {
  const wins: Record<string, number> = {}
  for (let round = 0; round < 10; round++) {
    const { id, approvalRequest } = await award()
    const approve = () => bisi.approve(approvalRequest)
    const refuse = () => chidi.call(approvals.reject, { params: { id: approvalRequest.id }, body: { reason: 'No' } })
    const withdraw = () => ada.call(approvals.withdraw, { params: { id: approvalRequest.id } })
    const tries = [approve, refuse, withdraw, approve, withdraw, refuse]
    // Each begins first in its turn.
    const turn = [...tries.slice(round % 3), ...tries.slice(0, round % 3)]
    const answers = await Promise.all(turn.map((decide) => decide()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const { state } = await ada.see(approvalRequest.id)
    wins[state] = (wins[state] ?? 0) + 1
    expect(await ledger(server, id)).toHaveLength(state === 'approved' ? 1 : 0)
  }
  expect(Object.values(wins).reduce((sum, n) => sum + n, 0)).toBe(10)
  expect(Object.keys(wins).every((state) => ['approved', 'rejected', 'withdrawn'].includes(state))).toBe(true)
})

test('the same proposed fifty times at once is one proposal', async () => {
  const id = await customer(server)
  const call = { params: { id }, body: { points: 10, reason: 'Birthday' } }
  const made = await Promise.all(Array.from({ length: 50 }, () => ada.requestApproval(points.award, call)))
  expect(new Set(made.map((approvalRequest) => approvalRequest.id)).size).toBe(1)
})

test('the rule and the record change while it is approved: it is done as it was seen, or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    await noneDone(server)
    const { id, approvalRequest } = await award()
    const [approved] = await Promise.all([
      bisi.approve(approvalRequest),
      chidi.call(points.award, { params: { id }, body: { points: 5, reason: 'Besides' } }),
      setRule(server, 'points', round % 2 ? 10 : 9),
    ])
    const found = (await ledger(server, id)).map((line) => line.points)
    expect(found, String(approved.status)).toEqual(approved.status === 200 ? [10, 5] : [5])
  }
})

test('a server that dies after it was approved and before the provider is asked: a job finds out, and nothing is done twice', async () => {
  const id = await shop.paid()
  const approvalRequest = await ada.requestApproval(paymentLogs.refund, {
    params: { id },
    body: { kind: 'amount', amount: 700, reason: 'Show cancelled' },
  })
  const { payments } = server.app
  const refund = payments.refund.bind(payments)
  payments.refund = async () => {
    throw new Error('The server has died')
  }
  try {
    expect((await bisi.approve(approvalRequest)).status).toBe(500)
  } finally {
    payments.refund = refund
  }
  // Decided and stored in one: it is approved, and the refund is known to be asked for.
  expect((await ada.see(approvalRequest.id)).state).toBe('approved')
  expect((await shop.detail(id)).refunds).toMatchObject([{ state: 'requested', amount: 700 }])
  expect((await chidi.approve(approvalRequest)).status).toBe(409)
  server.clock.set('2026-11-21T10:30:00.000Z')
  await askRefunds.run(server.app, {})
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from payment_refunds where payment_id = ${id}`,
  )
  expect(rows[0]!.n).toBe(1)
  expect((await shop.detail(id)).refunds[0]!.state).not.toBe('succeeded')
})

test('a server that dies before it is committed: it is neither decided nor done', async () => {
  const { id, approvalRequest } = await award()
  const transaction = server.app.db.transaction.bind(server.app.db)
  server.app.db.transaction = (work, config) =>
    transaction(async (tx) => {
      await work(tx)
      throw new Error('The server has died')
    }, config)
  try {
    expect((await bisi.approve(approvalRequest)).status).toBe(500)
  } finally {
    server.app.db.transaction = transaction as never
  }
  expect([(await bisi.see(approvalRequest.id)).state, await ledger(server, id)]).toEqual(['pending', []])
  expect((await bisi.approve(approvalRequest)).status).toBe(200)
})
