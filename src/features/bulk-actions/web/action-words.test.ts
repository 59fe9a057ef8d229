import { expect, test } from 'vitest'
import { nameOf, stateLabel } from './action-words.ts'
import { countOf } from './words.ts'
import { STATES, type State } from '../rules.ts'
import type { BulkAction } from '../contract.ts'

const approve = (state: State) => ({ action: 'movies.approve', undoes: null, state })

test('how many rows it is done to is said as everywhere', () => {
  expect(nameOf(approve('ready'), 1)).toBe('Approve 1 movie')
  expect(nameOf(approve('ready'), 12_431)).toBe('Approve 12,431 movies')
  expect(nameOf({ ...approve('ready'), undoes: 7 }, 1486)).toBe('Undo: approve 1,486 movies')
})

test('what was left undone when it ended will not change any more, and is not counted', () => {
  const rows = { waiting: 0, would: 1462, second: 3, changed: 24, same: 0, proposed: 1, refused: 2, total: 1492 }
  const of = (state: State) => {
    const startedAt = '2026-11-28T09:00:00Z'
    return countOf({ ...approve(state), rows, startedAt } as unknown as BulkAction)
  }
  const said = STATES.map((state) => [state, stateLabel(approve(state), 'would'), of(state)])
  expect(said.slice(3)).toEqual([
    ['ready', 'Will change', 1490],
    ['running', 'Will change', 1490],
    ['done', 'Not done', 25],
    ['cancelled', 'Not done', 25],
    ['stopped', 'Not done', 25],
  ])
  expect(stateLabel(approve('cancelled'), 'changed')).toBe('Changed')
  const importing = { action: 'import.referral-links', undoes: null }
  expect(stateLabel({ ...importing, state: 'ready' }, 'would')).toBe('Will be added')
  expect(stateLabel({ ...importing, state: 'cancelled' }, 'would')).toBe('Not done')
})
