import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { ORIGINS, STATES } from '../rules.ts'

/** Equal reports are one error. */
export const errors = pgTable('errors', {
  id: id(),
  fingerprint: text().notNull(),
  origin: text({ enum: ORIGINS }).notNull(),
  message: text().notNull(),
  component: text().notNull(),
  lastReportId: bigint('last_report_id').notNull(),
  state: text({ enum: STATES }).notNull().default('open'),
  stateAt: instant('state_at'),
  stateBy: text('state_by'),
  count: bigint('count').notNull(),
  storedCount: bigint('stored_count').notNull(),
  customers: bigint('customers').notNull().default(0),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  version: integer().notNull().default(1),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

export const errorReleases = pgTable(
  'error_releases',
  {
    errorId: bigint('error_id').notNull(),
    release: text().notNull(),
    count: bigint('count').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.errorId, table.release] })],
)

export const errorCustomers = pgTable(
  'error_customers',
  {
    errorId: bigint('error_id').notNull(),
    customerId: bigint('customer_id').notNull(),
    count: bigint('count').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** In order of their names. */
    releases: text().array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.errorId, table.customerId] })],
)

/** Each time one happens. */
export const errorReports = pgTable('error_reports', {
  id: id(),
  source: text().notNull(),
  externalId: text('external_id').notNull(),
  at: instant('at').notNull(),
  message: text().notNull(),
  stack: text().notNull().default(''),
  page: text().notNull().default(''),
  release: text().notNull().default(''),
  channel: text().notNull().default('not_specified'),
  customerId: bigint('customer_id'),
  fingerprint: text(),
  component: text().notNull().default(''),
  adminId: integer('admin_id'),
  isPruned: boolean('is_pruned').notNull().default(false),
  origin: text().notNull().generatedAlwaysAs(''),
})
