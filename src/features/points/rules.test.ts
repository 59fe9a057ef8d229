import { POINTS_MOST } from '#contract/permissions.ts'
import { expect, it } from 'vitest'
import { messages, pointsErrors, typedPoints } from './rules.ts'

it.each([
  ['1,000', 1000],
  ['1000', 1000],
  [' 12 ', 12],
  ['1,000,000', 1_000_000],
])('%s is understood', (typed, points) => {
  expect(typedPoints(typed)).toBe(points)
  expect(pointsErrors({ points: typed, reason: 'Kind' }, POINTS_MOST).points).toBeNull()
})

it.each(['1e3', '1,00', '10,00', '-5', '1.5', 'ten'])('%s is none', (typed) => {
  expect(pointsErrors({ points: typed, reason: 'Kind' }, POINTS_MOST).points).toBe(messages.badPoints)
})
