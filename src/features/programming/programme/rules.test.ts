import { expect, it } from 'vitest'
import { notApproved } from './rules.ts'

it.each([
  [9, 787, '9 movies (787 showings this week) are not approved'],
  [1, 1, '1 movie (1 showing this week) is not approved'],
])('%i titles wait', (titles, showings, label) => {
  expect(notApproved(titles, showings, 'this week')).toBe(label)
})
