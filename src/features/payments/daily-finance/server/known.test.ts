/** Days as known at moments between all that can happen to their figures. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { compareDay } from '#features/payments/daily-finance/server/reconcile.ts'
import { claimDay } from '#features/payments/daily-finance/server/reconciliations.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { dayClose } from '../close-contract.ts'

const DAYS = ['2026-11-18', '2026-11-19'] as const
const CINEMAS = ['0001', '0002', '0003'] as const
const MOMENTS = 220
const SALES = 8

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, Object.fromEntries(CINEMAS.map((id) => [id, `Cinema ${id}`])))
})
afterAll(() => server.close())

const day = fc.constantFrom(...DAYS)
/** Naira by kind. Few references, so that what is paid together is so at several cinemas and on both days. */
const sale = fc.record({
  day,
  cinema: fc.constantFrom(...CINEMAS, undefined),
  reference: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', undefined),
  method: fc.constantFrom('cash', 'card', 'voucher', undefined),
  ticket: fc.integer({ min: 100, max: 900 }),
  concession: fc.option(fc.integer({ min: 1, max: 900 })),
})
const n = fc.integer({ min: 0, max: SALES - 1 })
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ action: fc.constant('sell' as const), n, sale }) },
  {
    weight: 6,
    arbitrary: fc.record({ action: fc.constant('refund' as const), n, day, naira: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('void' as const), n }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('void refund' as const), n }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('correct' as const), n, sale }) },
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constant('correct refund' as const),
      n,
      day,
      naira: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('charge' as const),
      reference: fc.constantFrom(...'abcdefghi'),
      day,
      naira: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('compare' as const), day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('count' as const),
      day,
      cinema: fc.constantFrom(...CINEMAS),
      cash: fc.integer({ min: 0, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('close' as const), day }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('reopen' as const), day }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
type Sold = typeof sale extends fc.Arbitrary<infer T> ? T : never

const at = (of: string) => `${of}T12:00:00Z`
const saleLine = (id: number, { day, cinema, reference, method, ticket, concession }: Sold) => ({
  id: `sale-${id}`,
  at: at(day),
  channel: method ? 'not_specified' : 'web',
  ...(cinema && { cinema_id: cinema }),
  ...(reference && { payment_reference: `${reference} ${day}` }),
  ...(method && { payment_method: method }),
  lines: [
    { kind: 'ticket', amount: ticket + 0.5 },
    ...(concession === null ? [] : [{ kind: 'concession', amount: concession }]),
  ],
})
const refundLine = (id: number, day: string, naira: number) => ({
  id: `refund-${id}`,
  purchase_id: `sale-${id}`,
  at: at(day),
  lines: [{ kind: 'ticket', amount: naira }],
})

let corrections = 0
const correct = (stream: 'purchases' | 'refunds', lineId: string, line?: object) =>
  shop.send('corrections', [
    {
      id: `c-${++corrections}`,
      at: at(DAYS[1]),
      record_type: stream,
      line_id: lineId,
      reason: 'Wrong',
      ...(line && { line }),
    },
  ])
const isAccepted = (reply: Awaited<ReturnType<typeof correct>>) => reply.data.accepted === 1

/** @returns whether anything came of it */
async function happen(one: Action): Promise<boolean> {
  switch (one.action) {
    case 'sell':
      return isAccepted(await shop.send('purchases', [saleLine(one.n, one.sale)]))
    case 'refund':
      return isAccepted(await shop.send('refunds', [refundLine(one.n, one.day, one.naira)]))
    case 'void':
      // One that has a refund is not voided before it.
      await correct('refunds', `refund-${one.n}`)
      return isAccepted(await correct('purchases', `sale-${one.n}`))
    case 'void refund':
      return isAccepted(await correct('refunds', `refund-${one.n}`))
    case 'correct':
      return isAccepted(await correct('purchases', `sale-${one.n}`, saleLine(one.n, one.sale)))
    case 'correct refund':
      return isAccepted(await correct('refunds', `refund-${one.n}`, refundLine(one.n, one.day, one.naira)))
    case 'charge':
      return shop.charge(`${one.reference} ${one.day}`, one.naira, { at: at(one.day) }).then(
        () => true,
        () => false,
      )
    case 'compare': {
      const now = server.clock.now()
      const run = await claimDay(server.db, 'embedded', one.day, { by: 'Tester', now })
      if (run !== undefined) await compareDay(server.app, one.day, run)
      return true
    }
    case 'count': {
      const body = { cinema_id: one.cinema, cash: one.cash, card: null }
      return (await server.call(dayClose.count, { params: { day: one.day }, body })).status === 200
    }
    case 'close':
      return (
        (await server.call(dayClose.close, { params: { day: one.day }, body: { note: 'Explained' } })).status === 200
      )
    case 'reopen':
      return (
        (await server.call(dayClose.reopen, { params: { day: one.day }, body: { reason: 'Wrong' } })).status === 200
      )
  }
}

const known = async (of: string, as_of?: string) => {
  const { chain, cinemas, tills } = (
    await server.call(dayClose.day, { params: { day: of }, query: as_of ? { as_of } : {} })
  ).body.data
  return JSON.stringify([chain, cinemas, tills])
}
const momentNow = async () => {
  const { rows } = await server.db.execute<{ at: string }>(sql`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`)
  return rows[0]!.at
}

test(
  'as known on any moment is what was shown then, whatever was voided, corrected or restored since',
  { tags: ['nightly'], timeout: 120_000 },
  async () => {
    const [actions] = fc.sample(fc.array(action, { minLength: MOMENTS, maxLength: MOMENTS }), {
      seed: 39,
      numRuns: 1,
    }) as [Action[]]
    // A day is closed only when it was compared.
    for (const day of DAYS) await happen({ action: 'compare', day })
    const seen: { moment: string; figures: string[]; action: Action['action'] }[] = []
    for (const one of actions) {
      if (!(await happen(one))) continue
      const figures = await Promise.all(DAYS.map((day) => known(day)))
      seen.push({ moment: await momentNow(), figures, action: one.action })
    }
    const times = (which: Action['action']) => seen.filter(({ action }) => action === which).length
    for (const which of [
      'sell',
      'refund',
      'void',
      'void refund',
      'correct',
      'correct refund',
      'charge',
      'compare',
      'count',
    ] as const)
      expect([which, times(which) > 1]).toEqual([which, true])
    expect([times('close') > 1, times('reopen') > 1]).toEqual([true, true])
    expect(new Set(seen.map(({ figures }) => figures.join())).size).toBeGreaterThan(40)
    for (const { moment, figures } of seen)
      expect([moment, await Promise.all(DAYS.map((day) => known(day, moment)))]).toEqual([moment, figures])
  },
)
