import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  clockOf,
  dayOf,
  daysAsInstants,
  fromFormDay,
  instantAt,
  isDay,
  keepSteady,
  showDay,
  showInstant,
  startOfDay,
  steadyOffsets,
  toFormDay,
} from './time.ts'

test.each([
  ['2008-11-21', '2026-11-21', 18],
  ['2008-11-22', '2026-11-21', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2026-11-21', '2026-11-21', 0],
])('computes the age of a person born on %s on %s as %i', (born, day, years) => expect(ageOn(born, day)).toBe(years))

const LAGOS = 'Africa/Lagos'
const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('dayOf and clockOf', () => {
  test.each([
    ['2026-11-20T22:30:00Z', '2026-11-20', '23:30'],
    ['2026-11-20T22:59:59Z', '2026-11-20', '23:59'],
    ['2026-11-20T23:00:00Z', '2026-11-21', '00:00'],
    ['2026-11-20T23:30:00Z', '2026-11-21', '00:30'],
    ['2026-12-31T23:30:00Z', '2027-01-01', '00:30'],
  ])('converts %s to %s %s in Lagos', (instant, day, clock) => {
    expect(dayOf(instant, LAGOS)).toBe(day)
    expect(clockOf(instant, LAGOS)).toBe(clock)
  })

  test('starts a day in Lagos an hour before UTC', () => {
    expect(startOfDay('2026-11-21', LAGOS).toISOString()).toBe('2026-11-20T23:00:00.000Z')
  })

  test('includes the full end day of a range and nothing of the next day', () => {
    const [from, until] = daysAsInstants('2026-11-01', '2026-11-21', LAGOS)
    expect(dayOf(from, LAGOS)).toBe('2026-11-01')
    expect(dayOf(until.getTime() - 1, LAGOS)).toBe('2026-11-21')
    expect(dayOf(until, LAGOS)).toBe('2026-11-22')
  })

  test('converts a time of a day and back, in zones with and without clock changes', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(LAGOS, 'Europe/London', 'America/New_York', 'Asia/Kathmandu'),
        (day, zone) => {
          const noon = instantAt(day, '12:00', zone)
          expect([dayOf(noon, zone), clockOf(noon, zone)]).toEqual([day, '12:00'])
        },
      ),
    )
  })

  test('is correct around a clock change at any minute', () => {
    const clock = (at: string) => clockOf(at, 'America/St_Johns')
    expect(['2010-03-14T03:30:59Z', '2010-03-14T03:31:00Z', '2010-03-14T03:37:28Z'].map(clock)).toEqual([
      '00:00',
      '01:01',
      '01:07',
    ])
    expect([clock('2010-03-13T12:00:00Z'), clock('2010-03-15T12:00:00Z')]).toEqual(['08:30', '09:30'])
  })

  test('moves a time skipped by a clock change forward, not back a day', () => {
    expect(dayOf(instantAt('2026-03-29', '01:30', 'Europe/London'), 'Europe/London')).toBe('2026-03-29')
  })
})

describe('days', () => {
  test('returns the same day after adding and subtracting days', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -800, max: 800 }),
        (day, n) => void expect(addDays(addDays(day, n), -n)).toBe(day),
      ),
    )
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  })

  test.each([
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-11-21', -1, '2026-10-21'],
    ['2026-12-31', 2, '2027-02-28'],
  ])('adds to %s %i months and returns %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '21/11/2026', '', '2026-11-21T00:00'])(
    'rejects %s as a day',
    (text) => expect(isDay(text)).toBe(false),
  )

  // Clauses: core 205; operations 4, 528
  test('formats days and instants for people', () => {
    expect(showDay('2026-11-21')).toBe('21/11/2026')
    expect(showInstant('2026-11-20T23:30:00Z', LAGOS)).toBe('21/11/2026 00:30')
  })

  // Clauses: core 205; operations 528
  test('formats days for the movie form and parses them back', () => {
    expect(toFormDay('2026-11-21')).toBe('11-21-2026')
    fc.assert(fc.property(anyDay, (day) => void expect(fromFormDay(toFormDay(day))).toBe(day)))
    for (const bad of ['21-11-2026', '02-30-2026', '2026-11-21', '']) expect(fromFormDay(bad)).toBeUndefined()
  })
})

describe('steadyOffsets', () => {
  test.each([
    ['Africa/Lagos', 'Etc/GMT+3', { 'Africa/Lagos': 3_600_000, 'Etc/GMT+3': -10_800_000 }],
    ['Asia/Kolkata', 'Asia/Kolkata', { 'Asia/Kolkata': 19_800_000 }],
    ['Europe/London', 'Europe/London', {}],
    // The offset changes in Ramadan, which moves through the year.
    ['Africa/Casablanca', 'Etc/UTC', { 'Etc/UTC': 0 }],
  ])('returns the steady offsets of %s and %s', (zone, dayZone, offsets) =>
    expect(steadyOffsets({ zone, dayZone })).toEqual(offsets),
  )

  test('gives the same results as without stored offsets', () => {
    const seen = () =>
      fc.sample(anyDay, { seed: 18, numRuns: 300 }).map((day) => {
        const at = `${day}T23:17:00Z`
        return [dayOf(at, LAGOS), clockOf(at, LAGOS), startOfDay(day, LAGOS).toISOString()]
      })
    const before = seen()
    keepSteady(steadyOffsets({ zone: LAGOS, dayZone: LAGOS }))
    expect(seen()).toEqual(before)
    keepSteady({ 'No/Zone': 3_600_000 })
    expect(dayOf('2026-11-20T23:30:00Z', 'No/Zone')).toBe('2026-11-21')
    expect(() => dayOf('2046-11-20T23:30:00Z', 'No/Zone')).toThrow('No/Zone')
  })
})
