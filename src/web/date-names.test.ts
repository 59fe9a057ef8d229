import { expect, it } from 'vitest'
import { dates } from './date-names.ts'

it('formats a day', () => {
  const day = '2026-11-30'
  expect(dates.full(day)).toBe('Monday 30 November 2026')
  expect([dates.monthShort(day), dates.weekday(day), dates.month(day)]).toEqual(['Nov', 'Mon', 'November 2026'])
  expect(dates.brief('2026-11-01')).toBe('Sunday 1 November')
})

it('names each month and year of a span once', () => {
  expect(dates.span('2026-11-16', '2026-11-22')).toBe('16 – 22 November 2026')
  expect(dates.span('2026-11-30', '2026-12-06')).toBe('30 November – 6 December 2026')
  expect(dates.span('2026-12-28', '2027-01-03')).toBe('28 December 2026 – 3 January 2027')
})
