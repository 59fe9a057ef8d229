import { expect, test } from 'vitest'
import { toE164, typedPhone } from './phone.ts'

test.each([
  ['0803 123 4567', '+2348031234567'],
  ['08031234567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['+44 7911 123456', '+447911123456'],
  ['00234 803 123 4567', '+2348031234567'],
  ['00447911123456', '+447911123456'],
  ['0803 123 4567 ext 5', '+2348031234567'],
  ['12', undefined],
  ['ring me', undefined],
  ['+999 123 456 789', undefined],
])('%s is %s', (written, stored) => {
  expect(toE164(written)).toBe(stored)
})

test.each(['0803 123 4567 ext 5', '+234 803 123 4567 x5'])('%s is refused where it is typed', (written) => {
  expect(typedPhone(written)).toBeUndefined()
  expect(typedPhone('0803 123 4567')).toBe('+2348031234567')
})
