import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asTyped, typedNumber, typedProblem, UNCLEAR } from './typed-number.ts'

test.each([
  ['12,000', 12_000],
  ['12000', 12_000],
  [' ₦12,000.50 ', 12_000.5],
  ['3,333.33', 3333.33],
  ['1,250,000', 1_250_000],
  ['NGN 1 250', 1250],
  ['N2,500', 2500],
  ['1\u00a0250.5', 1250.5],
  ['1.250,50', 1250.5],
  ['-200', -200],
  ['−200', -200],
  ['12-', 12],
  ['.5', 0.5],
  ['0', 0],
])('parses %s as %d', (text, value) => void expect(typedNumber(text)).toBe(value))

test.each([
  '',
  ' ',
  '12,50',
  '1,5',
  '12,0000',
  '1,25,000',
  '2.500',
  '1.000',
  '1.000.000',
  '1.2.3',
  '1,250.505',
  '12,',
  '12 50',
  '1 2500',
  'free',
  '1e3',
  '0x10',
  '--1',
  '5%',
])('rejects "%s", which is not a number or could mean two', (text) => void expect(typedNumber(text)).toBeNaN())

test('parses a formatted number back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (kobo) => {
      expect(typedNumber(asTyped(kobo / 100))).toBe(kobo / 100)
    }),
  )
  expect(asTyped(null)).toBe('')
})

test('distinguishes empty, unclear and wrong numbers', () => {
  const wanted = { empty: 'Enter it', wrong: (value: number) => (value > 10 ? 'Too much' : undefined) }
  expect(['', '2.500', '11', '10'].map((text) => typedProblem(text, wanted))).toEqual([
    'Enter it',
    UNCLEAR,
    'Too much',
    undefined,
  ])
})
