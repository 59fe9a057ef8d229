import { expect, test } from 'vitest'
import { adultWarning, messages } from './rules.ts'

test.each([
  ['2008-11-21', messages.isAdult(18)],
  ['2008-11-22', undefined],
  [null, undefined],
])('of somebody born on %s: %s', (born, warning) => expect(adultWarning(born, '2026-11-21')).toBe(warning))
