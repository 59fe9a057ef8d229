import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf, type Payment, type ReportedTerm } from './history.ts'
import { laidOver, statusOf } from './refunds.ts'

const SETTINGS = { ownSource: 'marquee', isVoucher: (id: string) => id.startsWith('voucher ') }
const DAY = 24 * 3_600_000

const term = (id: number, at: number, until: number, more: Partial<ReportedTerm> = {}): ReportedTerm => ({
  id,
  source: 'shop',
  externalId: `s${id}`,
  at: at * DAY,
  until: until * DAY,
  plan: 'Fan',
  kobo: 500_000,
  settled: null,
  endsAt: until * DAY,
  ...more,
})
const word = (
  id: number,
  reportedOn: number,
  at: number,
  until: number,
  plan: string,
  window = [at, until],
): ReportedTerm =>
  term(id, at, until, {
    source: 'marquee',
    externalId: `staff-${id}`,
    plan,
    settled: { at: reportedOn * DAY, from: window[0]! * DAY, until: window[1]! * DAY },
  })
const paid = (at: number, kobo: number, source = 'shop', externalId = `p${at}`): Payment => ({
  source,
  externalId,
  at: at * DAY,
  kobo,
  reference: null,
  paymentId: null,
})
const summaryOf = (...[terms, stops, payments]: [ReportedTerm[], number[], Payment[]]) =>
  historyOf(terms, stops, payments, SETTINGS).map((line) => [
    line.term.plan,
    line.startsAt / DAY,
    line.endsAt / DAY,
    line.paid,
    line.kobo,
  ])

describe('historyOf', () => {
  test('matches each payment once, to the nearest term', () => {
    const terms = [term(1, 0, 30), term(2, 30, 60, { kobo: 900_000 }), term(3, 100, 400)]
    expect(summaryOf(terms, [], [paid(29, 450_000), paid(0, 500_000)])).toEqual([
      ['Fan', 100, 400, 'unknown', null],
      ['Fan', 30, 60, 'payment', 450_000],
      ['Fan', 0, 30, 'payment', 500_000],
    ])
  })

  test('matches our sales by reference and vouchers by id', () => {
    const sold = term(1, 0, 90, { source: 'marquee', externalId: 'CASH-1' })
    const voucher = term(2, 90, 120, { source: 'marquee', externalId: 'voucher 7' })
    expect(summaryOf([sold, voucher], [], [paid(0, 1_500_000, 'marquee', 'CASH-1')])).toEqual([
      ['Fan', 90, 120, 'voucher', 0],
      ['Fan', 0, 90, 'payment', 1_500_000],
    ])
  })

  test('ends the paid term and adds a given term for another plan', () => {
    const terms = [term(1, 0, 30, { endsAt: null }), word(2, 20, 0, 30, 'Fanatic')]
    expect(summaryOf(terms, [], [paid(0, 500_000)])).toEqual([
      ['Fanatic', 20, 30, 'staff', 0],
      ['Fan', 0, 20, 'payment', 500_000],
    ])
  })

  test('adds given days to the same plan, or shortens it without changing the payment', () => {
    const reported = term(1, 0, 30, { endsAt: null })
    expect(summaryOf([reported, word(2, 20, 0, 60, 'Fan')], [], [paid(0, 500_000)])).toEqual([
      ['Fan', 30, 60, 'staff', 0],
      ['Fan', 0, 30, 'payment', 500_000],
    ])
    expect(summaryOf([reported, word(2, 3, 0, 6, 'Fan', [0, 30])], [], [paid(0, 500_000)])).toEqual([
      ['Fan', 0, 6, 'payment', 500_000],
    ])
  })

  test('keeps every payment and its amount after any change by staff', () => {
    const days = fc.integer({ min: 0, max: 200 })
    const reports = fc.array(
      fc.record({ reportedOn: days, at: days, length: fc.integer({ min: 1, max: 90 }), other: fc.boolean() }),
      {
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), reports, (count, reportedOn) => {
        const reported = Array.from({ length: count }, (_, n) => term(n + 1, n * 30, n * 30 + 30, { endsAt: null }))
        const payments = reported.map(({ at }, n) => ({ ...paid(at / DAY, (n + 1) * 1000), externalId: `p${n}` }))
        const spoken = reportedOn
          .toSorted((a, b) => a.reportedOn - b.reportedOn)
          .map(({ at, length, other, reportedOn: on }, n) =>
            word(100 + n, on, at, at + length, other ? 'Fanatic' : 'Fan', [Math.min(at, on), at + length + 30]),
          )
        const lines = historyOf([...reported, ...spoken], [], payments, SETTINGS)
        expect(lines.flatMap(({ kobo }) => kobo || []).toSorted()).toEqual(payments.map(({ kobo }) => kobo).toSorted())
        for (const { startsAt, endsAt } of lines) expect(startsAt).toBeLessThanOrEqual(endsAt)
      }),
    )
  })
})

describe('laidOver', () => {
  const line = (n: number, kind: string, quantity: number, kobo: number) => ({
    n,
    kind,
    quantity,
    kobo,
    show_day: null,
  })
  const lines = [line(0, 'ticket', 2, 7000), line(1, 'concession', 1, 1980), line(2, 'concession', 2, 2520)]

  test.each([
    ['of a whole line', [line(0, 'concession', 2, 2520)], ['Paid', 'Paid', 'Refunded']],
    ['of a part', [line(0, 'ticket', 1, 3500)], ['Partly refunded', 'Paid', 'Paid']],
    ['of all of a kind', [line(0, 'concession', 3, 4500)], ['Paid', 'Refunded', 'Refunded']],
    ['in two parts', [line(0, 'ticket', 1, 3500), line(0, 'ticket', 1, 3500)], ['Refunded', 'Paid', 'Paid']],
    ['of nothing', [], ['Paid', 'Paid', 'Paid']],
  ])('spreads %s over lines of the same kind', (_, refunds, statuses) => {
    const back = laidOver(lines, refunds)
    expect(lines.map((one) => statusOf(one, back.get(one.n)!))).toEqual(statuses)
  })

  test('refunds free tickets by number', () => {
    expect(statusOf({ quantity: 2, kobo: 0 }, { quantity: 1, kobo: 0 })).toBe('Partly refunded')
    expect(statusOf({ quantity: 2, kobo: 0 }, { quantity: 2, kobo: 0 })).toBe('Refunded')
  })
})
