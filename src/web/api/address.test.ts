import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

it.each([
  ['/movie/fetch-movie/{id}', { params: { id: 'a/b?c' } }, '/api/movie/fetch-movie/a%2Fb%3Fc'],
  ['/movies', { query: { page: 2, search: '', from: undefined, status: null } }, '/api/movies?page=2'],
  ['/films', { query: { ids: [1, 2], $include: 'a,b' } }, '/api/films?ids=1&ids=2&%24include=a%2Cb'],
  ['/users', {}, '/api/users'],
])('builds %s with %j', (path, parts, address) => {
  expect(addressOf('/api', path, parts)).toBe(address)
})
