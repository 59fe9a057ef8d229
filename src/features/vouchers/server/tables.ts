import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, bytea, id, instant } from '#server/db/columns.ts'

export const voucherGroups = pgTable('voucher_groups', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  companyName: text('company_name').notNull(),
  quantity: integer().notNull(),
  approvedBy: text('approved_by').notNull(),
  comment: text().notNull().default(''),
  planId: integer('plan_id').notNull(),
  plan: text().notNull(),
  kobo: bigint('kobo').notNull(),
  tickets: integer().notNull(),
  expiresOn: date('expires_on'),
  generatedById: integer('generated_by_id'),
  generatedBy: text('generated_by').notNull(),
  createdAt: instant('created_at').notNull(),
  made: integer().notNull().default(0),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** A code stands here sealed, and as a keyed hash by which it is found. */
export const vouchers = pgTable('vouchers', {
  id: id(),
  groupId: integer('group_id').notNull(),
  lookup: bytea('lookup').notNull(),
  sealed: bytea('sealed').notNull(),
  last4: text().notNull(),
  recipient: text().notNull().default(''),
  expiresOn: date('expires_on'),
  state: text({ enum: ['unused', 'redeemed', 'void'] })
    .notNull()
    .default('unused'),
  redeemedAt: instant('redeemed_at'),
  redeemedSource: text('redeemed_source'),
  redeemedBy: text('redeemed_by'),
  reference: text(),
  customerId: bigint('customer_id'),
  voidedAt: instant('voided_at'),
  replacedBy: bigint('replaced_by'),
  version: integer().notNull().default(1),
})
