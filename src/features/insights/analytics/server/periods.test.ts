import { expect, test } from 'vitest'
import { daysUntil, monthsUntil, periodsBetween, periodStart, stepsUntil, fullMonth, fullPeriods } from './periods.ts'

test('a range has its days until today, and none when all of it is to come', () => {
  expect(daysUntil('2025-12-30', '2026-01-02', '2026-06-01')).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ])
  expect(daysUntil('2026-01-01', '2026-01-31', '2026-01-02')).toEqual(['2026-01-01', '2026-01-02'])
  expect(daysUntil('2026-01-01', '2026-01-31', '2025-12-31')).toEqual([])
})

test('by month a range has its first day and the first days of its later months, until today', () => {
  expect(stepsUntil('2025-11-30', '2026-02-02', '2026-06-01', 'month')).toEqual([
    '2025-11-30',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(stepsUntil('2026-01-01', '2026-03-31', '2026-01-31', 'month')).toEqual(['2026-01-01'])
  expect(stepsUntil('2026-01-01', '2026-01-02', '2026-06-01', 'day')).toEqual(['2026-01-01', '2026-01-02'])
})

test('a year has its months until the running one, which ends today', () => {
  expect(monthsUntil(2024, '2026-01-01').map(({ last }) => last)).toContain('2024-02-29')
  expect(monthsUntil(2026, '2026-02-10')).toEqual([
    { month: 1, first: '2026-01-01', last: '2026-01-31' },
    { month: 2, first: '2026-02-01', last: '2026-02-10' },
  ])
  expect(monthsUntil(2027, '2026-02-10')).toEqual([])
})

test('the month of a day', () => {
  expect(fullMonth('2024-02-15')).toEqual(['2024-02-01', '2024-02-29'])
})

// Clauses: core 58
test.each([
  ['2026-11-21', 'WEEKLY', '2026-11-16'],
  ['2026-11-16', 'WEEKLY', '2026-11-16'],
  ['2026-11-22', 'WEEKLY', '2026-11-16'],
  ['2026-01-01', 'WEEKLY', '2025-12-29'],
  ['2026-11-21', 'MONTHLY', '2026-11-01'],
  ['2026-11-21', 'YEARLY', '2026-01-01'],
] as const)('%s is in the %s period from %s', (day, duration, start) => {
  expect(periodStart(day, duration)).toBe(start)
})

// Clauses: core 207
test.each([
  ['2025-12-31', '2026-01-01', 'WEEKLY', 1],
  ['2025-12-28', '2026-01-05', 'WEEKLY', 3],
  ['2025-12-31', '2026-01-01', 'MONTHLY', 2],
  ['2025-12-31', '2026-01-01', 'YEARLY', 2],
  ['2026-05-05', '2026-05-05', 'MONTHLY', 1],
] as const)('from %s to %s are %s periods: %i', (from, until, duration, n) => {
  expect(periodsBetween(from, until, duration)).toBe(n)
})

test.each([
  ['2026-11-16', '2026-11-22', 'WEEKLY', { start: '2026-11-16', end: '2026-11-22' }],
  ['2026-11-17', '2026-11-28', 'WEEKLY', undefined],
  ['2026-11-17', '2026-11-29', 'WEEKLY', { start: '2026-11-23', end: '2026-11-29' }],
  ['2026-10-02', '2026-11-30', 'MONTHLY', { start: '2026-11-01', end: '2026-11-30' }],
  ['2026-10-01', '2026-11-29', 'MONTHLY', { start: '2026-10-01', end: '2026-10-31' }],
  ['2024-01-01', '2026-12-30', 'YEARLY', { start: '2024-01-01', end: '2025-12-31' }],
  ['2026-01-02', '2026-12-31', 'YEARLY', undefined],
] as const)('from %s to %s the whole %s periods are %o', (from, until, duration, complete) => {
  expect(fullPeriods(from, until, duration)).toEqual(complete)
})
