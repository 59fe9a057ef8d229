import { isHundredths } from '#contract/money.ts'

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

export const isPercent = (value: number) => value >= 0 && value <= 100 && isHundredths(value)
/** The limit of a fee is not below its fixed amount. */
export const isLimit = ({ fixed, most }: { fixed: number; most: number | null }) => most === null || most >= fixed
export const isAmount = (naira: number) => naira >= 0 && naira <= 1_000_000 && isHundredths(naira)

export const messages = {
  noSuchOwner: 'There is no such admin',
  comment: 'Enter a comment',
  commented: 'Comment added',
  assigned: 'Owner saved',
  nothing: 'No open mismatch fits this rule',
  percent: 'Enter a percent from 0 to 100, with two decimals at most',
  amount: 'Enter an amount from ₦0 to ₦1,000,000, with two decimals at most',
  limit: 'The maximum is below the fixed amount',
  homeFee: 'Enter the fee of Nigerian cards as well',
  feesSaved: 'Fees saved. Days that are compared from now on are compared with them',
  feesCleared: 'Fees are not compared from now on',
} as const
