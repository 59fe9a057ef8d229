import fc from 'fast-check'
import { expect, it } from 'vitest'
import { adviceOf, changeFrom } from './rules.ts'

it.each([
  [{ showings: 10, occupied: 200 }, 'hold'],
  [{ showings: 10, occupied: 199 }, 'watch'],
  [{ showings: 10, occupied: 100 }, 'watch'],
  [{ showings: 10, occupied: 99 }, 'drop'],
  [{ showings: 5, occupied: 0 }, 'drop'],
  [{ showings: 4, occupied: 400 }, null],
])('%j where each showing sells 20 on average: %s', (film, advice) => {
  expect(adviceOf(film, { showings: 50, occupied: 1000 })).toBe(advice)
})

it('says nothing where a cinema sold nothing', () => {
  expect(adviceOf({ showings: 10, occupied: 0 }, { showings: 50, occupied: 0 })).toBe(null)
})

it('a change leads from what was to what is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e6 }), (before, now) => {
      expect(before * (1 + changeFrom(before, now)! / 100)).toBeCloseTo(now, 4)
    }),
  )
  expect(changeFrom(0, 5)).toBe(null)
})
