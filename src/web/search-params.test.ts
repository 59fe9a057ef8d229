import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

it('keeps text as text', () => {
  expect(parseSearch('?page=2&search=007&id=a&id=b')).toEqual({ page: '2', search: '007', id: ['a', 'b'] })
})

it('omits empty values', () => {
  expect(stringifySearch({ page: 2, search: '', sort: undefined, id: ['a', 'b'] })).toBe('?page=2&id=a&id=b')
  expect(stringifySearch({})).toBe('')
})
