import { expect, test } from 'vitest'
import { stateOf } from './rules.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const TOKEN = { revoked_at: null, expires_at: '2027-02-21T09:00:00Z', role: 'Reader' }

test.each([
  [{}, 'in use', 92],
  [{ expires_at: '2026-12-05T09:00:01Z' }, 'in use', 15],
  [{ expires_at: '2026-12-05T09:00:00Z' }, 'ending', 14],
  [{ expires_at: '2026-11-21T09:00:01Z' }, 'ending', 1],
  [{ expires_at: '2026-11-21T09:00:00Z' }, 'ended', 0],
  [{ role: null }, 'no role', 92],
  [{ role: null, expires_at: '2026-11-20T09:00:00Z' }, 'ended', -1],
  [{ revoked_at: '2026-11-20T09:00:00Z', expires_at: '2026-11-20T09:00:00Z' }, 'revoked', -1],
] as const)('a token of %j is %s', (more, is, daysLeft) => {
  expect(stateOf({ ...TOKEN, ...more }, NOW)).toEqual({ is, daysLeft })
})
