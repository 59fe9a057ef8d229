import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAST_BUYERS, LEAST_PEOPLE, liftOf, type Side } from './lift-rules.ts'

const sideOf = (spent: readonly number[]): Side => ({
  people: spent.length,
  buyers: spent.filter((kobo) => kobo > 0).length,
  kobo: spent.reduce((sum, kobo) => sum + kobo, 0),
  squares: spent.reduce((sum, kobo) => sum + kobo * kobo, 0),
})
const side = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000_000 })), {
  minLength: 2,
  maxLength: 400,
})
const repeated = (kobo: number, buyers: number, people: number) =>
  sideOf(Array.from({ length: people }, (_, n) => (n < buyers ? kobo : 0)))

test('the difference lies in its interval, is turned round with the sides, and is none of the same', () => {
  fc.assert(
    fc.property(side, side, (one, other) => {
      const [reached, control] = [sideOf(one), sideOf(other)]
      const lift = liftOf({ reached, control })
      const turned = liftOf({ reached: control, control: reached })
      expect(lift.low).toBeLessThanOrEqual(lift.difference)
      expect(lift.high).toBeGreaterThanOrEqual(lift.difference)
      expect(turned.difference).toBeCloseTo(-lift.difference, 3)
      expect(turned.low).toBeCloseTo(-lift.high, 3)
      expect(['more', 'less'].includes(liftOf({ reached, control: reached }).verdict)).toBe(false)
      const isWrong = lift.verdict === 'more' ? lift.low <= 0 : lift.verdict === 'less' && lift.high >= 0
      expect(isWrong).toBe(false)
    }),
  )
})

test('the interval is that of Welch', () => {
  // Means 2 and 1, variances 2 and 0.5 by hand: the half is 1.96 · √(2/4 + 0.5/2).
  const reached = sideOf([1, 1, 2, 4])
  const control = sideOf([0.5, 1.5])
  const { difference, low, high } = liftOf({ reached, control })
  expect(difference).toBe(1)
  expect((high - low) / 2).toBeCloseTo(1.96 * Math.sqrt(0.5 + 0.25), 10)
})

test.each([
  ['few', repeated(500_000, 200, 1000), repeated(1, LEAST_BUYERS - 1, 1000)],
  ['few', repeated(500_000, 200, 1000), repeated(1, LEAST_BUYERS, LEAST_PEOPLE - 1)],
  ['unclear', repeated(500_000, 100, 1000), repeated(500_000, 10, 101)],
  ['more', repeated(500_000, 300, 1000), repeated(500_000, 50, 500)],
  ['less', repeated(500_000, 100, 1000), repeated(500_000, 150, 500)],
] as const)('says %s', (verdict, reached, control) => expect(liftOf({ reached, control }).verdict).toBe(verdict))

test('nobody on a side is too few, and no number is lost', () => {
  const none = { people: 0, buyers: 0, kobo: 0, squares: 0 }
  expect(liftOf({ reached: none, control: none })).toEqual({
    reached: 0,
    control: 0,
    difference: 0,
    low: 0,
    high: 0,
    verdict: 'few',
  })
})
