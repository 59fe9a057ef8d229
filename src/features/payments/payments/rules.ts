/** Rules and words of what customers pay with a stored card (decisions: Areas). */

/** A renewal is charged once: initiated until the provider says what became of it. */
export const PAYMENT_STATES = ['initiated', 'succeeded', 'failed', 'needs_customer'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Months of each billing cycle; who prefers none renews by the month. */
const CYCLE_MONTHS: Record<string, number> = { Monthly: 1, Quarterly: 3, 'Half-yearly': 6, Yearly: 12 }
export const monthsOf = (cycle: string | null): number => (cycle && CYCLE_MONTHS[cycle]) || 1

/** A renewal this soon after one that succeeded is a second click, not a second wish. */
export const PAUSE_MINUTES = 5
/** Nobody renews more than this far ahead. */
export const MONTHS_AHEAD = 24

/** What a line of the payment log was paid for. */
export const PURCHASE_TYPES = {
  renewal: 'Subscription renewal',
  shop: 'Web or app purchase',
  cube: 'Cube booking',
} as const

export const messages = {
  renewed: 'Subscription renewal initiated successfully',
  askDeleteCard: "Are you sure you want to delete this customer's card?",
  cardDeleted: "Customer's card has been deleted",
  noSuchCustomer: 'There is no such customer',
  noCard: 'The customer has no stored card to charge',
  cardExpired: 'The stored card has expired: the customer has to pay with another',
  noPlan: 'The customer has had no subscription that could be renewed',
  planRetired: 'This plan is no longer sold: choose another in Edit profile',
  free: 'This plan costs nothing: there is nothing to charge',
  paidAhead: `The subscription is paid for ${MONTHS_AHEAD} months ahead already`,
  underWay: 'A renewal of this customer is under way. Its outcome shows here as soon as it is known',
  justRenewed: `This subscription was renewed less than ${PAUSE_MINUTES} minutes ago`,
  noCardToDelete: 'The customer has no stored card',
  badWebhook: 'The signature of this webhook is not valid',
} as const

/** A renewal's state in words for staff. */
export const STATE_LABELS: Record<PaymentState, string> = {
  initiated: 'Waiting for the payment provider to say what became of the charge',
  succeeded: 'Paid, and the subscription is renewed',
  failed: 'The card was not charged',
  needs_customer: 'The card is not charged yet: the bank asks the customer to confirm',
}
