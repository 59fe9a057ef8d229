import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, merged } from './merge.ts'

const record = fc.record({ title: fc.string(), year: fc.nat(9), genres: fc.array(fc.constantFrom('Drama', 'Comedy')) })

test('suggests the changed side, and yours where both changed', () => {
  const base = { title: 'Citation', year: 2020, genres: ['Drama'] }
  const current = { ...base, year: 2021, title: 'CITATION' }
  const yours = { ...base, title: 'Citation!', genres: ['Drama', 'Crime'] }
  expect(differences(base, current, yours)).toEqual([
    { field: 'title', clash: true, side: 'yours' },
    { field: 'year', clash: false, side: 'current' },
    { field: 'genres', clash: false, side: 'yours' },
  ])
})

test('loses no change with the suggested sides, unless both people changed the field', () => {
  fc.assert(
    fc.property(record, record, record, (base, current, yours) => {
      const found = differences(base, current, yours)
      const result = merged(current, yours, Object.fromEntries(found.map(({ field, side }) => [field, side])))
      for (const field of Object.keys(base) as (keyof typeof base)[]) {
        const difference = found.find((one) => one.field === field)
        const expected = difference?.side === 'current' ? current[field] : yours[field]
        expect(result[field]).toEqual(expected)
      }
    }),
  )
})
