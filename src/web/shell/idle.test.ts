import { expect, it } from 'vitest'
import { idleness, showLeft } from './idle.ts'

const MINUTE = 60_000

// Clauses: core 103, 200
it.each([
  [0, { state: 'active', checkIn: 29 * MINUTE }],
  [29 * MINUTE - 1, { state: 'active', checkIn: 1 }],
  [29 * MINUTE, { state: 'warning', left: MINUTE }],
  [30 * MINUTE - 1, { state: 'warning', left: 1 }],
  [30 * MINUTE, { state: 'over' }],
  [300 * MINUTE, { state: 'over' }],
])('returns the state %i ms after the last movement', (after, is) => {
  expect(idleness(1000, 1000 + after)).toEqual(is)
})

it('counts down in seconds', () => {
  expect([60_000, 59_001, 42_000, 1, -5].map(showLeft)).toEqual(['1:00', '1:00', '0:42', '0:01', '0:00'])
})
