import { counted } from '#contract/counted.ts'
import type { Redeemed } from './contract.ts'
import type { LineKind } from './rules.ts'

type Bought = readonly { kind: LineKind; quantity: number }[]

export const ticketsIn = (lines: Bought): number =>
  lines.reduce((sum, { kind, quantity }) => sum + (kind === 'ticket' ? quantity : 0), 0)

/** Describes how many of the bought tickets were redeemed. */
export const redeemedText = ({ tickets, at }: Redeemed, lines: Bought, showInstant: (at: string) => string): string =>
  at ? `${tickets} of ${counted(ticketsIn(lines), 'ticket')}, last at ${showInstant(at)}` : 'Not checked in'

export const seatsText = (seats: readonly string[]): string =>
  seats.length ? `${seats.length > 1 ? 'Seats' : 'Seat'} ${seats.join(', ')}` : ''
