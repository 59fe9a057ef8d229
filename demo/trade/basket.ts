import type { Rng } from '#demo/random.ts'

/** A line of a purchase; money in kobo, `show_at` in milliseconds. */
export type BasketLine = {
  kind: 'ticket' | 'concession' | 'subscription'
  quantity: number
  kobo: number
  discount: number
  product: string
  movie: string | null
  show_at: number | null
  seats?: string[]
}

/** Price at the origin, how often it is taken, and whether a plan takes something off. */
const PRODUCTS: [name: string, naira: number, share: number, isInPlans: boolean][] = [
  ['Popcorn, small', 1500, 5, true],
  ['Popcorn, medium', 2200, 8, true],
  ['Popcorn, large', 3000, 6, true],
  ['Caramel popcorn', 3200, 4, true],
  ['Coke 50 cl', 800, 8, true],
  ['Fanta 50 cl', 800, 5, true],
  ['Bottled water', 500, 6, false],
  ['Chapman', 2500, 3, true],
  ['Zobo', 1500, 3, false],
  ['Hot dog', 2800, 4, true],
  ['Meat pie', 1500, 4, false],
  ['Chicken and chips', 5500, 3, false],
  ['Nachos with salsa', 3500, 2, true],
  ['Suya platter', 6000, 2, false],
  ['Ice cream cup', 2000, 3, false],
  ['Combo for two', 6500, 6, true],
  ['Family combo', 11_000, 2, true],
  ['Popcorn bucket', 5000, 0.6, false],
  ['Marquee T-shirt', 12_000, 0.25, false],
  ['Marquee cap', 7500, 0.2, false],
  ['Ankara tote bag', 6500, 0.3, false],
  ['Marquee mug', 4500, 0.3, false],
  ['Premiere poster', 3500, 0.4, false],
  ['Cinema key ring', 2000, 0.5, false],
]
const SHARES = PRODUCTS.reduce((sum, [, , share]) => sum + share, 0)

/** One or two things from the counter, at the prices of the time, less a subscriber's discount. */
export function concessions(rng: Rng, age: number, discount: number): BasketLine[] {
  const sold = new Set<string>()
  return Array.from({ length: rng.chance(0.45) ? 2 : 1 }).flatMap(() => {
    let left = rng.next() * SHARES
    const [product, naira, , isInPlans] = PRODUCTS.find(([, , share]) => (left -= share) < 0) ?? PRODUCTS[0]!
    if (sold.has(product)) return []
    sold.add(product)
    const quantity = rng.chance(0.3) ? 2 : 1
    const full = Math.round((naira * (0.62 + 0.38 * Math.min(1, age))) / 50) * 5000 * quantity
    const off = isInPlans ? Math.round((full * discount) / 1000) * 1000 : 0
    return [
      { kind: 'concession' as const, quantity, kobo: full - off, discount: off, product, movie: null, show_at: null },
    ]
  })
}

/** How many go together: mostly two, and families. */
export const partyOf = (rng: Rng): number => {
  const luck = rng.next()
  return luck < 0.16 ? 1 : luck < 0.54 ? 2 : luck < 0.69 ? 3 : luck < 0.87 ? 4 : luck < 0.94 ? 5 : luck < 0.98 ? 6 : 8
}
