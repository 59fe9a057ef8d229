import { expect, test } from 'vitest'
import { redeemedText, seatsText } from './redeemed-rules.ts'

const LINES = [
  { kind: 'ticket', quantity: 2 },
  { kind: 'concession', quantity: 3 },
] as const

test('shows redeemed tickets with the last time, or that none were checked in', () => {
  const text = (at: string | null) => redeemedText({ tickets: 1, at }, LINES, (instant) => `<${instant}>`)
  expect(text('2026-11-20')).toBe('1 of 2 tickets, last at <2026-11-20>')
  expect(text(null)).toBe('Not checked in')
})

test('lists the seats that were bought', () => {
  expect([['F7', 'F8'], ['F7'], []].map(seatsText)).toEqual(['Seats F7, F8', 'Seat F7', ''])
})
