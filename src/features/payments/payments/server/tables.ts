import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { PAYMENT_STATES } from '../rules.ts'

const customerId = () => bigint('customer_id')

export const paymentCards = pgTable('payment_cards', {
  customerId: customerId().primaryKey(),
  provider: text().notNull(),
  token: text().notNull(),
  /** Email that the token was created with. The token is valid only with it. */
  email: text().notNull(),
  brand: text().notNull(),
  first6: text().notNull(),
  last4: text().notNull(),
  expiryMonth: smallint('expiry_month').notNull(),
  expiryYear: smallint('expiry_year').notNull(),
  storedAt: instant('stored_at').notNull(),
})

export const paymentIntents = pgTable('payment_intents', {
  id: id(),
  reference: text().notNull(),
  provider: text().notNull(),
  customerId: customerId().notNull(),
  purpose: text({ enum: ['renewal'] }).notNull(),
  planId: integer('plan_id').notNull(),
  plan: text().notNull(),
  monthlyKobo: bigint('monthly_kobo').notNull(),
  tickets: integer().notNull(),
  months: smallint().notNull(),
  kobo: bigint('kobo').notNull(),
  state: text({ enum: PAYMENT_STATES }).notNull().default('initiated'),
  providerId: text('provider_id'),
  message: text().notNull().default(''),
  confirmUrl: text('confirm_url'),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  requestKey: text('request_key'),
  settledAt: instant('settled_at'),
  dueAt: instant('due_at'),
  attempts: integer('attempts').notNull().default(0),
})

export const paymentEvents = pgTable('payment_events', {
  id: id(),
  at: instant('at').notNull(),
  provider: text().notNull(),
  reference: text().notNull(),
  intentId: bigint('intent_id'),
  customerId: customerId(),
  email: text().notNull().default(''),
  /** Kobo, or hundredths of another currency. */
  kobo: bigint('kobo').notNull(),
  /** ISO 4217. */
  currency: text().notNull().default('NGN'),
  purchaseType: text('purchase_type').notNull(),
  status: text({ enum: ['needs_customer', 'succeeded', 'failed', 'refunded'] }).notNull(),
  providerId: text('provider_id'),
  message: text().notNull().default(''),
})

/** Webhooks received from the provider. */
export const paymentWebhooks = pgTable('payment_webhooks', {
  id: id(),
  at: instant('at').notNull(),
  provider: text().notNull(),
  body: text().notNull(),
  /** Outcome, for staff. */
  outcome: text().notNull().default('Received'),
})
