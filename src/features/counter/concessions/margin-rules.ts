import { errors } from '#contract/errors.ts'
import { wrongPrice } from './rules.ts'

/** Rules and messages of costs and margin. */

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
  noProduct: errors.notFound('product'),
  noCost: 'No cost starts on this day',
  badCost: 'Enter a cost from ₦0, with at most two decimals',
  otherCost: (day: string) => `The cost from ${day} changed while you were editing`,
  tooLong: `Choose at most ${LONGEST} days`,
  saved: 'Cost saved',
  removed: 'Cost deleted',
  noItem: 'Choose at least one item',
  tooManyItems: `Choose at most ${MAX_SIMULATED_PRODUCTS} items`,
  badPrice: 'Enter a price from ₦0, with at most two decimals',
  unknownItem: (id: string) => errors.notFound(`product ${id}`),
  losesMoney: 'Loses money',
  unknown: 'Unknown',
  unmatched: 'Not matched to a product',
  noCinema: 'No cinema',
  refunds: 'Margin is before refunds, because refunds do not say which items were returned',
  withTickets: 'Items bought together with tickets for one movie',
  meaning:
    'Revenue minus the cost on the day of sale, for items with a known cost. A combo costs the sum of its parts. Refunds are not deducted.',
} as const

export const wrongCost = (naira: number): string | undefined => (wrongPrice(naira) ? messages.badCost : undefined)

export type Margin = { margin: number | null; percent: number | null }

/** What is left of revenue, and in percent of it; unknown where the cost is, and no percentage of no revenue. In kobo. */
export function marginOf(revenue: number, cost: number | null): Margin {
  if (cost === null) return { margin: null, percent: null }
  return { margin: revenue - cost, percent: revenue ? Math.round(((revenue - cost) / revenue) * 1000) / 10 : null }
}

export const losesMoney = (price: number, cost: number | null): boolean => cost !== null && price < cost
