/** A month's price in kobo, its tickets, what is taken off concessions, and the share that ends each month. */
export type Plan = { name: string; kobo: number; tickets: number; discount: number; churn: number }

export const PLANS: readonly Plan[] = [
  { name: 'Fan', kobo: 500_000, tickets: 2, discount: 0.05, churn: 0.115 },
  { name: 'Buff', kobo: 900_000, tickets: 4, discount: 0.1, churn: 0.09 },
  { name: 'Fanatic', kobo: 1_500_000, tickets: 8, discount: 0.15, churn: 0.07 },
]

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
