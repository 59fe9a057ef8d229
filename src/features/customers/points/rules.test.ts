import { POINTS_MOST } from '#contract/permissions.ts'
import { expect, it } from 'vitest'
import { messages, pointsErrors, typedPoints, type PointsDraft } from './rules.ts'

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

// Clauses: operations 314
it.each<[PointsDraft, object]>([
  [
    { points: ' ', reason: ' ' },
    { points: messages.noPoints, reason: messages.noReason },
  ],
  [
    { points: '501', reason: 'Kind' },
    { points: messages.overPointsLimit(500), reason: null },
  ],
  [
    { points: '41', reason: 'Kind' },
    { points: messages.tooFew(40), reason: null },
  ],
  [
    { points: '40', reason: 'Kind' },
    { points: null, reason: null },
  ],
])('a form with %j', (draft, errors) => {
  expect(pointsErrors(draft, 500, 40)).toEqual(errors)
})
