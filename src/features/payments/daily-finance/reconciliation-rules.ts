/** Rules and words of days that are compared with the payment provider, and of what differs. */
import { errors } from '#contract/errors.ts'
import { isHundredths } from '#contract/money.ts'
import type { MismatchKind } from '#features/payments/payment-logs/rules.ts'

/** How far back a day can be compared. */
export const RECONCILE_DAYS = 366

/** The setting of what the provider keeps of each charge. */
export const FEE_TERMS = 'daily-finance:fee-terms'
/** What the provider keeps of each charge: a part of it and a fixed amount, together at most so much, where there is a limit. */
export type FeePart = { basisPoints: number; fixedKobo: number; mostKobo: number | null }
/** `foreign`: of foreign cards, where they cost another fee. */
export type FeeTerms = FeePart & { foreign?: FeePart | null }
const feeOf = (kobo: number, { basisPoints, fixedKobo, mostKobo }: FeePart): number =>
  Math.min(Math.round((kobo * basisPoints) / 10_000) + fixedKobo, mostKobo ?? Infinity)

/** The country whose cards are not foreign. */
const HOME = 'NG'
export type ExpectedFee = { kobo: number; foreignKobo: number | null; isForeignCard: boolean | null }
/** What is expected of a charge; where nobody says where its card is from, what is if it is a foreign one besides. */
export function feeExpected(kobo: number, { foreign, ...home }: FeeTerms, country: string | undefined): ExpectedFee {
  if (!foreign) return { kobo: feeOf(kobo, home), foreignKobo: null, isForeignCard: null }
  if (country === undefined) return { kobo: feeOf(kobo, home), foreignKobo: feeOf(kobo, foreign), isForeignCard: null }
  const isForeignCard = country !== HOME
  return { kobo: feeOf(kobo, isForeignCard ? foreign : home), foreignKobo: null, isForeignCard }
}

/** A payment as either side knows it; undefined where it does not. */
export type Side = { kobo: number; state: 'succeeded' | 'failed' | 'open'; currency: string }

/** How two sides of one payment differ. What came to nothing on either is missed by nobody. */
export function mismatchOf(ledger: Side | undefined, provider: Side | undefined): MismatchKind | undefined {
  if (!ledger) return provider?.state === 'succeeded' ? 'missing here' : undefined
  if (!provider) return ledger.state === 'succeeded' ? 'missing there' : undefined
  if ((ledger.state === 'succeeded') !== (provider.state === 'succeeded')) return 'state'
  if (ledger.state !== 'succeeded') return
  return ledger.kobo !== provider.kobo || ledger.currency !== provider.currency ? 'amount' : undefined
}

/** Rules by which open mismatches are settled in bulk; what each takes stands in its words. */
export const SETTLING_RULES = {
  test: { label: 'Provider test charge', about: 'Not in Marquee, and ₦100 or less' },
  rounding: { label: 'Rounding', about: 'In both, with a difference below ₦1' },
  returned: {
    label: 'Charged without an order and refunded',
    about: 'Not in Marquee, and refunded in full by the provider',
  },
} as const
export type SettlingRule = keyof typeof SETTLING_RULES
export const SETTLING_RULE_IDS = Object.keys(SETTLING_RULES) as [SettlingRule, ...SettlingRule[]]

export const isPercent = (value: number) => value >= 0 && value <= 100 && isHundredths(value)
/** The limit of a fee is not below its fixed amount. */
export const isLimit = ({ fixed, most }: { fixed: number; most: number | null }) => most === null || most >= fixed
export const isAmount = (naira: number) => naira >= 0 && naira <= 1_000_000 && isHundredths(naira)

export const messages = {
  note: errors.enter('a note'),
  noSuchMismatch: errors.notFound('mismatch'),
  running: 'This day is already being compared',
  noSuchDay: errors.notFound('day'),
  dayToCome: 'Choose today or an earlier day',
  dayTooFar: 'Choose a day in the last year',
  reconciling: 'Comparison started',
  resolved: 'Mismatch resolved',
  reopened: 'Mismatch reopened',
  alreadyResolved: 'This mismatch is already resolved',
  notResolved: 'This mismatch is not resolved',
  noSuchOwner: errors.notFound('admin'),
  comment: errors.enter('a comment'),
  commented: 'Comment added',
  assigned: 'Owner saved',
  nothing: 'No open mismatch matches this rule',
  percent: errors.enter('a percentage from 0 to 100, with up to 2 decimals'),
  amount: errors.enter('an amount from ₦0 to ₦1,000,000, with up to 2 decimals'),
  limit: 'The maximum is below the fixed amount',
  homeFee: errors.enter('the fee for Nigerian cards too'),
  feesSaved: 'Fees saved. They apply to days compared from now on.',
  feesCleared: 'Fees are no longer compared',
} as const
