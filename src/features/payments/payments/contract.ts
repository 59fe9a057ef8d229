import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Instant } from '#contract/atoms.ts'
import { StoredCard } from '#features/customers/customers/contract.ts'
import { messages, PAYMENT_STATES } from './rules.ts'

const CustomerId = z.object({
  id: z.coerce
    .number(messages.noSuchCustomer)
    .check(z.int(messages.noSuchCustomer), z.minimum(1, messages.noSuchCustomer)),
})

/** One charge of a stored card for a further term of a subscription. */
export const Renewal = z.object({
  id: z.int(),
  /** Ours, unique: the payment provider knows the charge by it. */
  reference: z.string(),
  state: z.enum(PAYMENT_STATES),
  /** What became of it, in words for staff. */
  stateText: z.string(),
  /** Where the customer confirms it, for staff to pass on; null where there is nothing to confirm, or no page for it. */
  confirmUrl: z.nullable(z.string()),
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  /** Naira. */
  amount: z.number(),
  createdAt: Instant,
  createdBy: z.string(),
  /** When its outcome was known; null while it is not. */
  settledAt: z.nullable(Instant),
})
export type Renewal = z.infer<typeof Renewal>

/** What a renewal would charge now, and for what. */
export const RenewalOffer = z.object({
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  /** Naira for the whole term, at the plan's price of today. */
  amount: z.number(),
  card: StoredCard,
  /** The term that would be paid: from the end of what is paid, or from now. */
  startsAt: Instant,
  expiresAt: Instant,
})
export type RenewalOffer = z.infer<typeof RenewalOffer>

/** Operations 7: renewal, stored cards; decisions: Renewal. */
export const payments = endpoints('payments', {
  renew: {
    method: 'POST',
    path: '/subscriptions/renew-subscription/{id}',
    permission: 'superadmin',
    reauthenticate: true,
    summary: "Charge a customer's stored card for one more billing cycle; the reply says what became of it so far",
    params: CustomerId,
    reply: Renewal,
    says: messages.renewed,
    alsoStale: ['customers', 'analytics', 'tiers'],
    transaction: 'own',
  },
  renewal: {
    method: 'GET',
    path: '/subscriptions/renewals/{id}',
    permission: 'customers:read',
    summary: "A customer's latest renewal, and what one more would charge, or why there can be none now",
    params: CustomerId,
    reply: z.object({
      renewal: z.nullable(Renewal),
      offer: z.nullable(RenewalOffer),
      /** Why RENEW would be refused, in the words of the refusal; null when it would not. */
      refusal: z.nullable(z.string()),
    }),
  },
  forgetCard: {
    method: 'DELETE',
    path: '/flutterwave/payment-token/{id}',
    permission: 'payments:write',
    summary: "Forget a customer's stored card",
    params: CustomerId,
    says: messages.cardDeleted,
    alsoStale: ['customers'],
  },
  webhook: {
    method: 'POST',
    path: '/flutterwave/webhook',
    unkept: 'The payment provider says it as often as it likes',
    permission: 'public',
    summary: 'The payment provider reports a charge (header verif-hash); it is asked before anything is believed',
    // Whoever does not know the secret is refused before the shape of what was sent is looked at.
    body: z.unknown(),
    // Each is kept: theirs have a few kilobytes.
    bodyLimit: 256 * 1024,
    transaction: 'own',
    audit: 'none',
  },
})
