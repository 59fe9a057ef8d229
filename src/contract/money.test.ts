import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHundredths, showNaira, toKobo, toNaira } from './money.ts'

test('converts kobo to naira and back exactly', () => {
  fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kobo) => void expect(toKobo(toNaira(kobo))).toBe(kobo)))
})

test('accepts hundredths and their sums, and rejects values between them', () => {
  const hundredths = fc.integer({ min: -1e12, max: 1e12 }).map((kobo) => kobo / 100)
  fc.assert(fc.property(hundredths, (value) => void expect(isHundredths(value)).toBe(true)))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e8 }), { maxLength: 50 }), (all) => {
      expect(isHundredths(all.reduce((sum, kobo) => sum + kobo / 100, 0))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kobo) => {
      expect(isHundredths((kobo + 0.5) / 100)).toBe(false)
    }),
  )
})
test.each([
  [0.1 + 0.2, true],
  [3 * 1.1, true],
  [9_999_999_999.99, true],
  [99_999_999.99, true],
  [1.005, false],
  [0.001, false],
  [1.000_001, false],
  [1.000_000_5, false],
  [9_999_999_999.995, false],
  [NaN, false],
  [Infinity, false],
])('decides whether %d has at most two decimals: %s', (value, has) => expect(isHundredths(value)).toBe(has))

// Clauses: core 206; operations 3
test.each([
  [0, '₦0'],
  [1234, '₦1,234'],
  [1234.5, '₦1,234.50'],
  [-50, '−₦50'],
  [214_880_450, '₦214,880,450'],
])('formats %d as %s', (naira, result) => expect(showNaira(naira)).toBe(result))
