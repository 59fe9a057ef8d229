import { errors } from '#contract/errors.ts'

/** Rules and messages of payments with a stored card (decisions: Areas). */

/** States of a renewal, which is charged once: initiated until the provider reports its outcome. */
export const PAYMENT_STATES = ['initiated', 'succeeded', 'failed', 'needs_customer'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Months of each billing cycle. Without a preference: monthly. */
const CYCLE_MONTHS: Record<string, number> = { Monthly: 1, Quarterly: 3, 'Half-yearly': 6, Yearly: 12 }
export const monthsOf = (cycle: string | null): number => (cycle && CYCLE_MONTHS[cycle]) || 1

/** Minutes after a successful renewal in which another counts as a repeated click. */
export const PAUSE_MINUTES = 5
/** Maximum number of months paid ahead. */
export const MONTHS_AHEAD = 24

/** Purchase types of the payment log. */
export const PURCHASE_TYPES = {
  renewal: 'Subscription renewal',
  shop: 'Web or app purchase',
  cube: 'Cube booking',
} as const

export const messages = {
  renewed: 'Subscription renewal initiated successfully',
  askDeleteCard: "Are you sure you want to delete this customer's card?",
  cardDeleted: "Customer's card has been deleted",
  noSuchCustomer: errors.notFound('customer'),
  noCard: 'The customer has no stored card to charge',
  cardExpired: 'The stored card has expired. The customer must pay with another card.',
  noPlan: 'The customer has no subscription to renew',
  planRetired: 'This plan is no longer sold. Choose another in Edit profile.',
  free: 'This plan is free, so there is nothing to charge',
  paidAhead: `The subscription is already paid for ${MONTHS_AHEAD} months ahead`,
  underWay: 'A renewal of this customer is in progress. Its outcome appears here.',
  justRenewed: `This subscription was renewed less than ${PAUSE_MINUTES} minutes ago`,
  noCardToDelete: 'The customer has no stored card',
  badWebhook: 'The signature of this webhook is not valid',
} as const

/** Descriptions of a renewal's state, for staff. */
export const STATE_LABELS: Record<PaymentState, string> = {
  initiated: 'Waiting for the payment provider to confirm the charge',
  succeeded: 'Paid, and the subscription is renewed',
  failed: 'The card was not charged',
  needs_customer: 'Not charged yet, waiting for the customer to confirm with the bank',
}
