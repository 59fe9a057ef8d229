/** A month of a chain with one fault in a hundred, and a day of which much comes late. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/time.ts'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { compareDay } from '#features/payments/daily-finance/server/reconcile.ts'
import { claimDay } from '#features/payments/daily-finance/server/reconciliations.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { rowsOf } from '#server/db/rows.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { dayClose } from '../close-contract.ts'
import { journalOf, MEASURES, measuresOf } from '../close-rules.ts'
import { chainOf, readBridge } from './bridge.ts'

const FIRST = '2026-10-20'
const DAYS = 30
const A_DAY = 70
const CINEMAS = ['0001', '0002', '0003', '0004']
/** Lines that come for a day that is closed. */
const LATE = Number(process.env.LATE_LINES ?? 10_000)
const FAULTS = ['missing', 'doubled', 'wrong amount', 'late', 'chargeback', 'fee changed', 'cash short'] as const
type Fault = (typeof FAULTS)[number]

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await Shop.of(server)
  await addCinemas(server.db, Object.fromEntries(CINEMAS.map((id) => [id, `Cinema ${id}`])))
})
afterAll(() => server.close())

type Sold = {
  id: string
  day: string
  at: string
  cinema: string
  kobo: number
  fault: Fault | undefined
  isCash: boolean
}
/** Each tenth is paid in cash. Of a hundred one has a fault, each kind in turn. */
const sold: Sold[] = Array.from({ length: DAYS * A_DAY }, (_, n) => {
  const day = addDays(FIRST, Math.floor(n / A_DAY))
  const fault = n % 100 === 50 ? FAULTS[Math.floor(n / 100) % FAULTS.length] : undefined
  const clock =
    fault === 'late' ? '23:40:00' : `${String(9 + (n % 12)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`
  return {
    id: `sale-${n}`,
    day,
    at: new Date(`${day}T${clock}+01:00`).toISOString(),
    cinema: CINEMAS[n % CINEMAS.length]!,
    kobo: 150_000 + (n % 37) * 1001,
    fault,
    isCash: fault === 'cash short' || (!fault && n % 10 === 3),
  }
})

const linesOf = (all: readonly Sold[]) =>
  all.map(({ id, at, cinema, kobo, isCash }) => ({
    id,
    at,
    channel: isCash ? 'not_specified' : 'web',
    cinema_id: cinema,
    payment_reference: id,
    payment_method: isCash ? 'cash' : 'card',
    lines: [{ kind: kobo % 2 ? 'concession' : 'ticket', amount: kobo / 100 }],
  }))
