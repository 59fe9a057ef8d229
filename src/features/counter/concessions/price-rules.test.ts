import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import {
  changedKobo,
  changeErrors,
  changeText,
  daysText,
  messages,
  savingOf,
  stateOf,
  STEPS,
  wrongResult,
  wrongValue,
  type ChangeDraft,
} from './price-rules.ts'

const step = fc.constantFrom(...STEPS)
const kobo = fc.integer({ min: 0, max: 1_000_000_000 })
/** Percent with two decimals. */
const percent = fc.integer({ min: -9_900, max: 50_000 }).map((hundredths) => hundredths / 100)
const naira = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 100)

describe('a new price', () => {
  test.each([
    [300_000, { how: 'percent', value: 10, step: 50 }, 330_000],
    [332_500, { how: 'percent', value: 0.01, step: 50 }, 335_000],
    [332_499, { how: 'amount', value: 0.01, step: 50 }, 335_000],
    [332_498, { how: 'amount', value: 0.01, step: 50 }, 330_000],
    [80_000, { how: 'percent', value: -12.5, step: 10 }, 70_000],
    [80_000, { how: 'amount', value: -125, step: 100 }, 70_000],
    [80_000, { how: 'price', value: 999.99, step: 100 }, 99_999],
    [1, { how: 'percent', value: -50, step: 1 }, 0],
  ] as const)('of %d kobo by %o is %d', (before, change, after) => {
    expect(changedKobo(before, change)).toBe(after)
  })

  test('is whole steps, at most half a step from the exact one, and half a step goes up', () => {
    fc.assert(
      fc.property(kobo, percent, step, (before, value, size) => {
        const after = changedKobo(before, { how: 'percent', value, step: size })
        const hundredths = BigInt(before) * BigInt(10_000 + Math.round(value * 100))
        const off = BigInt(after) * 10_000n - hundredths
        const half = BigInt(size) * 500_000n
        expect(after % (size * 100)).toBe(0)
        expect(off > -half && off <= half).toBe(true)
      }),
    )
  })

  test('keeps the order of prices', () => {
    fc.assert(
      fc.property(kobo, kobo, percent, naira, step, (one, other, value, amount, size) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        for (const change of [
          { how: 'percent', value, step: size },
          { how: 'amount', value: amount, step: size },
        ] as const)
          expect(changedKobo(low, change)).toBeLessThanOrEqual(changedKobo(high, change))
      }),
    )
  })

  test('is above nothing and below the most', () => {
    expect([0, -100, 1, 1_000_000_000, 1_000_000_001].map(wrongResult)).toEqual([
      'Would cost ₦0 or less',
      'Would cost ₦0 or less',
      undefined,
      undefined,
      'Would cost over ₦10,000,000',
    ])
  })
})

test.each([
  ['percent', 0, messages.badPercent],
  ['percent', -99, undefined],
  ['percent', -99.01, messages.badPercent],
  ['percent', 12.345, messages.badPercent],
  ['amount', 0, messages.badValue],
  ['amount', -50.5, undefined],
  ['amount', NaN, messages.badValue],
  ['price', 0, messages.badPrice],
  ['price', 0.01, undefined],
  ['price', 10_000_001, messages.badPrice],
] as const)('a change by %s of %d: %s', (how, value, wrong) => {
  expect(wrongValue({ how, value })).toBe(wrong)
})

test('a change in words', () => {
  expect(changeText({ how: 'percent', value: -12.5, step: 50 })).toBe('−12.5%, rounded to ₦50')
  expect(changeText({ how: 'amount', value: 200, step: 1 })).toBe('+₦200, rounded to ₦1')
  expect(changeText({ how: 'price', value: 900, step: 50 })).toBe('To ₦900')
  expect(daysText({ from_day: '2026-12-01', until_day: null })).toBe('From 01/12/2026')
  expect(daysText({ from_day: '2026-12-01', until_day: '2026-12-31' })).toBe('01/12/2026 – 31/12/2026')
})

test('the state of a change', () => {
  const at = (hour: number) => new Date(hour * 3_600_000)
  const times = { startsAt: at(1), endsAt: at(3), cancelledAt: null }
  expect([at(0), at(1), at(2), at(3)].map((now) => stateOf(times, now))).toEqual([
    'planned',
    'running',
    'running',
    'ended',
  ])
  expect(stateOf({ ...times, cancelledAt: at(2) }, at(4))).toBe('cancelled')
  expect(stateOf({ ...times, endsAt: null }, at(100))).toBe('running')
})

test('what a guest saves on a combo, before and after', () => {
  const parts = [
    { before: 3000, after: 2700 },
    { before: 800, after: 800 },
  ]
  expect(savingOf({ before: 3500, after: 3600 }, parts, 'before')).toBe(300)
  expect(savingOf({ before: 3500, after: 3600 }, parts, 'after')).toBe(-100)
})

test('what is wrong with the form', () => {
  const fine: ChangeDraft = {
    name: 'December',
    products: ['1'],
    cinemas: ['1'],
    how: 'percent',
    value: '10',
    step: '50',
    from_day: '2026-12-01',
    until_day: null,
  }
  const today = '2026-11-21'
  expect(changeErrors(fine, today)).toEqual({})
  expect(changeErrors({ ...fine, how: 'price', value: '2.500' }, today)).toEqual({ value: UNCLEAR })
  expect(
    changeErrors(
      { ...fine, name: ' ', products: [], cinemas: [], value: '', from_day: '2026-11-20', until_day: '2026-11-19' },
      today,
    ),
  ).toEqual({
    name: messages.noName,
    products: messages.noProduct,
    cinemas: messages.noCinema,
    value: messages.badPercent,
    from_day: messages.past,
    until_day: messages.endsBefore,
  })
})
