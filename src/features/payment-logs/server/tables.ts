import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { REFUND_KINDS, REFUND_STATES } from '../rules.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const paymentRefunds = pgTable('payment_refunds', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  reference: text().notNull(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  kind: text({ enum: REFUND_KINDS }).notNull(),
  kobo: bigint({ mode: 'number' }).notNull(),
  reason: text().notNull(),
  state: text({ enum: REFUND_STATES }).notNull().default('asked'),
  provider: text().notNull(),
  chargeId: text('charge_id').notNull(),
  providerId: text('provider_id'),
  message: text().notNull().default(''),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  requestKey: text('request_key'),
  settledAt: instant('settled_at'),
  bookedAt: instant('booked_at'),
  askAt: instant('ask_at'),
  asked: integer().notNull().default(0),
})
