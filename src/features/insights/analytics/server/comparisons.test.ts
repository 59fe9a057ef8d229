/** Every comparison that cards and badges show, against what the raw facts amount to. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { openTestDatabase } from '#server/test/database.ts'
import { COMPARE, comparedOf, isBeforeSales, PERIODS, periodOf, unitOfPeriod, type Range } from '../compared-rules.ts'
import { percentage } from '../rules.ts'
import { byCinema } from './by-cinema.ts'
import * as figures from './figures.ts'
import { firstSaleOf } from './store.ts'
import { forgetTrade, load } from './test/load.ts'
import { CINEMAS, type Purchase, type Redemption, type Refund } from './test/trade.ts'
import { examples } from '#server/test/thorough.ts'

const ZONE = 'Africa/Lagos'
const RUNS = examples(40)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query(`insert into states (name) values ('Lagos')`)
  await database.pool.query(`insert into cinemas (id, state_id, name) select x, 1, x from unnest($1::text[]) x`, [
    CINEMAS,
  ])
})
afterAll(() => database?.close())

/** A Friday, a Sunday, the first and the last of a month, a leap year's last February day, a year's first day. */
const DATES = ['2026-01-16', '2026-11-22', '2026-03-01', '2026-03-31', '2024-02-29', '2026-01-01']
const CLOCKS = ['00:01', '07:30', '14:00', '23:59']
/** The chain is an hour ahead of UTC. */
const instant = (date: string, clock: string) => Date.parse(`${date}T${clock}:00Z`) - HOUR

/** Days before now about which something is compared. */
const AGES = [0, 1, 2, 6, 7, 8, 13, 14, 28, 29, 30, 31, 32, 59, 60, 61, 62, 90, 363, 364, 365, 366, 371, 728, 731]
const when = (now: number) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...AGES) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 740 }) },
      ),
      // Just before, at, and just after this time of day; and about midnight.
      fc.constantFrom('same', 'before', 'after', 'first', 'last'),
    )
    .map(([days, at]) => {
      const day = Math.floor((now + HOUR) / DAY) * DAY - HOUR - days * DAY
      const offsets = {
        same: (now + HOUR) % DAY,
        before: ((now + HOUR) % DAY) - MINUTE,
        after: ((now + HOUR) % DAY) + MINUTE,
      }
      if (at === 'first') return day
      if (at === 'last') return day + DAY - MINUTE
      return day + offsets[at as keyof typeof offsets]
    })
    .map((at) => Math.min(at, now))

