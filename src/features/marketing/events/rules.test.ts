import { expect, test } from 'vitest'
import {
  apart,
  cinemasByName,
  fromTyped,
  isUnfilled,
  messages,
  showExactNaira,
  startingCinema,
  toTyped,
} from './rules.ts'

const cinema = (id: string, cinema_name: string) => ({ id, cinema_name })

// Clauses: operations 210, 264-265
test('the cinemas are sorted by name, and a new event starts at the one whose name includes lekki', () => {
  const sorted = cinemasByName([
    { cinemas: [cinema('2', 'Marquee Jabi')] },
    { cinemas: [cinema('4', 'Marquee LEKKI Phase 1'), cinema('7', 'Marquee Ikeja')] },
  ])
  expect(sorted.map(({ id }) => id)).toEqual(['7', '2', '4'])
  expect(startingCinema(sorted)?.id).toBe('4')
  expect(startingCinema(sorted.slice(0, 2))?.id).toBe('7')
  expect(startingCinema([])).toBeUndefined()
})

// Clauses: operations 527
test('what is typed is written as UTC and read back as typed', () => {
  for (const clock of ['00:00', '00:30', '23:30']) {
    expect(toTyped('2026-11-25', clock)).toBe(`2026-11-25T${clock}:00.000Z`)
    expect(fromTyped(toTyped('2026-11-25', clock))).toEqual({ day: '2026-11-25', clock })
  }
})

test('ids that are joined come apart, and nothing is none', () => {
  expect(apart(' 0001, 0002')).toEqual(['0001', '0002'])
  expect(apart(' ')).toEqual([])
  expect(apart('1,')).toEqual(['1', ''])
})

// Clauses: operations 174
test('a ticket costs naira with two decimals', () => {
  expect(showExactNaira(4000)).toBe('₦4,000.00')
  expect(showExactNaira(2400.5)).toBe('₦2,400.50')
})

test('only what is missing makes a form unfilled', () => {
  expect(isUnfilled({ name: messages.nameLong, movies: messages.movies })).toBe(true)
  expect(isUnfilled({ name: messages.nameLong })).toBe(false)
})
