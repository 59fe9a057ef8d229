import { wrongPrice } from './rules.ts'

/** Rules and words of costs and margin. */

export const MARGIN_FILE = 'margin'
export const COSTS_CSV = 'costs.csv'
/** Days that one question is of: sales by product are read line by line, a year of a large chain in about 5 seconds. */
export const LONGEST = 370

/** Days that a combo is tried on. */
export const SIMULATED_DAYS = 90
/** Products of one combo. */
export const MAX_SIMULATED_PRODUCTS = 100

export const BY = ['product', 'combo', 'cinema', 'movie'] as const
export type By = (typeof BY)[number]
export const BY_LABELS: Record<By, string> = { product: 'Product', combo: 'Combo', cinema: 'Cinema', movie: 'Movie' }

export const messages = {
  noProduct: 'There is no such product',
  noCost: 'No cost begins on this day',
  badCost: 'Enter a cost from ₦0, with at most two decimals',
  otherCost: (day: string) => `The cost from ${day} is another one by now`,
  tooLong: `Choose at most ${LONGEST} days`,
  saved: 'Cost saved',
  removed: 'Cost deleted',
  noItem: 'Choose at least one item',
  tooManyItems: `At most ${MAX_SIMULATED_PRODUCTS} items`,
  badPrice: 'Enter a price from ₦0, with at most two decimals',
  unknownItem: (id: string) => `There is no product ${id}`,
  losesMoney: 'Loses money',
  unknown: 'Unknown',
  unmatched: 'Not matched to a product',
  noCinema: 'No cinema',
  refunds:
    'Refunds are not deducted: a refund says that food and drinks were given back, not which of them. Margin is before refunds.',
  withTickets: 'What was bought together with tickets of one movie.',
  meaning:
    'Revenue less the cost on the day of each sale, of what has a known cost. Combos cost what their parts do. Refunds are not deducted.',
} as const

export const wrongCost = (naira: number): string | undefined => (wrongPrice(naira) ? messages.badCost : undefined)

export type Margin = { margin: number | null; percent: number | null }

/** What is left of revenue, and in percent of it; unknown where the cost is, and no percentage of no revenue. In kobo. */
export function marginOf(revenue: number, cost: number | null): Margin {
  if (cost === null) return { margin: null, percent: null }
  return { margin: revenue - cost, percent: revenue ? Math.round(((revenue - cost) / revenue) * 1000) / 10 : null }
}

export const losesMoney = (price: number, cost: number | null): boolean => cost !== null && price < cost
