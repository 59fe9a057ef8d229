import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, weekdayOf } from '#contract/time.ts'
import { cinemaWeek, notApproved } from './rules.ts'

it('a cinema week is the seven days from a Friday to a Thursday that a day is in', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n))
  fc.assert(
    fc.property(days, (day) => {
      const { from, until } = cinemaWeek(day)
      expect([weekdayOf(from), weekdayOf(until)]).toEqual([5, 4])
      expect(from <= day && day <= until && until === addDays(from, 6)).toBe(true)
    }),
  )
})

it.each([
  [9, 787, '9 titles with 787 showings this week are not approved'],
  [1, 1, '1 title with 1 showing this week is not approved'],
])('%i titles wait', (titles, showings, words) => {
  expect(notApproved(titles, showings, 'this week')).toBe(words)
})
