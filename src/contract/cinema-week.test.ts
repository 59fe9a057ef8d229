import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cinemaWeek, cinemaWeekDays, weekdaysFrom } from './cinema-week.ts'
import { addDays, WEEKDAYS, weekdayOf } from './time.ts'

it('returns the seven days from the first weekday that include a day', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n))
  fc.assert(
    fc.property(days, fc.constantFrom(...WEEKDAYS), (day, begins) => {
      const { from, until } = cinemaWeek(day, begins)
      expect(WEEKDAYS[weekdayOf(from)]).toBe(begins)
      expect(from <= day && day <= until && until === addDays(from, 6)).toBe(true)
      expect(weekdaysFrom(begins)).toEqual(Array.from({ length: 7 }, (_, nth) => weekdayOf(addDays(from, nth))))
    }),
  )
})

it.each([
  ['friday', 'Friday to Thursday', '2026-11-20'],
  ['thursday', 'Thursday to Wednesday', '2026-11-26'],
  ['sunday', 'Sunday to Saturday', '2026-11-22'],
] as const)('starts a week on %s as %s', (begins, name, from) => {
  expect(cinemaWeekDays(begins)).toBe(name)
  // A Thursday.
  expect(cinemaWeek('2026-11-26', begins).from).toBe(from)
})