const line = fc.record({
  kind: fc.constantFrom('ticket' as const, 'concession' as const, 'subscription' as const),
  quantity: fc.integer({ min: 1, max: 5 }),
  kobo: fc.integer({ min: 0, max: 900_001 }),
})
const world = fc
  .record({ date: fc.constantFrom(...DATES), clock: fc.constantFrom(...CLOCKS), isYoung: fc.boolean() })
  .chain(({ date, clock, isYoung }) => {
    const now = instant(date, clock)
    const at = isYoung ? when(now).map((one) => Math.max(one, now - 20 * DAY)) : when(now)
    const purchase = fc.record({
      at,
      channel: fc.constantFrom('web' as const, 'mobile' as const, 'not_specified' as const),
      cinema: fc.option(fc.constantFrom(...CINEMAS), { freq: 6 }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      refunded: fc.option(
        fc.record({ at, quantity: fc.integer({ min: 0, max: 3 }), kobo: fc.integer({ min: 0, max: 300_000 }) }),
        {
          freq: 3,
        },
      ),
    })
    const redemption = fc.record({
      at,
      show: at,
      cinema: fc.option(fc.constantFrom(...CINEMAS)),
      tickets: fc.integer({ min: 1, max: 4 }),
    })
    return fc.record({
      now: fc.constant(now),
      clock: fc.constant(clock),
      today: fc.constant(date),
      sold: fc.array(purchase, { minLength: 1, maxLength: 25 }),
      torn: fc.array(redemption, { maxLength: 8 }),
      batches: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
      cinemas: fc.option(fc.uniqueArray(fc.constantFrom(...CINEMAS), { minLength: 1 })),
    })
  })

/** The oracle reckons with numbers of days since 1970 in the chain's zone; nothing of the product is used. */
const dayNumber = (at: number) => Math.floor((at + HOUR) / DAY)
const numbered = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY
const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
type Ymd = { y: number; m: number; d: number }
const ymd = (number: number): Ymd => {
  const date = new Date(number * DAY)
  return { y: date.getUTCFullYear(), m: date.getUTCMonth(), d: date.getUTCDate() }
}
const numberOf = ({ y, m, d }: Ymd) => Date.UTC(y, m, d) / DAY

/** From and to as numbers of days, and whether the last one counts only up to the time of day. */
type Span = { from: number; to: number; isTruncated: boolean }

function base(kind: string, { from, to, isTruncated }: Span, against: 'before' | 'year'): Span {
  const back = (days: number) => ({ from: from - days, to: to - days, isTruncated })
  if (kind === 'days') {
    const length = to - from + 1
    if (against === 'before') return back(length < 7 ? 7 : length)
    let weeks = 364
    while (weeks < length) weeks += 364
    return back(weeks)
  }
  const months = kind === 'year' || against === 'year' ? 12 : 1
  const move = (number: number) => {
    const { y, m, d } = ymd(number)
    const [year, month] = m - months < 0 ? [y - 1, m - months + 12] : [y, m - months]
    return { y: year, m: month, d, most: lastOf(year, month) }
  }
  const [first, last] = [move(from), move(to)]
  const { y, m, d } = ymd(to)
  const isComplete = !isTruncated && d === lastOf(y, m)
  return {
    from: numberOf(first),
    to: numberOf({ ...last, d: isComplete ? last.most : Math.min(last.d, last.most) }),
    isTruncated: isTruncated && last.d <= last.most,
  }
}

/** Rates and amounts in floating point agree to far less than a kobo. */
const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)
const expectSame = (found: unknown, counted: unknown, what: string) =>
  expect(rounded(found), what).toEqual(rounded(counted))

