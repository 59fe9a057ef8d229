import { expect, test } from 'vitest'
import { redeemedWords, seatWords } from './redeemed-rules.ts'

const LINES = [
  { kind: 'ticket', quantity: 2 },
  { kind: 'concession', quantity: 3 },
] as const

test('says how many of the tickets were redeemed and when last, or that nobody reported any', () => {
  const words = (at: string | null) => redeemedWords({ tickets: 1, at }, LINES, (shown) => `<${shown}>`)
  expect(words('2026-11-20')).toBe('1 of 2 tickets, last at <2026-11-20>')
  expect(words(null)).toBe('No redemption reported')
})

test('says which seats were bought', () => {
  expect([['F7', 'F8'], ['F7'], []].map(seatWords)).toEqual(['Seats F7, F8', 'Seat F7', ''])
})
