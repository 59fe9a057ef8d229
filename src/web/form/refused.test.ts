import { expect, test } from 'vitest'
import { withOwn, refused } from './refused.ts'

const record = { name: 'Fan', version: 1 }
const current = { name: 'Buff', version: 2 }

test('returns the current record for a stale save and field errors for other failures', () => {
  expect(refused({ current, fields: { name: 'Too long' } }, { record })).toEqual({ current, errors: {} })
  expect(refused({ current: undefined, fields: { name: 'Too long' } }, { record })).toEqual({
    current: undefined,
    errors: { name: 'Too long' },
  })
})

test('returns no record to compare for a new or a removed record', () => {
  expect(refused({ current, fields: {} }, { record: undefined })).toEqual({ current: undefined, errors: {} })
  const isRemoved = ({ version }: typeof record) => version === 2
  expect(refused({ current, fields: {} }, { record, isRemoved })).toEqual({ current: undefined, errors: {} })
})

test("maps fields of the call to the form's names and keeps the first error of each", () => {
  const fieldOf = { movie_ids: 'movies', ticket_ids: 'movies' }
  const fields = { movie_ids: 'No movie', ticket_ids: 'No ticket', name: 'Too long' }
  expect(refused({ current: undefined, fields }, { record, fieldOf }).errors).toEqual({
    movies: 'No movie',
    name: 'Too long',
  })
})

test('keeps a typed password out of the comparison', () => {
  const now = { email: 'theirs@example.ng', password: '' }
  const typed = { email: 'yours@example.ng', password: 'Marigold-7' }
  expect(withOwn(now, typed, ['password'])).toEqual({ email: 'theirs@example.ng', password: 'Marigold-7' })
  expect(withOwn(now, typed)).toEqual(now)
})
