import { expect, test } from 'vitest'
import { isSamePhone } from './rules.ts'

test.each([
  ['0803 123 4567', true],
  ['+234 803-123-4567', true],
  ['002348031234567', true],
  ['8031234567', true],
  ['0803 123 456', false],
  ['0803 123 4568', false],
  ['ask 0803 123 4567', false],
  ['', false],
])('accepts %j as +2348031234567: %s', (typed, isSame) => expect(isSamePhone(typed, '+2348031234567')).toBe(isSame))
