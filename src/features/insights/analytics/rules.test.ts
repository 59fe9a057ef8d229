import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFINITIONS, fullDay, percentage } from './rules.ts'

test('docs/metrics.md has every definition word for word, and no other', () => {
  const documentedRows = [...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(\w+)` +\| _(.+?)_ +\|/gm)]
  const documented = Object.fromEntries(documentedRows.map(([, key, text]) => [key, text]))
  expect(documented).toEqual(DEFINITIONS)
  expect(documentedRows).toHaveLength(Object.keys(DEFINITIONS).length)
})

test.each([
  ['2026-1-1', '2026-01-01'],
  ['2026-11-01', '2026-11-01'],
  ['2024-2-29', '2024-02-29'],
  ['2026-2-29', undefined],
  ['2026-13-1', undefined],
  ['2026-0-1', undefined],
  ['26-1-1', undefined],
  ['2026-01-01T00:00', undefined],
])('%s is the day %s', (text, day) => {
  expect(fullDay(text)).toBe(day)
})

test('a rate is in percent, and none where there is nothing to divide by', () => {
  expect(percentage(1, 8)).toBe(12.5)
  expect(percentage(0, 3)).toBe(0)
  expect(percentage(0, 0)).toBeNull()
  expect(percentage(2, -1)).toBeNull()
})
