import { expect, test } from 'vitest'
import type { FilterOf } from '#contract/filter.ts'
import { filterText, optionsOf, rejectedText } from './filter-text.ts'

const options = ['Lekki', 'Ikeja', 'Yaba', 'Jabi'].map((label, at) => ({ value: String(at), label }))
const of = (kind: FilterOf['kind']): FilterOf => ({ kind, canBeEmpty: true })

test.each([
  ['choice', '0', 'Lekki'],
  ['choice', '1,0', 'Lekki, Ikeja'],
  ['choice', '0,1,2,3', 'Lekki, Ikeja +2'],
  ['choice', '0,-', 'Lekki, None'],
  ['choice', '9', '9'],
  ['choice', '*', 'Not empty'],
  ['amount', '1000..5000.5', '₦1,000 – ₦5,000.50'],
  ['amount', '1000..', '₦1,000 or more'],
  ['count', '..5', '5 or less'],
  ['count', '1200', '1,200'],
  ['count', '-', 'None'],
  ['day', 'today-29..today', 'Last 30 days'],
  ['day', 'friday', 'Next Friday'],
  ['day', '2026-11-01..2026-11-05', '01/11/2026 – 05/11/2026'],
  ['day', '2026-11-01', '01/11/2026'],
  ['day', '2026-11-01..', 'from 01/11/2026'],
  ['day', '..2026-11-01', 'until 01/11/2026'],
] as const)('shows a %s of %s as %s', (kind, text, expected) =>
  expect(filterText({ name: 'x', label: 'X', options, none: 'None' }, of(kind), text, '2026-11-25')).toBe(expected),
)

test.each([
  [
    ['a', { value: 'b', label: 'B' }],
    ['a: a', 'b: B', 'c: c'],
  ],
  [{ a: 'First', b: 'Second' }, ['a: First', 'b: Second', 'c: c']],
  [{ ...['Fan', 'Buff'] }, ['0: Fan', '1: Buff', 'c: c']],
  [undefined, ['c: c']],
] as const)('offers %j with further requested values', (given, expected) =>
  expect(
    optionsOf({ name: 'x', label: 'X', ...(given && { options: given }) }, of('choice'), 'c').map(
      ({ value, label }) => `${value}: ${label}`,
    ),
  ).toEqual(expected),
)

test.each([
  [undefined, 'nonsense', 'State “nonsense” does not exist'],
  [{ kind: 'choice', canBeEmpty: false, values: ['open', 'done'] }, 'open,nonsense', 'State “nonsense” does not exist'],
  [{ kind: 'choice', canBeEmpty: false, values: ['open'] }, 'odd,even', 'State “odd”, “even” do not exist'],
  [{ kind: 'choice', canBeEmpty: false, values: ['open'] }, '-', 'State “-” does not exist'],
  [{ kind: 'amount', canBeEmpty: false }, 'much', 'State “much” is not an amount'],
  [{ kind: 'count', canBeEmpty: false }, 'few', 'State “few” is not a number'],
  [{ kind: 'day', canBeEmpty: false }, '2026-02-31', 'State “2026-02-31” is not a date'],
] as const)('rejects in %j the text %s: %s', (of, text, expected) =>
  expect(rejectedText({ name: 'state', label: 'State' }, of, text)).toBe(expected),
)
