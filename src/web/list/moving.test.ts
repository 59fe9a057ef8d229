import { expect, test } from 'vitest'
import { relativeDay } from '#contract/relative-day.ts'
import { moving } from './moving.ts'

const TODAY = '2026-03-31'

test.each([
  ['a day that was chosen stays', '2026-03-01', ['2026-03-01'], '2026-03-01'],
  ['a word of the address stays', '2026-03-01', ['month'], 'month'],
  ['a screen’s own days move', '2026-03-25', [], 'today-6'],
  ['as does its month', '2026-02-28', [], 'today-1m'],
  ['and today', TODAY, [], 'today'],
  ['and a day to come', '2026-04-02', [], 'today+2'],
  ['what is no day stays', '0004', [], '0004'],
])('%s', (_, value, address, sent) => {
  expect(moving(value, address, TODAY)).toBe(sent)
})

test.each(['2026-03-25', '2026-02-28', TODAY, '2026-04-02'])(
  '%s becomes a relative date that means the same today',
  (value) => {
    expect(relativeDay(moving(value, [], TODAY), TODAY)).toBe(value)
  },
)
