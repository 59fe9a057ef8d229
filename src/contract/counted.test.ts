import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('says one of a thing and more of it as people do', () => {
  expect([0, 1, 2, 1005].map((count) => counted(count, 'payment'))).toEqual([
    '0 payments',
    '1 payment',
    '2 payments',
    '1005 payments',
  ])
  expect([1, 3].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '3 entries'])
})
