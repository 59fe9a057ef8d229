import { expect, test } from 'vitest'
import { addDays } from '#contract/time.ts'
import { easterOf, holidayOn, holidayLabel } from './holidays.ts'

test.each([
  [1818, '1818-03-22'],
  [1943, '1943-04-25'],
  [2000, '2000-04-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter of %i is %s', (year, day) => expect(easterOf(year)).toBe(day))

test('a year has its fixed and movable holidays, and those that are announced as expected', () => {
  const found: string[] = []
  for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
    const holiday = holidayOn(day)
    if (holiday) found.push(`${day.slice(5)} ${holidayLabel(holiday)}`)
  }
  expect(found).toEqual([
    "01-01 New Year's Day",
    '03-20 Eid-el-Fitr (expected)',
    '03-21 Eid-el-Fitr holiday (expected)',
    '04-03 Good Friday',
    '04-06 Easter Monday',
    "05-01 Workers' Day",
    '05-27 Eid-el-Kabir (expected)',
    '05-28 Eid-el-Kabir holiday (expected)',
    '06-12 Democracy Day',
    '08-25 Eid-el-Maulud (expected)',
    '10-01 Independence Day',
    '12-25 Christmas Day',
    '12-26 Boxing Day',
  ])
})
