import { expect, it } from 'vitest'
import { showPhone } from './phone.ts'

it.each([
  ['+2348031234567', '0803 123 4567'],
  ['+2347065550101', '0706 555 0101'],
  // A landline has fewer digits, and other countries write theirs otherwise.
  ['+23412345678', '+23412345678'],
  ['+447911123456', '+447911123456'],
  ['0803 123 4567', '0803 123 4567'],
  ['', ''],
])('%s is read as %s', (stored, shown) => {
  expect(showPhone(stored)).toBe(shown)
})
