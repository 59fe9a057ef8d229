import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Day, PageNumber, SearchTerm } from '#contract/atoms.ts'
import { readAddress, refusedIn } from './read-address.ts'

const schema = z.object({
  page: PageNumber,
  search: SearchTerm,
  start_date: z.optional(Day),
  state: z.optional(z.enum(['open'])),
})
const read = (search: Record<string, unknown>) => readAddress(schema, search, '2026-11-23')

test('reads relative dates as the current ones, in fields that are dates', () => {
  expect(read({ start_date: 'today-29', search: 'today-29' })).toEqual({ start_date: '2026-10-25', search: 'today-29' })
  expect(read({ start_date: '2026-01-02' })).toEqual({ start_date: '2026-01-02' })
})

test('ignores invalid values', () => {
  expect(read({ page: 'x', start_date: 'yesterday', state: 'today', other: '1', search: '' })).toEqual({})
})

test('finds the rejected fields among those given', () => {
  const found = (search: Record<string, unknown>) =>
    refusedIn(schema, search, ['search', 'start_date', 'state'], '2026-11-23')
  expect(found({ start_date: 'today-29', state: 'open', search: 'a' })).toEqual([])
  expect(found({ page: 'x', start_date: 'yesterday', state: 'nonsense', other: '1', search: '' })).toEqual([
    { name: 'start_date', text: 'yesterday' },
    { name: 'state', text: 'nonsense' },
  ])
})
