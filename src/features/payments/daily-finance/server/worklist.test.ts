import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { reconciliation } from '../reconciliation-contract.ts'
import { messages } from '../reconciliation-rules.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'

const DAY = '2026-11-20'
const AT = `${DAY}T12:00:00Z`
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  const ticket = (amount: number) => [{ kind: 'ticket', amount }]
  await shop.sell('unpaid', ticket(3500), { at: AT })
  await shop.sell('rounded', ticket(3500), { at: AT })
  await shop.charge('rounded', 3500.4, { at: AT })
  await shop.charge('tiny', 50, { at: AT })
  await shop.charge('stray', 3500, { at: AT })
  await server.call(reconciliation.compare, { body: { day: DAY } })
  await server.runJobs()
})
afterAll(() => server.close())

const listed = async (query: object = {}) =>
  (await server.call(reconciliation.mismatches, { query })).body.data.mismatches
const idOf = async (reference: string) => (await listed({ search: reference }))[0]!.id

test('open mismatches of all days are listed, by what they are about and by their owner', async () => {
  expect((await listed()).map(({ reference }) => reference).toSorted()).toEqual(['rounded', 'stray', 'tiny', 'unpaid'])
  expect(await listed({ about: 'fee' })).toEqual([])
  expect(await listed({ date: `${DAY}..${DAY}` })).toHaveLength(4)
  const { text } = await server.call(reconciliation.mismatchesCsv, { query: {} })
  expect(text.split('\r\n')).toHaveLength(6)
})

test('one is given an owner and comments', async () => {
  const id = await idOf('unpaid')
  const { owners } = (await server.call(reconciliation.comments, { params: { id } })).body.data
  const owner = owners[0]!
  const assigned = await server.call(reconciliation.assign, { params: { id }, body: { owner_id: owner.id } })
  expect(assigned.body.data.owner).toEqual(owner)
  expect(await listed({ owner: 'none' })).toHaveLength(3)
  expect((await server.call(reconciliation.assign, { params: { id }, body: { owner_id: 999_999 } })).status).toBe(422)
  await server.call(reconciliation.comment, { params: { id }, body: { comment: 'Asked the bank' } })
  const { comments } = (await server.call(reconciliation.comments, { params: { id } })).body.data
  expect(comments).toMatchObject([{ author: 'superadmin Tester', comment: 'Asked the bank' }])
  expect((await listed({ search: 'unpaid' }))[0]).toMatchObject({ comments: 1, owner })
  expect((await server.call(reconciliation.comment, { params: { id }, body: { comment: '' } })).status).toBe(422)
})

