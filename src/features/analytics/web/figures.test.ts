import { expect, it } from 'vitest'
import {
  average,
  begun,
  changeOf,
  comparedDays,
  daysBefore,
  monthBefore,
  onDays,
  onMonths,
  pointsOf,
  problemOf,
  rangeBefore,
  sumUntil,
  wholeDays,
} from './figures.ts'

it.each([
  ['2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14', '7 days before'],
  ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20', 'the day before'],
  ['2024-02-29', '2024-03-01', '2024-02-27', '2024-02-28', '2 days before'],
])('%s to %s is compared with %s to %s', (start, end, from, until, words) => {
  expect(rangeBefore({ start, end })).toEqual({ start: from, end: until })
  expect(daysBefore({ start, end })).toBe(words)
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

it('compares whole days of two ranges, and a day that runs only where it is alone', () => {
  const rows = ['2026-11-19', '2026-11-20', '2026-11-21'].map((date) => ({ date }))
  const before = ['2026-11-16', '2026-11-17', '2026-11-18'].map((date) => ({ date }))
  expect(wholeDays(rows, before, '2026-11-21')).toEqual({ now: rows.slice(0, 2), before: before.slice(0, 2) })
  expect(wholeDays(rows, before, '2026-11-22')).toEqual({ now: rows, before })
  expect(wholeDays(rows.slice(2), before.slice(2), '2026-11-21')).toEqual({
    now: rows.slice(2),
    before: before.slice(2),
  })
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
