import { describe, expect, test } from 'vitest'
import { daysOf, stepped, weeksOf, whenOn } from './rules.ts'

const ZONE = 'Africa/Lagos'
const timed = (starts_at: string | null, ends_at: string | null, all_day = false) => ({ starts_at, ends_at, all_day })

describe('an entry is on', () => {
  test.each([
    ['the day of its start without an end', timed('2026-11-20T22:30:00Z', null), '2026-11-20', '2026-11-20'],
    ['the next one after midnight in Lagos', timed('2026-11-20T23:30:00Z', null), '2026-11-21', '2026-11-21'],
    ['the day of its end without a start', timed(null, '2026-11-20T23:30:00Z'), '2026-11-21', '2026-11-21'],
    ['every day between', timed('2026-11-20T09:00:00Z', '2026-11-22T09:00:00Z'), '2026-11-20', '2026-11-22'],
    [
      'not the day at whose midnight it ends',
      timed('2026-11-20T09:00:00Z', '2026-11-21T23:00:00Z'),
      '2026-11-20',
      '2026-11-21',
    ],
  ])('%s', (_, entry, first, last) => {
    expect(daysOf(entry, ZONE)).toEqual({ first, last })
  })
})

describe('the words of a day', () => {
  const long = timed('2026-11-20T09:00:00Z', '2026-11-22T23:00:00Z')
  test.each([
    ['its time', timed('2026-11-20T09:00:00Z', null), '2026-11-20', '10:00'],
    ['its end', timed(null, '2026-11-20T09:00:00Z'), '2026-11-20', 'ends 10:00'],
    ['both on one day', timed('2026-11-20T09:00:00Z', '2026-11-20T11:00:00Z'), '2026-11-20', '10:00 – 12:00'],
    ['until midnight', timed('2026-11-20T09:00:00Z', '2026-11-20T23:00:00Z'), '2026-11-20', '10:00 – 24:00'],
    ['the start of several', long, '2026-11-20', '10:00'],
    ['nothing between', long, '2026-11-21', ''],
    ['the end of several', long, '2026-11-22', 'ends 24:00'],
    ['nothing for a whole day', timed('2026-11-19T23:00:00Z', null, true), '2026-11-20', ''],
  ])('say %s', (_, entry, day, text) => {
    expect(whenOn(entry, day, ZONE)).toBe(text)
  })
})

describe('weeks', () => {
  test('of a month begin on the Monday before it and end on the Sunday after', () => {
    const weeks = weeksOf('month', '2026-11-21')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]![0]).toBe('2026-10-26')
    expect(weeks.at(-1)!.at(-1)).toBe('2026-12-06')
    expect(weeksOf('month', '2027-02-10')).toHaveLength(4)
  })

  test('of a week are one', () => {
    expect(weeksOf('week', '2026-11-22')).toEqual([
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ])
  })

  test('the arrows go by a month or a week', () => {
    expect(stepped('month', '2026-12-31', 1)).toBe('2027-01-01')
    expect(stepped('month', '2026-03-31', -1)).toBe('2026-02-01')
    expect(stepped('week', '2026-11-22', 1)).toBe('2026-11-23')
    expect(stepped('week', '2026-11-22', -1)).toBe('2026-11-09')
  })
})
