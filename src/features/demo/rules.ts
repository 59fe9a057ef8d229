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

/** Notifications that the demo chain sent so many days before its origin: in the days after, purchases carry their codes. */
export const DEMO_PUSHES = [
  { code: 'PWNGT3K6', daysAgo: 2 },
  { code: 'TFUNC4A9', daysAgo: 6 },
  { code: 'KX7PRMR3', daysAgo: 13 },
  { code: 'HAPPY4U6', daysAgo: 20 },
  { code: 'FANCG7R4', daysAgo: 34 },
  { code: 'WCMEW9TH', daysAgo: 48 },
] as const
