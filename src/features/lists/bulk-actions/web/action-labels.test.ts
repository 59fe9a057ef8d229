import { expect, test } from 'vitest'
import { nameOf, stateLabel } from './action-labels.ts'
import { countOf } from './labels.ts'
import { STATES, type State } from '../rules.ts'
import type { BulkAction } from '../contract.ts'

const approve = (state: State) => ({ action: 'movies.approve', undoes: null, state })

test('how many rows it is done to is said as everywhere', () => {
  expect(nameOf(approve('ready'), 1)).toBe('Approve 1 movie')
  expect(nameOf(approve('ready'), 12_431)).toBe('Approve 12,431 movies')
  expect(nameOf({ ...approve('ready'), undoes: 7 }, 1486)).toBe('Undo: approve 1,486 movies')
})

test.each([
  ['coming-soon.withdraw', 'Unapprove 2 movies'],
  ['events.delete', 'Delete 2 events'],
  ['categories.delete', 'Delete 2 categories'],
  ['promotions.deactivate', 'Deactivate 2 promotions'],
  ['hero-banners.deactivate', 'Deactivate 2 hero banners'],
  ['points.award', 'Award points to 2 customers'],
  ['kids-club.remove', 'Remove 2 kids club members'],
  ['admins.invite', 'Send the invitation again to 2 admins'],
  ['concessions.price', 'Set the price of 2 products'],
  ['combos.delete', 'Delete 2 combo deals'],
  ['cubes.cancel', 'Request the cancellation of 2 cube bookings'],
  ['vouchers.void', 'Void 2 vouchers'],
  ['reconciliation.resolve', 'Resolve 2 mismatches'],
  ['error-logs.ignore', 'Ignore 2 errors'],
])('%s of two rows asks: %s', (action, label) => {
  expect(nameOf({ action, undoes: null }, 2)).toBe(label)
})

test('what was left undone when it ended will not change any more, and is not counted', () => {
  const rows = { pending: 0, valid: 1465, changed: 25, same: 0, rejected: 2, total: 1492 }
  const of = (state: State) => {
    const startedAt = '2026-11-28T09:00:00Z'
    return countOf({ ...approve(state), rows, startedAt } as unknown as BulkAction)
  }
  const labels = STATES.map((state) => [state, stateLabel(approve(state), 'valid'), of(state)])
  expect(labels.slice(3)).toEqual([
    ['ready', 'Will be changed', 1490],
    ['running', 'Will be changed', 1490],
    ['done', 'Not done', 25],
    ['cancelled', 'Not done', 25],
    ['stopped', 'Not done', 25],
  ])
  expect(stateLabel(approve('cancelled'), 'changed')).toBe('Changed')
  const importing = { action: 'import.referral-links', undoes: null }
  expect(stateLabel({ ...importing, state: 'ready' }, 'valid')).toBe('Will be added')
  expect(stateLabel({ ...importing, state: 'cancelled' }, 'valid')).toBe('Not done')
})
