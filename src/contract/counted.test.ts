import { expect, it } from 'vitest'
import { counted, showCount } from './counted.ts'

it('uses the singular for one and the plural otherwise', () => {
  expect([0, 1, 2, 1005].map((count) => counted(count, 'payment'))).toEqual([
    '0 payments',
    '1 payment',
    '2 payments',
    '1,005 payments',
  ])
  expect([1, 3].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '3 entries'])
})

it('groups digits as in English, with a true minus, in any browser language', () => {
  for (const value of [0, 7, 999, 1000, 12345, 999_999, 1_234_567, 1_171_572_500, -1, -1234, 0.5, 1234.5, 1234.5678])
    expect(showCount(value)).toBe(value.toLocaleString('en-NG').replace('-', '−'))
})
