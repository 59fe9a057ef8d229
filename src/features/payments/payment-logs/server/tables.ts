import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { REFUND_KINDS, REFUND_STATES } from '../rules.ts'

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
  dueAt: instant('due_at'),
  attempts: integer('attempts').notNull().default(0),
})

/** Tables used only in SQL. Their columns are in migrations/. */
export const SQL_TABLES = [
  'external_refunds',
  'payment_cinema_days',
  'payment_days',
  'payment_refund_lines',
  'payments',
  'refund_postings',
]
