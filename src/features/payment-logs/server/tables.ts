import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { MISMATCH_KINDS, MISMATCH_SUBJECTS, REFUND_KINDS, REFUND_STATES } from '../rules.ts'

export const paymentRefunds = pgTable('payment_refunds', {
  id: id(),
  reference: text().notNull(),
  paymentId: bigint('payment_id').notNull(),
  kind: text({ enum: REFUND_KINDS }).notNull(),
  kobo: bigint('kobo').notNull(),
  reason: text().notNull(),
  state: text({ enum: REFUND_STATES }).notNull().default('requested'),
  provider: text().notNull(),
  chargeId: text('charge_id').notNull(),
  providerId: text('provider_id'),
  message: text().notNull().default(''),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  requestKey: text('request_key'),
  settledAt: instant('settled_at'),
  bookedAt: instant('booked_at'),
  pollAt: instant('poll_at'),
  pollCount: integer('poll_count').notNull().default(0),
})

/** What was paid, or tried to be, under one reference, whoever reported it. */
export const payments = pgTable('payments', {
  id: id(),
  reference: text().notNull(),
  /** What its sender calls it where `reference` is a name of ours; empty where it says nothing. */
  sentReference: text('sent_reference'),
  at: instant('at').notNull(),
  /** Where all that was bought with it was bought; null of what concerns no cinema, or several. */
  cinemaId: text('cinema_id'),
  customerId: bigint('customer_id'),
  isCustomer: boolean('is_customer').notNull(),
  name: text().notNull().default(''),
  email: text().notNull().default(''),
  provider: text(),
  providerId: text('provider_id'),
  chargedKobo: bigint('charged_kobo'),
  soldKobo: bigint('sold_kobo').notNull().default(0),
  kobo: bigint('kobo').notNull().generatedAlwaysAs(0),
  currency: text().notNull().default('NGN'),
  purchaseType: text('purchase_type').notNull().default(''),
  status: text({ enum: ['needs_customer', 'succeeded', 'failed'] }).notNull(),
  refundingKobo: bigint('refunding_kobo').notNull().default(0),
  chargedBackKobo: bigint('charged_back_kobo').notNull().default(0),
  bookings: text().notNull().default(''),
  /** As reported with what was bought: the one way in which it was paid, or `several`. */
  method: text(),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

export const paymentDays = pgTable(
  'payment_days',
  {
    day: date().notNull(),
    isCustomer: boolean('is_customer').notNull(),
    count: bigint('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.isCustomer] })],
)

export const paymentCinemaDays = pgTable(
  'payment_cinema_days',
  {
    cinemaId: text('cinema_id').notNull(),
    day: date().notNull(),
    isCustomer: boolean('is_customer').notNull(),
    count: bigint('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.day, table.isCustomer] })],
)

/** What of what was bought is given back. */
export const paymentRefundLines = pgTable(
  'payment_refund_lines',
  {
    refundId: bigint('refund_id').notNull(),
    purchaseId: bigint('purchase_id').notNull(),
    n: smallint().notNull(),
    quantity: integer().notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.purchaseId, table.n] })],
)

/** The trade's refunds by which the figures follow ours. */
export const refundPostings = pgTable('refund_postings', {
  paymentRefundId: bigint('payment_refund_id').notNull(),
  refundId: bigint('refund_id').primaryKey(),
  reportedSource: text('reported_source'),
  reportedId: text('reported_id'),
})

/** The trade's refunds that a program alone reported, with what they are of. */
export const externalRefunds = pgTable('external_refunds', {
  refundId: bigint('refund_id').primaryKey(),
  /** Null of what was paid without a reference. */
  paymentId: bigint('payment_id'),
  kobo: bigint('kobo').notNull(),
  cinemaId: text('cinema_id'),
  method: text(),
})

/** Our payments of a day beside the provider's, as last compared. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    day: date().notNull(),
    provider: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] }).notNull(),
    reason: text().notNull().default(''),
    startedAt: instant('started_at').notNull(),
    startedBy: text('started_by').notNull(),
    run: integer().notNull().default(1),
    finishedAt: instant('finished_at'),
    ledgerCount: integer('ledger_count').notNull().default(0),
    ledgerKobo: bigint('ledger_kobo').notNull().default(0),
    providerCount: integer('provider_count').notNull().default(0),
    providerKobo: bigint('provider_kobo').notNull().default(0),
    ledgerOthers: jsonb('ledger_others').notNull().default({}),
    providerOthers: jsonb('provider_others').notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.day, table.provider] })],
)

/** What the provider did with money. A row adds to what was known of it before. */
export const providerTransactions = pgTable('provider_transactions', {
  id: id(),
  provider: text().notNull(),
  kind: text({ enum: ['charge', 'refund', 'fee', 'chargeback', 'payout'] }).notNull(),
  providerId: text('provider_id').notNull(),
  reference: text().notNull().default(''),
  day: date().notNull(),
  at: instant('at').notNull(),
  kobo: bigint('kobo').notNull(),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
  run: integer(),
})

export const reconciliationMismatches = pgTable('reconciliation_mismatches', {
  id: id(),
  day: date().notNull(),
  provider: text().notNull(),
  about: text({ enum: MISMATCH_SUBJECTS }).notNull().default('charge'),
  kind: text({ enum: MISMATCH_KINDS }).notNull(),
  reference: text().notNull(),
  paymentId: bigint('payment_id'),
  providerId: text('provider_id'),
  ledgerKobo: bigint('ledger_kobo'),
  ledgerState: text('ledger_state'),
  ledgerCurrency: text('ledger_currency'),
  providerKobo: bigint('provider_kobo'),
  providerState: text('provider_state'),
  providerCurrency: text('provider_currency'),
  isForeignCard: boolean('is_foreign_card'),
  ledgerForeignKobo: bigint('ledger_foreign_kobo'),
  foundAt: instant('found_at').notNull(),
  clearedAt: instant('cleared_at'),
  resolvedAt: instant('resolved_at'),
  resolvedBy: text('resolved_by'),
  note: text().notNull().default(''),
  version: integer().notNull().default(1),
  ownerId: integer('owner_id'),
})

export const mismatchComments = pgTable('mismatch_comments', {
  id: id(),
  mismatchId: bigint('mismatch_id').notNull(),
  at: instant('at').notNull(),
  author: text().notNull(),
  comment: text().notNull(),
})
