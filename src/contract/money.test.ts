import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showNaira, toKobo, toNaira } from './money.ts'

test('kobo and back is exact', () => {
  fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kobo) => void expect(toKobo(toNaira(kobo))).toBe(kobo)))
})

test.each([
  [0, '₦0'],
  [1234, '₦1,234'],
  [1234.5, '₦1,234.50'],
  [-50, '−₦50'],
  [214_880_450, '₦214,880,450'],
])('%d is shown as %s', (naira, shown) => expect(showNaira(naira)).toBe(shown))
