import { CINEMAS, MOVIES } from './seed-people.ts'
import type { Sizes } from './sizes.ts'

const DAY_MS = 86_400_000

/** A number of 0..n-1 that follows from the purchase's number and a salt, the same in every run. */
const pick = (i: number, salt: number, n: number) => (Math.imul(i + 1, 2_654_435_761 + 2 * salt) >>> 8) % n

/** What a shop tells late: half of last week and half of a year ago, most by customers that are known. */
export function batch(run: string, first: number, count: number, { customers, until }: Sizes): string {
  const end = Date.parse(`${until}T00:00:00+01:00`)
  return Array.from({ length: count }, (_, n) => {
    const i = first + n
    const at =
      end - (i % 2 ? 1 + pick(i, 1, 7) : 350 + pick(i, 1, 30)) * DAY_MS + (9 * 3600 + pick(i, 2, 50_000)) * 1000
    const instant = (hours: number) => new Date(at + hours * 3_600_000).toISOString()
    const seats = 1 + pick(i, 3, 4)
    const ticket = {
      kind: 'ticket',
      quantity: seats,
      amount: seats * 3500,
      movie_id: `HO${String(1 + pick(i, 4, MOVIES)).padStart(8, '0')}`,
      show_at: instant(3 + pick(i, 5, 48)),
    }
    return JSON.stringify({
      id: `fed-${run}-${i}`,
      at: instant(0),
      channel: (['web', 'mobile', 'mobile', 'not_specified'] as const)[pick(i, 6, 4)],
      cinema_id: String(1 + pick(i, 7, CINEMAS)).padStart(4, '0'),
      ...(pick(i, 8, 5) === 0
        ? { name: `Guest ${i}`, email: `fed${run}${i}@guest.example` }
        : { customer_id: `c${1 + pick(i, 9, customers)}` }),
      payment_reference: `FED-${run}-${i}`,
      lines: i % 2 ? [ticket] : [ticket, { kind: 'concession', quantity: 1, amount: 1500, product: 'Popcorn, large' }],
    })
  }).join('\n')
}
