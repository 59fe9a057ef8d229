/** Codes of referral links that the demo chain's purchases carry. */
export const DEMO_REFERRALS = [
  'GRACE4EV',
  'KEHKAM76',
  'TEMY3KAR',
  'ARAMFE94',
  'RCHUKA37',
  'FUNKE6TX',
  'WAKEYA7N',
] as const

/**
 * Notifications that the demo chain sent at least so many days before its origin, some on a weekday (0 is Sunday): in the
 * days after, purchases carry their codes.
 */
export const DEMO_PUSHES: readonly { code: string; daysAgo: number; weekday?: number }[] = [
  { code: 'PWNGT3K6', daysAgo: 2, weekday: 5 },
  { code: 'TFUNC4A9', daysAgo: 9, weekday: 4 },
  { code: 'KX7PRMR3', daysAgo: 17 },
  { code: 'HAPPY4U6', daysAgo: 20, weekday: 4 },
  { code: 'FANCG7R4', daysAgo: 34 },
  { code: 'WCMEW9TH', daysAgo: 48 },
]

/** What the demo chain sells by the month: price in kobo, tickets, and the percent taken off concessions. */
export const DEMO_PLANS = [
  { name: 'Solo', kobo: 500_000, tickets: 2, concessionDiscount: 5, isMultiUser: false },
  { name: 'Duo', kobo: 900_000, tickets: 4, concessionDiscount: 10, isMultiUser: false },
  { name: 'Squad', kobo: 1_500_000, tickets: 8, concessionDiscount: 15, isMultiUser: true },
] as const
