import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '#server/db/columns.ts'

/** Answers of creates, which a client may repeat. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actor: text().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    reply: jsonb(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] })],
)

/** Attempts in fixed windows. Stored here so that all servers share them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
)

/** Browsers that opened a link, once a day each, as anonymous hashes. */
export const linkVisitors = pgTable('link_visitors', {
  visitor: bytea('visitor').primaryKey(),
  at: instant('at').notNull(),
})

/** Tables that only SQL names. Their columns are in migrations/. */
export const SQL_TABLES = ['job_runs']
