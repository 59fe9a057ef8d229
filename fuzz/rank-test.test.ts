import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'
import { rankTest } from './rank-test.ts'

test('two samples that lie apart', () => {
  expect(rankTest([1, 2, 3], [4, 5, 6])).toEqual({ guessed: 1, z: expect.closeTo(1.96, 2) })
  expect(rankTest([4, 5, 6], [1, 2, 3])).toEqual({ guessed: 1, z: expect.closeTo(-1.96, 2) })
})

test('equal values tell nothing', () => expect(rankTest([1, 1, 2], [1, 2, 1])).toEqual({ guessed: 0.5, z: 0 }))

test('two thousand tries see a hundredth of a hundred milliseconds, and chance alone is not seen', () => {
  const chance = chanceOf('times')
  // Noise of 10 ms, as the sum of some.
  const times = (more: number) =>
    Array.from({ length: 2000 }, () => 100 + more + 10 * (chance.next() + chance.next() + chance.next() - 1.5))
  expect(Math.abs(rankTest(times(0), times(0)).z)).toBeLessThan(3.7)
  expect(rankTest(times(0), times(1)).z).toBeGreaterThan(3.7)
})
