import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/time.ts'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { reconciliation } from '../reconciliation-contract.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { dayClose } from '../close-contract.ts'
import { messages } from '../close-rules.ts'
import { journalOfDay } from './close-handlers.ts'

const DAY = '2026-11-19'
const AT = `${DAY}T12:00:00Z`
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, { '0001': 'Ikeja', '0002': 'Lekki' })
})
afterAll(() => server.close())

const ticket = (amount: number) => [{ kind: 'ticket', amount }]
const sell = (name: string, amount: number, more: object = {}) =>
  shop.sell(name, ticket(amount), { at: AT, cinema_id: '0001', ...more })
const paid = async (name: string, amount: number, { last4, ...more }: { last4?: string; cinema_id?: string } = {}) => {
  await shop.charge(name, amount, { at: AT, ...(last4 && { last4 }) })
  await sell(name, amount, more)
}
const compare = async (day = DAY) => {
  expect((await server.call(reconciliation.compare, { body: { day } })).status).toBe(200)
  await server.runJobs()
}
const seen = async (query: { as_of?: string } = {}, day = DAY) =>
  (await server.call(dayClose.day, { params: { day }, query })).body.data
const close = (day = DAY, note = 'Cash is counted tomorrow') =>
  server.call(dayClose.close, { params: { day }, body: { note } })