const report = async (all: readonly Sold[]) => {
  for (let n = 0; n < all.length; n += 500) {
    const lines = linesOf(all.slice(n, n + 500))
    expect((await shop.send('purchases', lines)).data).toMatchObject({ accepted: lines.length })
  }
}
const LAST4: Partial<Record<Fault, string>> = { chargeback: '0007', 'fee changed': '0008' }
/** As the provider charged it. */
const charge = async (all: readonly Sold[]) => {
  const card = { brand: 'VISA', first6: '408408', expiryMonth: 9, expiryYear: 2032 }
  const charges = all
    .filter(({ isCash, fault }) => !isCash && fault !== 'missing')
    .flatMap(({ id, at, kobo, fault }) => {
      const one = {
        reference: id,
        token: embeddedToken({ ...card, last4: (fault && LAST4[fault]) ?? '4081' }),
        kobo: fault === 'wrong amount' ? kobo - 10_000 : kobo,
        at: fault === 'late' ? new Date(Date.parse(at) + 40 * 60_000).toISOString() : at,
      }
      return fault === 'doubled' ? [one, { ...one, reference: `${id}-2` }] : [one]
    })
  await server.db.execute(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    select x.reference, x.token, 'guest@mail.example', x.kobo, x.at
    from ${rowsOf(charges, 'reference text, token text, kobo bigint, at timestamptz')}`)
  return charges.length
}
const compare = async (day: string) => {
  const now = server.clock.now()
  const run = await claimDay(server.db, 'embedded', day, { by: 'Tester', now })
  if (run !== undefined) await compareDay(server.app, day, run)
}
const of = (day: string, asOf?: string) => ({ day, zone: server.app.env.zone, provider: 'embedded', asOf })
const days = Array.from({ length: DAYS }, (_, n) => addDays(FIRST, n))

describe('a month', () => {
  test('has every planted fault found, none where there is none, and a bridge that closes to the kobo', async () => {
    await report(sold)
    const charges = await charge(sold)
    // A charge after midnight is known when the next day is read as well.
    for (const day of [...days, addDays(FIRST, DAYS)]) await compare(day)
    const { rows: found } = await server.db.execute<{ about: string; kind: string; reference: string }>(sql`
      select about, kind, reference from reconciliation_mismatches where cleared_at is null order by reference`)
    const expected = sold.flatMap(({ id, fault }) => {
      if (fault === 'missing') return [{ about: 'charge', kind: 'missing there', reference: id }]
      if (fault === 'doubled') return [{ about: 'charge', kind: 'missing here', reference: `${id}-2` }]
      if (fault === 'wrong amount') return [{ about: 'charge', kind: 'amount', reference: id }]
      if (fault === 'chargeback') return [{ about: 'chargeback', kind: 'missing here', reference: `chargeback ${id}` }]
      if (fault === 'fee changed') return [{ about: 'fee', kind: 'amount', reference: `fee ${id}` }]
      return []
    })
    const byReference = (one: { reference: string }, other: { reference: string }) =>
      one.reference < other.reference ? -1 : 1
    expect(found.toSorted(byReference)).toEqual(expected.toSorted(byReference))
    expect(expected).toHaveLength(15)
    expect(1 - found.length / charges).toBeGreaterThan(0.99)

    let revenue = 0
    for (const day of days) {
      const all = await readBridge(server.db, of(day))
      const chain = measuresOf(chainOf(all))
      const { rows } = await server.db.execute<{ kobo: number }>(sql`
        select sum(kobo)::bigint as kobo from sales_days where day = ${day} and kind in ('ticket', 'concession', 'subscription')`)
      expect(chain.revenue).toBe(rows[0]!.kobo)
      revenue += chain.revenue
      const { rows: transactions } = await server.db.execute<{ due: number; paid: number }>(sql`
        select sum(case kind when 'charge' then kobo when 'payout' then 0 else -kobo end)::bigint as due,
          sum(kobo) filter (where kind = 'payout')::bigint as paid
        from provider_transactions where day = ${day}`)
      expect(chain.payout).toBe(transactions[0]!.due)
      expect(chain.payout).toBe(transactions[0]!.paid)
      for (const [cinema, figures] of all) {
        const entries = journalOf(cinema, figures)
        expect(entries.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
      }
    }
    expect(revenue).toBe(sold.reduce((sum, { kobo }) => sum + kobo, 0))
  }, 120_000)

  test('has tills that are short found, and those that are exact not', async () => {
    const short = sold.filter(({ fault }) => fault === 'cash short')
    const differing: string[] = []
    for (const day of days) {
      const detail = (await server.call(dayClose.day, { params: { day }, query: {} })).body.data
      for (const till of detail.tills) {
        const lacks = short.some((one) => one.day === day && one.cinema === till.id) ? 5 : 0
        const body = { cinema_id: till.id, cash: till.cash - lacks, card: null }
        const { tills } = (await server.call(dayClose.count, { params: { day }, body })).body.data
        const counted = tills.find(({ id }) => id === till.id)!
        if (counted.cash !== counted.cashCounted) differing.push(`${day} ${till.id}`)
      }
    }
    expect(differing).toEqual(short.map(({ day, cinema }) => `${day} ${cinema}`).toSorted())
    expect(differing).toHaveLength(3)
  }, 120_000)
})

describe('a closed day of which much comes late', () => {
  const DAY = addDays(FIRST, DAYS)
  const late = (from: number, count: number): Sold[] =>
    Array.from({ length: count }, (_, i) => from + i).map((n) => ({
      id: `late-${n}`,
      day: DAY,
      at: `${DAY}T12:00:00.000Z`,
      cinema: CINEMAS[n % CINEMAS.length]!,
      kobo: 90_000 + (n % 11) * 101,
      fault: undefined,
      isCash: n % 10 === 3,
    }))
  const known = async (asOf?: string) => {
    const { body } = await server.call(dayClose.day, { params: { day: DAY }, query: asOf ? { as_of: asOf } : {} })
    return { ...body.data, text: JSON.stringify([body.data.chain, body.data.cinemas]) }
  }
  const momentNow = async () => {
    const { rows } = await server.db.execute<{ at: string }>(sql`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`)
    return rows[0]!.at
  }

  test('is as known on any moment byte by byte, and its restatements explain what changed', async () => {
    await report(late(0, 200))
    await charge(late(0, 200))
    await compare(DAY)
    const before = await known()
    const figures = chainOf(await readBridge(server.db, of(DAY)))
    const { status, body } = await server.call(dayClose.close, { params: { day: DAY }, body: {} })
    expect(status).toBe(200)
    const closedAt = body.data.closes[0]!.closedAt

    await report(late(200, LATE / 2))
    await charge(late(200, LATE / 4))
    const atNoon = await momentNow()
    const noon = await known()
    // Again, and otherwise than before: neither counts.
    const again = linesOf(late(0, 500))
    expect((await shop.send('purchases', again)).data).toMatchObject({ accepted: 0, duplicate: 500 })
    const otherwise = again.map((line) => ({ ...line, lines: [{ kind: 'ticket', amount: 1 }] }))
    expect((await shop.send('purchases', otherwise)).data).toMatchObject({ accepted: 0, quarantined: 500 })
    const amended = again
      .slice(0, 50)
      .map(({ id }) => ({ id: `void-${id}`, at: again[0]!.at, record_type: 'purchases', line_id: id, reason: 'Twice' }))
    expect((await shop.send('corrections', amended)).data).toMatchObject({ accepted: 0, rejected: 50 })
    expect((await known()).text).toBe(noon.text)
    await report(late(200 + LATE / 2, LATE / 2))
    await charge(late(200 + LATE / 4, (LATE * 3) / 4))
    await compare(DAY)

    const after = await known()
    expect(after.text).not.toBe(noon.text)
    expect((await known(closedAt)).text).toBe(before.text)
    expect((await known(atNoon)).text).toBe(noon.text)
    expect(after).toMatchObject({ state: 'restated' })
    expect(after.lateCount).toBeGreaterThan(LATE)
    const now = measuresOf(chainOf(await readBridge(server.db, of(DAY))))
    const was = measuresOf(figures)
    for (const measure of MEASURES)
      expect([measure, Math.round(after.restated[measure] * 100)]).toEqual([measure, now[measure] - was[measure]])
    expect(now.revenue - was.revenue).toBeGreaterThan(0)
  }, 120_000)
})
