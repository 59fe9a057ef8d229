import { DEMO_PLANS } from '#demo/chain/codes.ts'

/** A month's price in kobo, its tickets, what is taken off concessions, and the share that ends each month. */
export type Plan = { name: string; kobo: number; tickets: number; discount: number; churn: number }

const CHURN = [0.115, 0.09, 0.07]

export const PLANS: readonly Plan[] = DEMO_PLANS.map(({ name, kobo, tickets, concessionDiscount }, at) => ({
  name,
  kobo,
  tickets,
  discount: concessionDiscount / 100,
  churn: CHURN[at]!,
}))

export const REASONS = [
  'Too expensive',
  'Too expensive',
  'I do not go often enough',
  'I do not go often enough',
  'Moved to another city',
  'Not enough films I like',
  'The nearest cinema is too far',
  'Trouble with the app',
  'Travelling for a while',
  'I found a better offer',
]
