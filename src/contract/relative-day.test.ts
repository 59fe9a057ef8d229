import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Day, SearchTerm } from './atoms.ts'
import { relativeDay, withDays } from './relative-day.ts'

test.each([
  ['today', '2026-11-23'],
  ['today-29', '2026-10-25'],
  ['today+6', '2026-11-29'],
  ['today-1m', '2026-10-23'],
  ['today+3m', '2027-02-23'],
  ['week', '2026-11-23'],
  ['month', '2026-11-01'],
  ['year', '2026-01-01'],
  ['month-1m', '2026-10-01'],
  ['month-1', '2026-10-31'],
  ['monthend', '2026-11-30'],
  ['monthend-1m', '2026-10-30'],
  ['friday', '2026-11-27'],
  ['friday+7', '2026-12-04'],
  ['monday', '2026-11-30'],
  ['sunday', '2026-11-29'],
])('resolves %s to %s', (text, day) => expect(relativeDay(text, '2026-11-23')).toBe(day))

test('keeps the end of a month within the month', () => {
  expect(relativeDay('today-1m', '2026-03-31')).toBe('2026-02-28')
  expect(relativeDay('week', '2026-11-22')).toBe('2026-11-16')
})

test.each(['', 'yesterday', 'today-', 'today-99999', 'today-1y', '2026-11-23', 'Today', 'today-1 '])(
  'rejects %j',
  (text) => expect(relativeDay(text, '2026-11-23')).toBeUndefined(),
)

test('resolves relative dates only in fields that are days', () => {
  const schema = z.object({ search: SearchTerm, start_date: z.optional(Day), day: z.coerce.number() })
  const query = { search: 'today', start_date: 'today-29', day: 'month', other: 'today', several: ['today'] }
  expect(withDays(schema, query, '2026-11-23')).toEqual({ ...query, start_date: '2026-10-25' })
  expect(withDays(schema, { start_date: '2026-02-30' }, '2026-11-23')).toEqual({ start_date: '2026-02-30' })
  expect(withDays(undefined, query, '2026-11-23')).toBe(query)
})
