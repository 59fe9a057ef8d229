import { expect, it } from 'vitest'
import { changeOf, pointsOf, comparisonText } from '#web/charts/compared.ts'
import { comparedOf, PERIODS, periodOf } from '../compared-rules.ts'
import { begun, onDays, onMonths, problemOf, stepOf } from './figures.ts'
import { named, stepped } from './periods.ts'

// 22/11/2026 is a Sunday.
it.each([
  ['2026-11-21', '2026-11-21', undefined, 'vs Sat 14/11', '21/11/2026, compared with 14/11/2026'],
  [
    '2026-11-22',
    '2026-11-22',
    '07:33',
    'vs Sun 15/11 to 07:33',
    '22/11/2026 to 07:33, compared with 15/11/2026 to 07:33',
  ],
  [
    '2026-11-16',
    '2026-11-22',
    undefined,
    'to 21/11 vs 09/11 – 14/11',
    '16/11/2026 – 21/11/2026, compared with 09/11/2026 – 14/11/2026',
  ],
  [
    '2026-01-01',
    '2026-12-31',
    '07:33',
    'vs 01/01/2025 – 22/11/2025 to 07:33',
    '01/01/2026 – 22/11/2026 to 07:33, compared with 01/01/2025 – 22/11/2025 to 07:33',
  ],
])('%s to %s says what it is compared with', (start, end, clock, note, days) => {
  const today = '2026-11-22'
  expect(comparisonText(comparedOf({ start, end }, { today, clock })!, { start, end }, today)).toEqual({ note, days })
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
  expect(changeOf(106.2, 100)).toEqual({ text: '+6.2%', tone: 'good' })
  expect(changeOf(99.3, 100)).toEqual({ text: '−0.7%', tone: 'bad' })
  expect(changeOf(99.3, 100, 'down')).toEqual({ text: '−0.7%', tone: 'good' })
  expect(changeOf(100.01, 100)).toEqual({ text: '0%', tone: 'neutral' })
  expect(changeOf(12_345, 5)).toMatchObject({ text: '+246,800%' })
  expect(changeOf(5, 0)).toBe('none')
  expect(changeOf(5, -1)).toBe('below zero')
  expect(changeOf(5, undefined)).toBe('none')
  expect(changeOf(null, 5)).toBe('not compared yet')
  expect(pointsOf(4.25, 3, 'down')).toEqual({ text: '+1.3 points', tone: 'bad' })
  expect(pointsOf(0, 0)).toEqual({ text: '0 points', tone: 'neutral' })
  expect(pointsOf(null, 3)).toBe('not compared yet')
  expect(pointsOf(null, null)).toBe('none')
})

it('leaves out the months to come', () => {
  const rows = [10, 11, 12].map((month) => ({ month, total: 0, count: month, rate: null }))
  expect(begun(rows, 2026, '2026-11-20')?.map(({ month }) => month)).toEqual([10, 11])
  expect(begun(rows, 2025, '2026-11-20')).toHaveLength(3)
  expect(begun(rows, 2027, '2026-11-20')).toHaveLength(0)
})

it('makes points of days and months, and marks what still runs', () => {
  expect(
    onDays(
      [
        { date: '2026-11-05', total: 7 },
        { date: '2026-11-06', total: 1 },
      ],
      ({ total }) => [total],
      '2026-11-06',
    ),
  ).toEqual([
    { id: '2026-11-05', label: '05/11/2026', short: '05/11', values: [7] },
    { id: '2026-11-06', label: '06/11/2026', short: '06/11', values: [1], isRunning: true },
  ])
  expect(onMonths([{ month: 2, total: 1, count: 3, rate: null }], 2026, ({ count }) => count, '2026-03-01')).toEqual([
    { id: '2026-02-01', label: 'February 2026', short: 'Feb', values: [3] },
  ])
  expect(onDays(undefined, () => [], '2026-11-06')).toBeUndefined()
  const months = ['2025-12-01', '2026-01-01'].map((date) => ({ date }))
  expect(onDays(months, () => [], '2026-11-06', 'month')!.map((point) => point.short)).toEqual(['Dec 2025', 'Jan 2026'])
  expect(onDays(months.slice(1), () => [], '2026-11-06', 'month')![0]!.short).toBe('Jan')
})

it('draws what is too long for a bar a day by month', () => {
  expect(stepOf({ start: '2015-02-04', end: '2015-05-06' })).toBe('day')
  expect(stepOf({ start: '2015-02-04', end: '2015-05-07' })).toBe('month')
})

it('names a period, and the one before it', () => {
  const week = periodOf('week', '2026-11-22', 'friday')
  expect(named('week', week)).toBe('20 – 26 November 2026')
  expect(named('month', periodOf('month', '2026-11-22', 'friday'))).toBe('November 2026')
  expect(named('year', periodOf('year', '2026-11-22', 'friday'))).toBe('2026')
  for (const period of PERIODS) {
    const here = periodOf(period, '2026-11-22', 'friday')
    const before = periodOf(period, stepped(period, here, -1), 'friday')
    expect(before.end < here.start).toBe(true)
    expect(periodOf(period, stepped(period, before, 1), 'friday')).toEqual(here)
  }
})
