import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#contract/time.ts'
import {
  average,
  begun,
  changeOf,
  comparedDays,
  comparisonOf,
  monthBefore,
  onDays,
  onMonths,
  pointsOf,
  problemOf,
  sumUntil,
} from './figures.ts'

// 22/11/2026 is a Sunday.
it.each([
  ['a Saturday with the Saturday before', '2026-11-21', '2026-11-21', '2026-11-14', '2026-11-14', 'vs Sat 14/11'],
  ['seven days that are over', '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14', 'vs 08/11 – 14/11'],
  [
    'the last seven days without today',
    '2026-11-16',
    '2026-11-22',
    '2026-11-09',
    '2026-11-14',
    'to 21/11 vs 09/11 – 14/11',
  ],
  ['a weekend with a weekend', '2026-11-14', '2026-11-15', '2026-11-07', '2026-11-08', 'vs 07/11 – 08/11'],
  [
    'a month with as many days before',
    '2026-10-22',
    '2026-11-22',
    '2026-09-21',
    '2026-10-21',
    'to 21/11 vs 21/09 – 21/10',
  ],
  ['a month to date', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-21', 'to 21/11 vs 01/10 – 21/10'],
  ['a month that is over, whole', '2026-09-01', '2026-09-30', '2026-08-01', '2026-08-31', 'vs 01/08 – 31/08'],
  ['a month of 31 days with a shorter one', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', 'vs 01/09 – 30/09'],
  ['a year to date', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-21', 'to 21/11 vs 01/01/2025 – 21/11/2025'],
  ['a few days of a month with a week', '2026-11-01', '2026-11-05', '2026-10-25', '2026-10-29', 'vs 25/10 – 29/10'],
  ['another year by its date', '2025-12-31', '2025-12-31', '2025-12-24', '2025-12-24', 'vs Wed 24/12/2025'],
])('%s', (_, start, end, from, until, words) => {
  const comparison = comparisonOf({ start, end }, '2026-11-22')!
  expect(comparison.before).toEqual({ start: from, end: until })
  expect(comparison.words).toBe(words)
  expect(comparison.now.end < '2026-11-22').toBe(true)
})

const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2019-01-01', days))
it('compares whole days alone, with as long before, none of them twice, and a weekday with itself up to a week', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), fc.integer({ min: -40, max: 900 }), (start, more, age) => {
      const range = { start, end: addDays(start, more) }
      const comparison = comparisonOf(range, addDays(start, age))
      expect(comparison === undefined).toBe(age <= 0)
      if (!comparison) return
      const { now, before } = comparison
      const days = (of: { start: string; end: string }) => (Date.parse(of.end) - Date.parse(of.start)) / 86_400_000 + 1
      expect([now.start === start, now.end <= range.end, now.end < addDays(start, age)]).toEqual([true, true, true])
      expect(before.end < now.start).toBe(true)
      // Months and years differ by three days and one.
      expect(Math.abs(days(now) - days(before))).toBeLessThanOrEqual(3)
      const weekday = (of: string) => new Date(of).getUTCDay()
      expect(days(now) > 7 || weekday(now.start) === weekday(before.start)).toBe(true)
    }),
  )
})

it('compares a day that still runs, alone, with nothing', () => {
  expect(comparisonOf({ start: '2026-11-22', end: '2026-11-22' }, '2026-11-22')).toBeUndefined()
  expect(comparisonOf({ start: '2026-11-22', end: '2026-11-30' }, '2026-11-22')).toBeUndefined()
})

it.each([
  ['2026-11-21', '2026-11-20', 'The end date is before the start date'],
  ['2014-12-31', '2026-11-20', 'Figures begin in 2015'],
  ['2020-01-01', '2026-11-20', 'Choose at most 1,100 days'],
  ['2026-11-20', '2026-11-20', undefined],
])('%s to %s: %s', (start, end, problem) => {
  expect(problemOf({ start, end })).toBe(problem)
})

it('tells how a figure moved, which way is good, and that there is nothing to compare with', () => {
  expect(changeOf(106.2, 100)).toEqual({ words: '+6.2%', tone: 'good' })
  expect(changeOf(99.3, 100)).toEqual({ words: '−0.7%', tone: 'bad' })
  expect(changeOf(99.3, 100, 'down')).toEqual({ words: '−0.7%', tone: 'good' })
  expect(changeOf(100.01, 100)).toEqual({ words: '0%', tone: 'neutral' })
  expect(changeOf(12_345, 5)?.words).toBe('+246,800%')
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(5, undefined)).toBeNull()
  expect(pointsOf(4.25, 3, 'down')).toEqual({ words: '+1.3 points', tone: 'bad' })
  expect(pointsOf(0, 0)).toEqual({ words: '0 points', tone: 'neutral' })
  expect(pointsOf(null, 3)).toBeNull()
})

it('takes the mean of what is known', () => {
  expect(average([2, null, 4])).toBe(3)
  expect(average([null])).toBeNull()
  expect(average(undefined)).toBeNull()
})

it('compares a running month with the same whole days of the one before, and one that is over with all of it', () => {
  const november = { year: 2026, month: 11 }
  expect(comparedDays(november, '2026-11-21')).toEqual({ now: '2026-11-20', before: '2026-10-20' })
  expect(comparedDays(november, '2026-12-01')).toEqual({ now: '2026-11-30', before: '2026-10-31' })
  expect(comparedDays({ year: 2026, month: 3 }, '2026-03-31')).toEqual({ now: '2026-03-30', before: '2026-02-28' })
  expect(monthBefore({ year: 2026, month: 1 })).toEqual({ year: 2025, month: 12 })
  const rows = ['2026-10-20', '2026-10-21', '2026-10-31'].map((date) => ({ date, total: 1 }))
  expect(sumUntil(rows, '2026-10-21', ({ total }) => total)).toBe(2)
})

it('leaves out the months to come', () => {
  const rows = [10, 11, 12].map((month) => ({ month, total: 0, count: month, rate: null }))
  expect(begun(rows, 2026, '2026-11-20')?.map(({ month }) => month)).toEqual([10, 11])
  expect(begun(rows, 2025, '2026-11-20')).toHaveLength(3)
  expect(begun(rows, 2027, '2026-11-20')).toHaveLength(0)
})

it('makes points of days and months', () => {
  expect(onDays([{ date: '2026-11-05', total: 7 }], ({ total }) => [total])).toEqual([
    { id: '2026-11-05', label: '05/11/2026', short: '05/11', values: [7] },
  ])
  expect(onMonths([{ month: 2, total: 1, count: 3, rate: null }], 2026, ({ count }) => count)).toEqual([
    { id: '2026-2', label: 'February 2026', short: 'Feb', values: [3] },
  ])
  expect(onDays(undefined, () => [])).toBeUndefined()
})
