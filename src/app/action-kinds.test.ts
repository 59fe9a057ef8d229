import { expect, test } from 'vitest'
import { nameOf } from '#contract/endpoint.ts'
import { actionKindOf, areaOf } from '#features/access/audit/kind-rules.ts'
import { everyEndpoint } from './server-features.ts'

const calls = everyEndpoint.map(nameOf)

test('every call is in an area of the audit log', () => {
  expect(calls.filter((call) => !areaOf(call) && !call.startsWith('published.'))).toEqual([])
})

test.each([
  ['session.login', 'signed-in', 'account'],
  ['session.login.refused', 'refused', 'account'],
  ['session.logout', 'signed-out', 'account'],
  ['movies.save', 'changed', 'movies'],
  ['movies.listCsv', 'exported', 'movies'],
  ['privacy.export', 'exported', 'users'],
  ['customers.fetch', 'opened', 'users'],
  ['customers.guestBookings', 'opened', 'users'],
  ['cubes.booking', 'opened', 'cubes'],
  ['kids-club.member', 'opened', 'kids-club'],
  ['customers.create', 'created', 'users'],
  ['feed.revokeKey', 'deleted', 'programs'],
  ['concessions.deleteCombo', 'deleted', 'concessions'],
  ['movies.refresh-external', 'changed', 'movies'],
  ['payment-logs.csv', 'exported', 'payments'],
])('%s: %s in %s', (action, kind, area) => expect([actionKindOf(action), areaOf(action)]).toEqual([kind, area]))

test('every export is one', () => {
  const exports = everyEndpoint.filter(({ stream }) => stream === 'text/csv')
  expect(exports.filter((endpoint) => actionKindOf(nameOf(endpoint)) !== 'exported')).toEqual([])
})
