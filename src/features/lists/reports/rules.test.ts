import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, clockOf, dayOf, instantAt, weekdayOf } from '#contract/time.ts'
import { describeChange, reportDay, latestOccasion, nextOccasion, describeSchedule, type Schedule } from './rules.ts'

const LAGOS = 'Africa/Lagos'
const daily: Schedule = { every: 'day', at: '07:00', weekdays: [], monthDay: 1 }
const on = (monthDay: number): Schedule => ({ ...daily, every: 'month', monthDay })
const after = (schedule: Schedule, iso: string, zone = LAGOS) => {
  const at = nextOccasion(schedule, new Date(iso), zone)
  return `${dayOf(at, zone)} ${clockOf(at, zone)}`
}

test.each([
  ['2027-01-30T12:00:00Z', '2027-01-31 07:00'],
  ['2027-01-31T12:00:00Z', '2027-02-28 07:00'],
  ['2028-02-01T12:00:00Z', '2028-02-29 07:00'],
  ['2026-12-31T05:59:00Z', '2026-12-31 07:00'],
  ['2026-12-31T06:00:00Z', '2027-01-31 07:00'],
])('the last day of a month after %s is %s', (from, due) => expect(after(on(31), from)).toBe(due))

test('a day that a month does not have is its last', () => {
  expect(after(on(30), '2027-02-01T00:00:00Z')).toBe('2027-02-28 07:00')
  expect(after(on(29), '2028-02-01T00:00:00Z')).toBe('2028-02-29 07:00')
  expect(after(on(30), '2027-04-01T00:00:00Z')).toBe('2027-04-30 07:00')
  expect(after(on(30), '2027-05-01T00:00:00Z')).toBe('2027-05-30 07:00')
})

test('a clock that is skipped or comes twice is one occasion', () => {
  const night = { ...daily, at: '02:30' }
  const days = Array.from({ length: 4 }, () => '')
  let at = new Date('2026-03-27T12:00:00Z')
  for (const n of days.keys()) {
    at = nextOccasion(night, at, 'Europe/Berlin')
    days[n] = dayOf(at, 'Europe/Berlin')
  }
  expect(days).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'])
  expect(after(night, '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:30')
})

const two = (n: number) => String(n).padStart(2, '0')
const schedule: fc.Arbitrary<Schedule> = fc.record({
  every: fc.constantFrom('day', 'week', 'month', 'close'),
  at: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => `${two(h)}:${two(m)}`),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  monthDay: fc.integer({ min: 1, max: 31 }),
})
const moment = fc.date({ min: new Date('2023-12-01'), max: new Date('2029-01-31'), noInvalidDate: true })

/** Days that a schedule is due on, found one by one. */
function isDue({ every, weekdays, monthDay }: Schedule, day: string): boolean {
  if (every === 'week') return weekdays.includes(weekdayOf(day))
  if (every !== 'month') return true
  const length = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
  return Number(day.slice(8)) === Math.min(monthDay, length)
}

test('the next occasion is the first day that is due, whatever the month and the year', () => {
  fc.assert(
    fc.property(schedule, moment, (of, from) => {
      const clock = of.every === 'close' ? '01:00' : of.at
      let day = dayOf(from, LAGOS)
      while (!isDue(of, day) || instantAt(day, clock, LAGOS) <= from) day = addDays(day, 1)
      expect(nextOccasion(of, from, LAGOS)).toEqual(instantAt(day, clock, LAGOS))
    }),
  )
})

test('however long no server ran, the latest occasion is sent and the others are counted', () => {
  fc.assert(
    fc.property(schedule, moment, fc.integer({ min: 0, max: 90 * 24 }), (of, from, hours) => {
      const due = nextOccasion(of, from, LAGOS)
      const now = new Date(due.getTime() + hours * 3_600_000)
      const all = [due]
      for (let at = nextOccasion(of, due, LAGOS); at <= now; at = nextOccasion(of, at, LAGOS)) all.push(at)
      expect(latestOccasion(of, due, now, LAGOS)).toEqual({ at: all.at(-1), missed: all.length - 1 })
    }),
  )
})

test('after a day is closed, today is that day', () => {
  const occasion = nextOccasion({ ...daily, every: 'close' }, new Date('2026-12-31T12:00:00Z'), LAGOS)
  expect(occasion.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(reportDay({ every: 'close' }, occasion, LAGOS)).toBe('2026-12-31')
  expect(reportDay({ every: 'day' }, occasion, LAGOS)).toBe('2027-01-01')
})

test('in words', () => {
  expect(describeSchedule({ ...daily, every: 'week', weekdays: [0, 5, 1] })).toBe(
    'Every Monday, Friday and Sunday at 07:00',
  )
  expect(describeSchedule(on(31))).toBe('On the last day of every month at 07:00')
  expect(describeSchedule(on(15))).toBe('On day 15 of every month at 07:00')
  expect(describeChange(5, { before: 5, added: 1, removed: 1, changed: 2 })).toBe(
    '1 new row, 2 rows changed, 1 row removed since the last report',
  )
  expect(describeChange(5, { before: 5, added: 0, removed: 0, changed: 0 })).toBe('No changes since the last report')
  expect(describeChange(9000, { before: 8000, added: null, removed: null, changed: null })).toBe(
    '1,000 rows more than in the last report',
  )
})