test('those that fit a named rule are settled at once, and no others', async () => {
  const id = await idOf('stray')
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into provider_transactions (provider, kind, provider_id, reference, day, at, kobo)
    values ('embedded', 'refund', 'r-1', 'stray', ${DAY}, ${AT}, 350000) returning id`)
  expect(rows).toHaveLength(1)
  const { rules } = (await server.call(reconciliation.rules)).body.data
  expect(rules).toEqual([
    { rule: 'test', count: 1 },
    { rule: 'rounding', count: 1 },
    { rule: 'returned', count: 1 },
  ])
  for (const { rule } of rules)
    expect((await server.call(reconciliation.settle, { params: { rule } })).body.data).toEqual({ settled: 1 })
  expect((await listed()).map(({ reference }) => reference)).toEqual(['unpaid'])
  expect((await listed({ state: 'resolved' })).find((one) => one.id === id)?.note).toBe(
    'Rule: Charged without an order and refunded',
  )
  const again = await server.call(reconciliation.settle, { params: { rule: 'test' } })
  expect(again.problem.message).toBe(messages.nothing)
})

test('fees are compared with what is set, from the next comparison on, and with nothing where that is cleared', async () => {
  const fees = async () => (await server.call(reconciliation.fees)).body.data.fees
  const set = (to: object | null) => server.call(reconciliation.setFees, { body: { fees: to } as never })
  const differing = async () => {
    await server.call(reconciliation.compare, { body: { day: DAY } })
    await server.runJobs()
    return (await listed({ about: 'fee' })).map(({ reference, ledgerSide, providerSide }) => [
      reference,
      ledgerSide?.amount,
      providerSide?.amount,
    ])
  }
  // What the embedded provider keeps.
  expect(await fees()).toEqual({
    percent: 1.4,
    fixed: 0,
    most: 2000,
    foreign: { percent: 3.8, fixed: 0, most: null },
  })
  expect(await differing()).toEqual([])
  const { body } = await set({ percent: 1.5, fixed: 1, most: 50 })
  expect(body.message).toBe(messages.feesSaved)
  expect(await fees()).toEqual({ percent: 1.5, fixed: 1, most: 50, foreign: null })
  expect((await differing()).toSorted()).toEqual([
    ['rounded', 50, 49.01],
    ['stray', 50, 49],
    ['tiny', 1.75, 0.7],
  ])
  expect((await set(null)).body.message).toBe(messages.feesCleared)
  expect(await fees()).toBeNull()
  expect(await differing()).toEqual([])

  const refused = async (to: object) => (await set(to)).body as never as { errors: unknown }
  expect((await refused({ percent: 101, fixed: 0, most: null })).errors).toEqual([
    { field: 'fees.percent', message: messages.percent },
  ])
  expect((await refused({ percent: 1, fixed: 0.001, most: null })).errors).toEqual([
    { field: 'fees.fixed', message: messages.amount },
  ])
  expect((await refused({ percent: 1, fixed: 100, most: 99 })).errors).toEqual([
    { field: 'fees.most', message: messages.limit },
  ])
  const { rows } = await server.db.execute(sql`
    select after from audit_log where entity = 'setting' and action = 'reconciliation.setFees' order by id`)
  expect(rows).toEqual([{ after: { fees: '1.5% + ₦1, at most ₦50' } }, { after: { fees: 'not compared' } }])
  expect((await server.call(reconciliation.setFees, { as: 'powerless', body: { fees: null } })).status).toBe(403)
})

describe('fees of cards of other countries', () => {
  const OF = '2026-11-18'
  const HOME = { percent: 1.4, fixed: 0, most: 2000 }
  const set = (foreign: object | null | undefined) =>
    server.call(reconciliation.setFees, { body: { fees: { ...HOME, foreign } } as never })
  const differing = async () => {
    await server.call(reconciliation.compare, { body: { day: OF } })
    await server.runJobs()
    const { text } = await server.call(reconciliation.mismatchesCsv, { query: { about: 'fee', date: OF } as never })
    const rows = new Map(text.split('\r\n').map((line) => [line.split(',')[0], line]))
    return (await listed({ about: 'fee', date: OF }))
      .map((one) => [
        one.reference,
        one.ledgerSide!.amount,
        one.ledgerForeign,
        one.isForeignCard,
        rows.get(one.reference),
      ])
      .toSorted()
  }

  test('are another fee, as agreed; where nobody says where a card is from, either is', async () => {
    const last4 = { home: '4081', abroad: '0009', unsaid: '0010' }
    for (const [name, digits] of Object.entries(last4)) {
      await shop.charge(name, 1000, { at: `${OF}T12:00:00Z`, last4: digits })
      await shop.sell(name, [{ kind: 'ticket', amount: 1000 }], { at: `${OF}T12:00:00Z` })
    }
    // One fee for all: what a card of another country cost differs.
    await set(null)
    expect((await differing()).map(([reference]) => reference)).toEqual(['abroad', 'unsaid'])
    // Left out, it is none.
    await set(undefined)
    expect((await differing()).map(([reference]) => reference)).toEqual(['abroad', 'unsaid'])

    await set({ percent: 3.8, fixed: 0, most: null })
    expect(await differing()).toEqual([])
    await set({ percent: 3.5, fixed: 1, most: null })
    expect(await differing()).toEqual([
      ['abroad', 36, null, true, expect.stringContaining('Foreign card fee differs,₦36,')],
      ['unsaid', 14, 36, null, expect.stringContaining('Fee differs (foreign card: ₦36),₦14,')],
    ])
  })

  test('are refused where they cannot be, at their field', async () => {
    const refused = async (to: object) => ((await set(to)).body as never as { errors: unknown }).errors
    expect(await refused({ percent: -1, fixed: 0, most: null })).toEqual([
      { field: 'fees.foreign.percent', message: messages.percent },
    ])
    expect(await refused({ percent: 1, fixed: 2, most: 1 })).toEqual([
      { field: 'fees.foreign.most', message: messages.limit },
    ])
  })
})
