import { expect, test } from 'vitest'
import { changedSince } from './changed.ts'

test('returns the fields that changed after the save was sent', () => {
  const sent = { title: 'Citation', year: 2020, genres: ['Drama'] }
  expect(changedSince(sent, { ...sent, genres: ['Drama'] })).toEqual({})
  expect(changedSince(sent, { ...sent, year: 2021, genres: [] })).toEqual({ year: 2021, genres: [] })
})
