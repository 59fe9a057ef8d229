import { expect, test } from 'vitest'
import { addressesOf, placeOf, withPassword } from './address.ts'

test.each([
  ['postgres://u@one/db', ['postgres://u@one/db']],
  [
    'postgresql://u:p@one:5433,two/db?sslmode=require',
    ['postgresql://u:p@one:5433/db?sslmode=require', 'postgresql://u:p@two/db?sslmode=require'],
  ],
  ['postgres://u:p%40,x@[::1]:5432,two', ['postgres://u:p%40,x@[::1]:5432', 'postgres://u:p%40,x@two']],
  ['postgres://%2Frun%2Fone,%2Frun%2Ftwo/db', ['postgres://%2Frun%2Fone/db', 'postgres://%2Frun%2Ftwo/db']],
  ['postgres:///db?host=/run', ['postgres:///db?host=/run']],
])('%s names each of its hosts', (address, each) => {
  expect(addressesOf(address)).toEqual(each)
})

test.each([
  ['postgres://u@one,two:1/db', 'postgres://u:a%2Fb%40%23@one,two:1/db'],
  ['postgres://u:old@one/db', 'postgres://u:a%2Fb%40%23@one/db'],
  ['postgres://one/db', 'postgres://:a%2Fb%40%23@one/db'],
])('%s takes any password', (address, isAny) => {
  expect(withPassword(address, 'a/b@#')).toBe(isAny)
})

test('names a place without its user', () => {
  expect(placeOf('postgres://u:secret@one/db')).toBe('one:5432')
  expect(placeOf('postgres://u:secret@%2Frun%2Fone:5433/db')).toBe('/run/one:5433')
})
