import { expect, test } from 'vitest'
import { ageOf } from './rules.ts'

test.each([
  ['2026-11-21T08:59:30Z', '0 minutes'],
  ['2026-11-21T08:58:30Z', '1 minute'],
  ['2026-11-21T08:01:00Z', '59 minutes'],
  ['2026-11-21T08:00:00Z', '1 hour'],
  ['2026-11-19T09:01:00Z', '47 hours'],
  ['2026-11-19T09:00:00Z', '2 days'],
  ['2026-11-22T09:00:00Z', '0 minutes'],
])('what was at %s is %s old', (at, age) => expect(ageOf(at, Date.parse('2026-11-21T09:00:00Z'))).toBe(age))
