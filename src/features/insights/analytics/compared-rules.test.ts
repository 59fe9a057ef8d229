import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, weekdayOf, WEEKDAYS } from '#contract/time.ts'
import { COMPARE, comparedOf, daysOf, PERIODS, periodOf, unitOfPeriod } from './compared-rules.ts'

// 22/11/2026 is a Sunday.
const today = '2026-11-22'
it.each([
  ['today with the same weekday up to this hour', '2026-11-22', '2026-11-22', '2026-11-15', '2026-11-15', '07:33'],
  ['a Saturday with the Saturday before', '2026-11-21', '2026-11-21', '2026-11-14', '2026-11-14', undefined],
  ['the last seven days with the seven before', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15', '07:33'],
  ['a weekend with a weekend', '2026-11-14', '2026-11-15', '2026-11-07', '2026-11-08', undefined],
  ['32 days with as many before', '2026-10-22', '2026-11-22', '2026-09-20', '2026-10-21', '07:33'],
  ['a month to date', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-22', '07:33'],
  ['a month that is over, whole', '2026-09-01', '2026-09-30', '2026-08-01', '2026-08-31', undefined],
  ['a year to date', '2026-01-01', '2026-12-31', '2025-01-01', '2025-11-22', '07:33'],
  ['a few days of a month with a week', '2026-11-01', '2026-11-05', '2026-10-25', '2026-10-29', undefined],
])('%s', (_, start, end, from, to, until) => {
  expect(comparedOf({ start, end }, { today, clock: '07:33' })).toEqual({
    now: { start, end: end < today ? end : today },
    before: { start: from, end: to },
    until,
  })
})

it('counts days that are over where no more is known, and nothing of a day that runs, alone', () => {
  expect(comparedOf({ start: '2026-11-16', end: today }, { today })).toEqual({
    now: { start: '2026-11-16', end: '2026-11-21' },
    before: { start: '2026-11-09', end: '2026-11-14' },
    until: undefined,
  })
  expect(comparedOf({ start: today, end: today }, { today })).toBeUndefined()
  expect(comparedOf({ start: '2026-12-01', end: '2026-12-31' }, { today, clock: '07:33' })).toBeUndefined()
})

it('takes the same weekdays of the year before, and the same dates of months and years', () => {
  const to = 'year'
  expect(comparedOf({ start: '2026-11-21', end: '2026-11-21' }, { today, to })?.before.start).toBe('2025-11-22')
  expect(comparedOf({ start: '2026-11-01', end: '2026-11-30' }, { today, clock: '07:33', to })).toMatchObject({
    before: { start: '2025-11-01', end: '2025-11-22' },
    until: '07:33',
  })
  // A day that the other month does not have is over there.
  expect(comparedOf({ start: '2026-03-01', end: '2026-03-31' }, { today: '2026-03-30', clock: '09:00' })).toEqual({
    now: { start: '2026-03-01', end: '2026-03-30' },
    before: { start: '2026-02-01', end: '2026-02-28' },
    until: undefined,
  })
})

it.each([
  ['day', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['week', '2026-11-22', '2026-11-20', '2026-11-26'],
  ['week', '2026-11-20', '2026-11-20', '2026-11-26'],
  ['week', '2026-11-19', '2026-11-13', '2026-11-19'],
  ['weekend', '2026-11-25', '2026-11-20', '2026-11-22'],
  ['month', '2026-02-10', '2026-02-01', '2026-02-28'],
  ['year', '2026-02-10', '2026-01-01', '2026-12-31'],
] as const)('the %s of %s', (period, day, start, end) => {
  expect(periodOf(period, day, 'friday')).toEqual({ start, end })
})

it('a cinema week begins on the day of the chain, a weekend on a Friday all the same', () => {
  expect(periodOf('week', '2026-11-25', 'thursday')).toEqual({ start: '2026-11-19', end: '2026-11-25' })
  expect(periodOf('week', '2026-11-26', 'thursday')).toEqual({ start: '2026-11-26', end: '2026-12-02' })
  expect(periodOf('weekend', '2026-11-26', 'thursday')).toEqual({ start: '2026-11-20', end: '2026-11-22' })
})

const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2019-01-01', days))
it('never compares days with themselves, nor a weekday with another within a week, nor more days than are over', () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: -40, max: 900 }),
      fc.constantFrom(...COMPARE),
      fc.constantFrom(undefined, '14:00'),
      (start, more, age, to, clock) => {
        const compared = comparedOf({ start, end: addDays(start, more) }, { today: addDays(start, age), clock, to })
        expect(compared === undefined).toBe(clock ? age < 0 : age <= 0)
        if (!compared) return
        const { now, before } = compared
        expect(before.end < now.start).toBe(true)
        expect(now.end <= addDays(start, clock ? age : age - 1)).toBe(true)
        // Months differ by three days, years by one.
        expect(Math.abs(daysOf(now) - daysOf(before))).toBeLessThanOrEqual(3)
        expect(more >= 7 || weekdayOf(now.start) === weekdayOf(before.start)).toBe(true)
      },
    ),
  )
})

it('every period has the day that names it, or is the weekend of its week', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...PERIODS), fc.constantFrom(...WEEKDAYS), (one, period, begins) => {
      const { start, end } = periodOf(period, one, begins)
      expect(start <= one && (one <= end || period === 'weekend')).toBe(true)
      expect(periodOf(period, start, begins)).toEqual({ start, end })
      expect(unitOfPeriod(period) === 'days').toBe(daysOf({ start, end }) <= 7)
    }),
  )
})