describe('a day', () => {
  test('is bridged from the Revenue of the dashboard to the payout, for the chain and by cinema', async () => {
    await paid('web-1', 5000)
    await paid('web-2', 3000, { cinema_id: '0002' })
    await paid('disputed', 2000, { last4: '0007' })
    await paid('dearer', 1000, { last4: '0008' })
    await sell('cash-1', 1500, { channel: 'not_specified', payment_reference: 'POS-1', payment_method: 'cash' })
    await sell('card-1', 2500, { channel: 'not_specified', payment_reference: 'POS-2', payment_method: 'card' })
    await sell('voucher-1', 700, { payment_reference: undefined, payment_method: 'voucher' })
    await sell('not there', 900)
    await shop.charge('not here', 800, { at: AT })
    await compare()
    const { chain, cinemas, openMismatches } = await seen()
    const fees = 70 + 42 + 28 + 28 + 11.2
    expect(chain.lines).toMatchObject({
      ticket: 16_600,
      cash: -1500,
      card: -2500,
      voucher: -700,
      not_there: -900,
      not_here: 800,
      amount: 0,
      chargebacks: -2000,
      fees: -fees,
    })
    expect(chain.subtotals).toMatchObject({
      revenue: 16_600,
      expected: 11_900,
      charged: 11_800,
      due: 11_800 - 2000 - fees,
    })
    expect(chain).toMatchObject({ payout: chain.subtotals.due, difference: 0 })
    expect(cinemas.map(({ name, subtotals }) => [name, subtotals.revenue])).toEqual([
      ['Ikeja', 13_600],
      ['Lekki', 3000],
      ['Several or none', 0],
    ])
    const sum = cinemas.reduce((all, { payout }) => all + payout, 0)
    expect(sum).toBeCloseTo(chain.payout, 6)
    // Not there, not here, the chargeback and the dearer fee.
    expect(openMismatches).toBe(4)
    const { body } = await server.call(analytics.salesAndRevenue, { query: { start_date: DAY, end_date: DAY } })
    expect(JSON.stringify(body.data)).toContain('16600')
  })

  test('balances in its journal, with what is short in the tills', async () => {
    const body = { cinema_id: '0001', cash: 1450, card: null }
    const { tills } = (await server.call(dayClose.count, { params: { day: DAY }, body })).body.data
    expect(tills).toEqual([{ id: '0001', name: 'Ikeja', cash: 1500, cashCounted: 1450, card: 2500, cardCounted: null }])
    const { entries } = await journalOfDay(server.db, DAY, { zone: server.app.env.zone, provider: 'embedded' })
    const sum = (side: 'debit' | 'credit') => entries.reduce((total, entry) => total + entry[side], 0)
    expect(sum('debit')).toBe(sum('credit'))
    expect(sum('debit')).toBeGreaterThan(0)
    expect(entries).toContainEqual({ cinemaId: '0001', account: 'short', debit: 5000, credit: 0 })
    expect(entries).toContainEqual({ cinemaId: '0001', account: 'cash', debit: 145_000, credit: 0 })
    const { text } = await server.call(dayClose.journalCsv, { params: { day: DAY } })
    expect(text).toContain('4000,Ticket revenue')
    const csv = await server.call(dayClose.bridgeCsv, { params: { day: DAY }, query: {} })
    expect(csv.text).toContain('All cinemas,Revenue,16600.00')
  })

  test('says nothing of what the provider has before it is compared', async () => {
    const day = '2026-11-18'
    await sell('before', 600, { at: `${day}T12:00:00Z` })
    const uncompared = await seen({}, day)
    expect(uncompared).toMatchObject({ isCompared: false, chain: { subtotals: { revenue: 600, expected: 600 } } })
    const listed = async () =>
      (await server.call(dayClose.list, { query: {} })).body.data.days.find((one) => one.day === day)
    expect(await listed()).toMatchObject({ revenue: 600, payout: null, difference: null, openMismatches: null })
    const file = async () => (await server.call(dayClose.bridgeCsv, { params: { day }, query: {} })).text
    expect(await file()).toContain('All cinemas,Expected charges,600.00')
    expect(await file()).not.toMatch(/Missing at provider|Paid out|Difference/)
    const journal = () => server.call(dayClose.journalCsv, { params: { day } })
    expect((await journal()).problem).toMatchObject({ status: 409, message: messages.notCompared })
    await compare(day)
    expect(await seen({}, day)).toMatchObject({ isCompared: true, openMismatches: 1 })
    expect((await journal()).status).toBe(200)
    expect(await listed()).toMatchObject({ payout: 0, difference: 0, openMismatches: 1 })
    expect(await file()).toContain('All cinemas,Missing at provider,-600.00')
  })

  test('is closed once, when it is over and compared, and what comes later is a restatement', async () => {
    expect((await close('2026-11-21')).problem.message).toBe(messages.notOver)
    expect((await close('2026-11-17')).problem.message).toBe(messages.notCompared)
    const before = await seen()
    const unexplained = await close(DAY, '')
    expect([unexplained.status, unexplained.problem.errors![0]!.field]).toEqual([422, 'note'])
    const closed = (await close(DAY, 'All clear')).body.data
    expect(closed).toMatchObject({
      state: 'closed',
      lateCount: 0,
      closes: [{ closedBy: 'superadmin Tester', note: 'All clear' }],
    })
    expect(closed.closedFigures).toEqual(before.chain)
    expect((await close()).problem.message).toBe(messages.closedAlready)

    await sell('late', 4000)
    await shop.charge('late', 4000, { at: AT })
    await compare()
    const after = await seen()
    expect(after).toMatchObject({ state: 'restated', closedFigures: before.chain })
    expect(after.restated).toMatchObject({ revenue: 4000, charged: 4000, fees: -56, payout: 3944 })
    expect(after.late.map(({ cause }) => cause).toSorted()).toEqual(['charge', 'fee', 'payout', 'purchase'])
    expect(after.chain.subtotals.revenue - before.chain.subtotals.revenue).toBe(after.restated.revenue)
    expect(after.chain.difference).toBe(0)
    const asOf = closed.closes[0]!.closedAt
    expect((await seen({ as_of: asOf })).chain).toEqual(before.chain)
    const { days } = (await server.call(dayClose.list, { query: {} })).body.data
    expect(days[0]).toMatchObject({ day: '2026-11-21', state: 'running' })
    expect(days.find(({ day }) => day === DAY)).toMatchObject({
      state: 'restated',
      revenue: 20_600,
      difference: 0,
      closedBy: 'superadmin Tester',
    })
  })

  test('as of what is no moment of the figures is refused with the rule', async () => {
    for (const as_of of ['100', 'yesterday', '2026-11-21T18:30', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59+99:99']) {
      const { status, problem } = await server.call(dayClose.day, { params: { day: DAY }, query: { as_of } })
      expect([status, problem.errors], as_of).toEqual([422, [{ field: 'as_of', message: messages.moment }]])
    }
  })

  test('is reopened with a reason alone, and its history is kept', async () => {
    const reopen = (reason: string) => server.call(dayClose.reopen, { params: { day: DAY }, body: { reason } })
    expect((await reopen('')).status).toBe(422)
    const open = (await reopen('A late sale')).body.data
    expect(open).toMatchObject({
      state: 'open',
      closedFigures: null,
      closes: [{ reason: 'A late sale', note: 'All clear' }],
    })
    expect((await reopen('Again')).problem.message).toBe(messages.notClosed)
    expect((await close()).body.data).toMatchObject({ state: 'closed', lateCount: 0 })
    expect((await seen()).closes).toHaveLength(2)
  })

  test('is as it was closed, whatever is voided after it was reopened', async () => {
    const { closes } = await seen()
    const known = async () => Promise.all(closes.map(async ({ closedAt: as_of }) => (await seen({ as_of })).cinemas))
    const before = await known()
    const now = await seen()
    await server.call(dayClose.reopen, { params: { day: DAY }, body: { reason: 'A sale was sent twice' } })
    const line = { id: 'void', at: AT, record_type: 'purchases', line_id: 'late', reason: 'Sent twice' }
    expect((await shop.send('corrections', [line])).data).toMatchObject({ accepted: 1 })
    expect((await seen()).chain.subtotals.revenue).toBe(now.chain.subtotals.revenue - 4000)
    expect(await known()).toEqual(before)
    const csv = await server.call(dayClose.bridgeCsv, {
      params: { day: DAY },
      query: { as_of: closes[0]!.closedAt },
    })
    expect(csv.text).toContain('All cinemas,Revenue,20600.00')
  })

  test('has its accounts set, with a code for each', async () => {
    const { chart } = (await server.call(dayClose.accounts)).body.data
    const set = await server.call(dayClose.setAccounts, { body: { chart: { ...chart, fees: '7777' } } })
    expect(set.body.data.chart.fees).toBe('7777')
    expect((await server.call(dayClose.setAccounts, { body: { chart: { ...chart, fees: '' } } })).status).toBe(422)
  })

  test('refuses people of some cinemas and those without the permission', async () => {
    expect(
      (await server.call(dayClose.close, { params: { day: addDays(DAY, -1) }, body: {}, as: 'powerless' })).status,
    ).toBe(403)
  })
})
