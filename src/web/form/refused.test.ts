import { expect, test } from 'vitest'
import { withOwn, refused } from './refused.ts'

const record = { name: 'Fan', version: 1 }
const current = { name: 'Buff', version: 2 }

test('a save that came too late is sorted out; what else is refused stands at its field', () => {
  expect(refused({ current, fields: { name: 'Too long' } }, { record })).toEqual({ current, errors: {} })
  expect(refused({ current: undefined, fields: { name: 'Too long' } }, { record })).toEqual({
    current: undefined,
    errors: { name: 'Too long' },
  })
})

test('nothing is chosen from where the record is made, or is gone', () => {
  expect(refused({ current, fields: {} }, { record: undefined })).toEqual({ current: undefined, errors: {} })
  const isRemoved = ({ version }: typeof record) => version === 2
  expect(refused({ current, fields: {} }, { record, isRemoved })).toEqual({ current: undefined, errors: {} })
})

test('a field of the call that the form has by another name is told there, and the first of several', () => {
  const fieldOf = { movie_ids: 'movies', ticket_ids: 'movies' }
  const fields = { movie_ids: 'No movie', ticket_ids: 'No ticket', name: 'Too long' }
  expect(refused({ current: undefined, fields }, { record, fieldOf }).errors).toEqual({
    movies: 'No movie',
    name: 'Too long',
  })
})

test('a password that was typed is nothing to choose', () => {
  const now = { email: 'theirs@example.ng', password: '' }
  const typed = { email: 'yours@example.ng', password: 'Marigold-7' }
  expect(withOwn(now, typed, ['password'])).toEqual({ email: 'theirs@example.ng', password: 'Marigold-7' })
  expect(withOwn(now, typed)).toEqual(now)
})
