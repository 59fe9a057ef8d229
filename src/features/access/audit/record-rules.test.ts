import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordThen, type Entry } from './record-rules.ts'

const line = (id: number, action: string, before: unknown, after: unknown): Entry => ({
  id,
  at: `2026-11-${String(id).padStart(2, '0')}T09:00:00Z`,
  actor: `Person ${id}`,
  action,
  before,
  after,
})
const values = (lines: readonly Entry[], at: number, entity = 'event') => {
  const { state, fields } = recordThen(entity, lines, at)
  return [state, Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]))]
}

const LIFE = [
  line(1, 'customers.fetch', null, null),
  line(2, 'events.create', null, { name: 'Gala', price: 100 }),
  line(3, 'events.save', { price: 100 }, { price: 200, reason: 'Too cheap' }),
  line(4, 'points.award', null, { points: 5 }),
  line(5, 'events.remove', { name: 'Gala', price: 200 }, null),
  line(6, 'events.restore', null, { name: 'Gala', price: 200 }),
]

test('a record is what its lines made of it, from its making to its end and after', () => {
  expect([1, 2, 3, 4, 5, 6].map((at) => values(LIFE, at))).toEqual([
    ['before', {}],
    ['there', { name: 'Gala', price: 100 }],
    ['there', { name: 'Gala', price: 200 }],
    ['there', { name: 'Gala', price: 200 }],
    ['deleted', { name: 'Gala', price: 200 }],
    ['there', { name: 'Gala', price: 200 }],
  ])
  expect(recordThen('event', LIFE, 4).fields.price).toEqual({ value: 200, at: LIFE[2]!.at, actor: 'Person 3' })
})

test('what was so before the log began is known from its first change; what never changed is not', () => {
  const lines = [
    line(1, 'movies.save', { title: 'A' }, { title: 'B' }),
    line(2, 'movies.save', { genre: '' }, { genre: 'Drama' }),
  ]
  expect(values(lines, 1)).toEqual(['there', { title: 'B', genre: '' }])
  expect(recordThen('movie', lines, 1).fields.genre).toEqual({ value: '', at: null, actor: null })
})

test('what another feature keeps of a customer neither makes nor ends them', () => {
  const lines = [
    line(1, 'customers.edit', { gender: '' }, { gender: 'Female' }),
    line(2, 'kids-club.add', null, { has_guardian: true }),
    line(3, 'kids-club.remove', { has_guardian: true }, null),
  ]
  expect([1, 2, 3].map((at) => values(lines, at, 'customer'))).toEqual([
    ['there', { gender: 'Female' }],
    ['there', { gender: 'Female', has_guardian: true }],
    ['there', { gender: 'Female', has_guardian: null }],
  ])
})

test('at every moment it is the record that was really there', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 3 }), {
    noNullPrototype: true,
  })
  const record = fc.record({ a: fc.integer(), b: fc.integer(), c: fc.integer(), d: fc.integer() })
  fc.assert(
    fc.property(record, fc.array(fields, { minLength: 1, maxLength: 20 }), fc.nat(20), (first, changes, from) => {
      const states: Record<string, unknown>[] = [first]
      const lines = [line(1, 'things.create', null, first)]
      for (const change of changes) {
        const before = states.at(-1)!
        const after = { ...before, ...change }
        const differing = Object.keys(after).filter((key) => before[key] !== after[key])
        const part = (of: Record<string, unknown>) => Object.fromEntries(differing.map((key) => [key, of[key]]))
        lines.push(line(lines.length + 1, 'things.save', part(before), part(after)))
        states.push(after)
      }
      for (const [n, state] of states.entries()) expect(values(lines, n + 1)).toEqual(['there', state])
      // A log that begins later says nothing wrong, and all that it changed since.
      const later = lines.slice(from % lines.length)
      for (const { id } of later) {
        const [, known] = values(later, id) as [string, Record<string, unknown>]
        expect(states[id - 1]).toMatchObject(known)
      }
    }),
  )
})
