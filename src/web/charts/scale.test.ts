import fc from 'fast-check'
import { expect, it } from 'vitest'
import { naira, showShort } from './formats.ts'
import { labelEvery, runsOf, stack, ticksOf } from './scale.ts'

it.each([
  [[], [0, 0.25, 0.5, 0.75, 1]],
  [
    [7_800_000, 3],
    [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000],
  ],
  [
    [0.3, null],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [-50, 120],
    [-50, 0, 50, 100, 150],
  ],
])('marks %j at %j', (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks)
})

it('spans only its values where it need not begin at zero', () => {
  expect(ticksOf([1452, 1494, null], true, true)).toEqual([1440, 1460, 1480, 1500])
  expect(ticksOf([-3, -1], true, true)).toEqual([-3, -2, -1])
  expect(ticksOf([5, 5], true, true)).toEqual([0, 2, 4, 6])
})

it('has no half marks for integers', () => {
  expect(ticksOf([1, 2], true)).toEqual([0, 1, 2])
  expect(ticksOf([0], true)).toEqual([0, 1])
})

it('covers every value between its first and last mark', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), fc.boolean(), (values, isInteger) => {
      const ticks = ticksOf(values, isInteger)
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values))
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(9)
    }),
  )
})

it('places negative values below the axis', () => {
  expect(stack([3, null, -2, 4, 0])).toEqual([
    { series: 0, from: 0, to: 3 },
    { series: 2, from: 0, to: -2 },
    { series: 3, from: 3, to: 7 },
  ])
})

it('breaks a line where there is no value', () => {
  expect(runsOf([null, 1, 2, null, null, 3, null])).toEqual([[1, 2], [3]])
  expect(runsOf([null])).toEqual([])
})

it('shows as many labels as fit', () => {
  expect(labelEvery(20, 44)).toBe(3)
  expect(labelEvery(60, 44)).toBe(1)
})

it.each([
  [0, '0'],
  [950, '950'],
  [1200, '1.2k'],
  [999_999, '1m'],
  [2_500_000, '2.5m'],
  [214_880_450, '215m'],
  [-3_000_000_000, '−3bn'],
])('shortens %d to %s', (value, text) => {
  expect(showShort(value)).toBe(text)
})

it('puts the sign of short naira before the currency', () => {
  expect(naira.short(-1_200_000)).toBe('−₦1.2m')
  expect(naira.short(1_200_000)).toBe('₦1.2m')
})
