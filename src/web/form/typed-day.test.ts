import { expect, it } from 'vitest'
import { dayTyped, formDayTyped } from './typed-day.ts'

it.each([
  ['05/03/2027', '2027-03-05'],
  ['13/12/2027', '2027-12-13'],
  [' 5-3-2027 ', '2027-03-05'],
  ['05.03.2027', '2027-03-05'],
  ['12/13/2027', null],
  ['31/02/2027', null],
  ['05/03/27', null],
  ['1', null],
  ['', null],
])('day first: %s', (text, day) => {
  expect(dayTyped(text)).toBe(day)
})

it.each([
  ['05-03-2027', '2027-05-03'],
  ['12/13/2027', '2027-12-13'],
  ['13-12-2027', null],
  ['1', null],
  ['05-03-20', null],
])('month first: %s', (text, day) => {
  expect(formDayTyped(text)).toBe(day)
})
