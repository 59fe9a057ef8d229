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

/** Charge of a stored card for one more subscription term. */
export const Renewal = z.object({
  id: z.int(),
  /** Unique reference of the charge, also at the payment provider. */
  reference: z.string(),
  state: z.enum(PAYMENT_STATES),
  /** Outcome, for staff. */
  stateText: z.string(),
  /** Confirmation page, for staff to pass on to the customer. Null: nothing to confirm, or no page. */
  confirmUrl: z.nullable(z.string()),
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  /** Naira. */
  amount: z.number(),
  createdAt: Instant,
  createdBy: z.string(),
  /** Time of the outcome. Null: none yet. */
  settledAt: z.nullable(Instant),
})
export type Renewal = z.infer<typeof Renewal>

/** Terms of a renewal at this moment. */
export const RenewalOffer = z.object({
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  /** Naira for the full term, at the plan's current price. */
  amount: z.number(),
  card: StoredCard,
  /** Term to be paid. Starts at the end of the paid term, or now. */
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
    summary: "Charge a customer's stored card for one more billing cycle. The reply has the outcome so far.",
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
    summary: "Get a customer's latest renewal, with the price of another or why it is blocked",
    params: CustomerId,
    reply: z.object({
      renewal: z.nullable(Renewal),
      offer: z.nullable(RenewalOffer),
      /** Error that RENEW would return. Null: RENEW is possible. */
      refusal: z.nullable(z.string()),
    }),
  },
  forgetCard: {
    method: 'DELETE',
    path: '/flutterwave/payment-token/{id}',
    permission: 'payments:write',
    summary: "Delete a customer's stored card",
    params: CustomerId,
    says: messages.cardDeleted,
    alsoStale: ['customers'],
  },
  webhook: {
    method: 'POST',
    path: '/flutterwave/webhook',
    unkept: 'The payment provider may send it repeatedly',
    permission: 'public',
    summary:
      'Receive a charge report of the payment provider (header verif-hash). The provider must confirm the charge.',
    // Because a caller without the secret is rejected before the body is validated.
    body: z.unknown(),
    // Every body is stored. The provider's have a few kilobytes.
    bodyLimit: 256 * 1024,
    transaction: 'own',
    audit: 'none',
  },
})