test('a value, its base and its rates are of the days that are named, at whatever hour', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ now, clock, today, sold, torn, batches, cinemas }) => {
      await forgetTrade(database.pool)
      const purchases = sold.map(({ refunded: _, lines, ...one }, id): Purchase => ({
        stream: 'purchases',
        id,
        customer: null,
        ...one,
        lines: lines.map((line) => ({ ...line, discount: 0, show: line.kind === 'ticket' ? one.at : null })),
      }))
      const refunds = sold.flatMap(({ refunded, lines, at }, purchase): Refund[] =>
        refunded
          ? [
              {
                stream: 'refunds',
                purchase,
                at: Math.max(at, refunded.at),
                lines: [
                  { kind: lines[0]!.kind, quantity: refunded.quantity, kobo: refunded.kobo, discount: 0, show: at },
                ],
              },
            ]
          : [],
      )
      const redemptions = torn.map((one): Redemption => ({
        stream: 'redemptions',
        customer: null,
        bySubscription: false,
        ...one,
      }))
      // In no order of time: what is old comes last, as a backfill does.
      await load(database.pool, [...purchases.toReversed(), ...refunds, ...redemptions], batches, ZONE)

      const isThere = (cinema: string | null) => !cinemas || (cinema !== null && cinemas.includes(cinema as never))
      const moves = [...purchases, ...refunds].flatMap((fact) => {
        const { cinema, channel } = fact.stream === 'purchases' ? fact : purchases[fact.purchase]!
        const sign = fact.stream === 'purchases' ? 1 : -1
        return fact.lines.map((line) => ({
          at: fact.at,
          cinema,
          channel,
          kind: line.kind,
          n: sign * line.quantity,
          kobo: sign * line.kobo,
          show: line.show,
        }))
      })
      const paidBack = refunds.map(({ at, lines, purchase }) => ({
        at,
        cinema: purchases[purchase]!.cinema,
        kobo: lines[0]!.kobo,
      }))
      const timeOfDay = (now + HOUR) % DAY
      const isIn = (at: number, { from, to, isTruncated }: Span) => {
        const day = dayNumber(at)
        return day >= from && day <= to && !(isTruncated && day === to && (at + HOUR) % DAY >= timeOfDay)
      }
      const soldIn = (span: Span, of: (cinema: string | null) => boolean) => {
        const those = moves.filter((move) => isIn(move.at, span) && of(move.cinema))
        const add = (what: 'n' | 'kobo', ...kinds: string[]) =>
          those.reduce((sum, move) => sum + (kinds.includes(move.kind) ? move[what] : 0), 0)
        return {
          tickets: add('n', 'ticket'),
          kobo: add('kobo', 'ticket', 'concession', 'subscription'),
          seen: add('kobo', 'ticket', 'concession'),
          concessions: add('kobo', 'concession'),
          web: those.reduce((sum, { channel, kobo }) => sum + (channel === 'web' ? kobo : 0), 0),
        }
      }
      const first = Math.min(
        ...[...purchases, ...refunds]
          .filter((fact) => isThere(fact.stream === 'purchases' ? fact.cinema : purchases[fact.purchase]!.cinema))
          .map(({ at }) => dayNumber(at)),
      )

      const at = {
        db: database.db,
        now: new Date(now),
        today,
        zone: ZONE,
        weekBegins: 'friday' as const,
        ...(cinemas && { cinemas }),
      }
      const todayIs = numbered(today)
      const firstSale = await firstSaleOf(database.db, at.cinemas)
      expect(firstSale === null ? Infinity : numbered(firstSale)).toBe(first)

      const { y, m } = ymd(todayIs)
      const cases: [string, string, number, number][] = [
        ['today', 'days', todayIs, todayIs],
        ['yesterday', 'days', todayIs - 1, todayIs - 1],
        ['last 7 days', 'days', todayIs - 6, todayIs],
        ['a week that is over', 'days', todayIs - 7, todayIs - 1],
        ['30 days', 'days', todayIs - 29, todayIs],
        ['500 days', 'days', todayIs - 499, todayIs],
        ['this month', 'month', numberOf({ y, m, d: 1 }), numberOf({ y, m, d: lastOf(y, m) })],
        ['last month', 'month', numberOf({ y, m: m - 1, d: 1 }), numberOf({ y, m, d: 1 }) - 1],
        ['this year', 'year', numberOf({ y, m: 0, d: 1 }), numberOf({ y, m: 11, d: 31 })],
        ['last year', 'year', numberOf({ y: y - 1, m: 0, d: 1 }), numberOf({ y: y - 1, m: 11, d: 31 })],
      ]
      const text = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)
      for (const [name, kind, from, to] of cases)
        for (const against of COMPARE) {
          const what = `${name} at ${today} ${clock} vs ${against}, of ${cinemas?.join() ?? 'all'}`
          const range: Range = { start: text(from), end: text(to) }
          const unit = kind as 'days' | 'month' | 'year'

          // What is known up to this moment: sales.
          const span = { from, to: Math.min(to, todayIs), isTruncated: to >= todayIs }
          const expected = base(kind, span, against)
          const compared = comparedOf(range, { today, clock, to: against, unit })!
          expect(compared, what).toEqual({
            now: { start: text(span.from), end: text(span.to) },
            before: { start: text(expected.from), end: text(expected.to) },
            until: expected.isTruncated ? clock : undefined,
          })
          expect(isBeforeSales(compared, firstSale), what).toBe(expected.from < first)
          const sums = (rows: Awaited<ReturnType<typeof figures.salesAndRevenue>>) => ({
            tickets: rows.reduce((sum, row) => sum + row.all_tickets, 0),
            kobo: Math.round(rows.reduce((sum, row) => sum + row.all_total_revenue * 100, 0)),
            web: Math.round(rows.reduce((sum, row) => sum + row.web_total_revenue * 100, 0)),
          })
          const figuresOf = ({ tickets, kobo, web }: ReturnType<typeof soldIn>) => ({ tickets, kobo, web })
          const value = await figures.salesAndRevenue(at, { start_date: range.start, end_date: range.end })
          expect(sums(value), what).toEqual(figuresOf(soldIn({ ...span, isTruncated: false }, isThere)))
          for (const step of ['day', 'month'] as const) {
            const before = await figures.salesAndRevenue(at, {
              start_date: compared.before.start,
              end_date: compared.before.end,
              up_to: compared.until,
              step,
            })
            expect(sums(before), `${what}, base`).toEqual(figuresOf(soldIn(expected, isThere)))
          }

          // What is known of days that are over: redemption, one rate of sums.
          const over = { from, to: Math.min(to, todayIs - 1), isTruncated: false }
          const days = comparedOf(range, { today, to: against, unit })
          if (over.to < over.from) expectSame(days, undefined, what)
          else {
            const rateOf = async (of: Range) => {
              const rows = await figures.redemptionRate(at, { start_date: of.start, end_date: of.end })
              const add = (what: 'redeemed' | 'sold') => rows.reduce((sum, row) => sum + row[what], 0)
              return percentage(add('redeemed'), add('sold'))
            }
            const rate = (span: Span) => {
              const tickets = moves.filter(
                (move) => move.kind === 'ticket' && move.show !== null && isIn(move.show, span) && isThere(move.cinema),
              )
              const all = tickets.reduce((sum, { n }) => sum + n, 0)
              const part = redemptions.reduce(
                (sum, { show, cinema, tickets: n }) => sum + (isIn(show, span) && isThere(cinema) ? n : 0),
                0,
              )
              return all > 0 ? (100 * part) / all : null
            }
            expectSame(days!.now, { start: text(over.from), end: text(over.to) }, what)
            expectSame(await rateOf(days!.now), rate(over), what)
            expectSame(await rateOf(days!.before), rate(base(kind, over, against)), `${what}, base`)
          }
        }

      // Cinemas side by side: each against its own first sale.
      for (const seeing of cinemas ? [at, { ...at, cinemas: undefined, db: scopedTo(database.db, cinemas) }] : [at])
        for (const period of PERIODS) {
          const answer = await byCinema(seeing, { period }, cinemas ?? undefined)
          const range = periodOf(period, today, 'friday')
          const span = { from: numbered(range.start), to: todayIs, isTruncated: true }
          const end = Math.min(numbered(range.end), todayIs)
          span.to = end
          span.isTruncated = end === todayIs
          for (const row of answer.cinemas) {
            const what = `${period} of ${row.cinema_name} at ${today} ${clock}`
            const of = (cinema: string | null) => (cinema ?? '') === row.cinema_id
            const since = Math.min(
              ...[...purchases, ...refunds]
                .filter((fact) => of(fact.stream === 'purchases' ? fact.cinema : purchases[fact.purchase]!.cinema))
                .map((fact) => dayNumber(fact.at)),
            )
            const unit = unitOfPeriod(period)
            for (const [figuresOf, those] of [
              [row.now, { ...span, isTruncated: false }],
              [row.before, base(unit, span, 'before')],
              [row.year_before, base(unit, span, 'year')],
            ] as const) {
              if (those !== undefined && figuresOf !== row.now && those.from < since) {
                expectSame(figuresOf, null, what)
                continue
              }
              const expected = soldIn(those, of)
              const back = paidBack.filter((refund) => isIn(refund.at, those) && of(refund.cinema))
              expect(figuresOf, what).toMatchObject({ tickets: expected.tickets, refunds: back.length })
              const each = (part: number) => (expected.tickets > 0 ? part / expected.tickets : null)
              for (const [naira, kobo] of [
                [figuresOf!.revenue, expected.kobo],
                [figuresOf!.refunded, back.reduce((sum, refund) => sum + refund.kobo, 0)],
                [figuresOf!.spend_per_head, each(expected.seen)],
                [figuresOf!.concessions_per_ticket, each(expected.concessions)],
              ] as const) {
                expectSame(naira === null ? null : naira * 100, kobo, what)
              }
            }
          }
        }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
