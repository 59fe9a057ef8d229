/** Rules by which open mismatches are settled in bulk; what each takes stands in its words. */
export const SETTLING_RULES = {
  test: { label: 'Provider test charge', about: 'Not in Marquee, and at most ₦100' },
  rounding: { label: 'Rounding', about: 'Both sides are known, and differ by less than ₦1' },
  returned: {
    label: 'Charged without an order, and paid back',
    about: 'Not in Marquee, and refunded in full at the provider',
  },
} as const
export type SettlingRule = keyof typeof SETTLING_RULES
export const SETTLING_RULE_IDS = Object.keys(SETTLING_RULES) as [SettlingRule, ...SettlingRule[]]

export const messages = {
  noSuchOwner: 'There is no such admin',
  comment: 'Enter a comment',
  commented: 'Comment added',
  assigned: 'Owner saved',
  nothing: 'No open mismatch fits this rule',
} as const
