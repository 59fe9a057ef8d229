import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  amounts,
  choice,
  counts,
  days,
  idChoice,
  isAmong,
  isWithin,
  readChoice,
  readRange,
  textChoice,
  writeChoice,
  writeRange,
  type FilterText,
} from './filter.ts'
import { withDays } from './relative-day.ts'

const STATES = ['open', 'ignored', 'resolved']
const wrong = 'State not found'
const parsed = (schema: z.core.$ZodType, text: string) => {
  const { data, error } = z.safeParse(schema, text)
  return error ? error.issues[0]!.message : data
}

test.each([
  ['open', 'open'],
  ['open,ignored', 'open,ignored'],
  [' open ', 'open'],
  ['opened', wrong],
  ['open,gone', wrong],
  [',', wrong],
  ['', wrong],
  ['-', 'This field is never empty'],
  ['open,-', 'This field is never empty'],
  ['*', 'This field is never empty'],
])('parses the choice %j as %j', (text, answer) => expect(parsed(choice(STATES, wrong), text)).toBe(answer))

test.each([
  [undefined, 'Adult', true],
  ['Adult,Child', 'Child', true],
  ['Adult,Child', 'Senior', false],
  ['Adult', '', false],
  ['Adult,-', '', true],
  ['-', 'Adult', false],
  ['*', 'Adult', true],
  ['*', '', false],
])('matches the choice %j with the value %j: %j', (chosen, value, is) =>
  expect(isAmong(chosen as FilterText<'choice'> | undefined, value)).toBe(is),
)

test.each([
  [undefined, 5, true],
  ['5', 5, true],
  ['5', 5.01, false],
  ['5..10', 10, true],
  ['..4.99', 5, false],
  ['..5', -1, true],
  ['6..', 5, false],
  ['-', 5, false],
  ['*', 0, true],
])('matches the range %j with the value %j: %j', (chosen, value, is) =>
  expect(isWithin(chosen as FilterText<'amount'> | undefined, value)).toBe(is),
)

test('accepts empty, not empty, and empty or a value if the field can be empty', () => {
  const schema = choice(STATES, wrong, { canBeEmpty: true })
  for (const text of ['-', '*', 'open,-']) expect(parsed(schema, text)).toBe(text)
  expect(readChoice('open,-')).toEqual({ values: ['open'], orNone: true })
  expect(readChoice('*')).toBe('some')
  expect(parsed(days({ canBeEmpty: true }), '-')).toBe('-')
})

test.each(['0', '-1', '1e3', '1.0', '0x1', '2147483648', '1,x'])('rejects %j as an id', (text) =>
  expect(parsed(idChoice('No such admin'), text)).toBe('No such admin'),
)

test.each([
  [amounts(), '1000..5000.50', true],
  [amounts(), '..5000', true],
  [amounts(), '1000..', true],
  [amounts(), '0', true],
  [amounts(), '1000..500', 'The end is before the start'],
  [amounts(), '9..10', true],
  [amounts(), '..', 'Enter an amount or a range of amounts, such as 1000..5000'],
  [amounts(), '1.234', 'Enter an amount or a range of amounts, such as 1000..5000'],
  [counts(), '1.5', 'Enter a number or a range of numbers, such as 10..50'],
  [counts(), '1..2..3', 'Enter a number or a range of numbers, such as 10..50'],
  [days(), '2026-11-01..2026-11-30', true],
  [days(), '2026-11-30..2026-11-01', 'The end is before the start'],
  [days(), '2026-02-30', 'Enter a day (YYYY-MM-DD) or a range of days, such as 2026-11-01..2026-11-30'],
] as const)('parses range %#: %j %j', (schema, text, answer) =>
  expect(parsed(schema, text)).toBe(answer === true ? text : answer),
)

test('resolves relative dates at both ends of a range', () => {
  const schema = z.object({ date: days(), other: textChoice(40) })
  const intended = (date: string) => withDays(schema, { date, other: 'friday' }, '2026-11-25')
  expect(intended('today-29..today')).toEqual({ date: '2026-10-27..2026-11-25', other: 'friday' })
  expect(intended('friday')).toEqual({ date: '2026-11-27', other: 'friday' })
  expect(intended('month-1m..month-1')).toEqual({ date: '2026-10-01..2026-10-31', other: 'friday' })
  expect(intended('..today')).toEqual({ date: '..2026-11-25', other: 'friday' })
  expect(intended('soon..today')).toEqual({ date: 'soon..today', other: 'friday' })
})

test('parses a choice back to its values, whatever characters they have', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' })), fc.boolean(), (values, orNone) => {
      const text = writeChoice({ values, orNone })
      expect(text === undefined ? { values: [], orNone: false } : readChoice(text)).toEqual({ values, orNone })
    }),
  )
  expect(writeChoice({ values: ['*'], orNone: false })).toBe(String.raw`\*`)
})

test('parses a range back to its ends', () => {
  expect(writeRange({})).toBeUndefined()
  for (const text of ['1..5', '..5', '1..', '7']) expect(writeRange(readRange(text) as object)).toBe(text)
})
