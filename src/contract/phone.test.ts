import { expect, it } from 'vitest'
import { filePhone, showPhone } from './phone.ts'

it.each([
  ['+2348031234567', '0803 123 4567'],
  ['+2347065550101', '0706 555 0101'],
  // Landlines have fewer digits, and other countries have other formats.
  ['+23412345678', '+23412345678'],
  ['+447911123456', '+447911123456'],
  ['0803 123 4567', '0803 123 4567'],
  ['', ''],
])('shows %s as %s', (stored, result) => {
  expect(showPhone(stored)).toBe(result)
})

it.each([
  ['+2348031234567', '0803 123 4567'],
  ['+447911123456', '+44 7911123456'],
  ['+12125550123', '+1 2125550123'],
  ['+233201234567', '+233 201234567'],
  ['+23412345678', '+234 12345678'],
  ['', ''],
])('writes %s into files as %s', (stored, written) => {
  expect(filePhone(stored)).toBe(written)
})
