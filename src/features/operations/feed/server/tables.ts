import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

/** What became of the lines that a key sent on a day. */
export const feedCounts = pgTable(
  'feed_counts',
  {
    keyId: integer('key_id').notNull(),
    recordType: text('record_type').notNull(),
    day: date().notNull(),
    accepted: bigint('accepted').notNull().default(0),
    duplicate: bigint('duplicate').notNull().default(0),
    pending: bigint('pending').notNull().default(0),
    quarantined: bigint('quarantined').notNull().default(0),
    rejected: bigint('rejected').notNull().default(0),
    /** When the newest that was accepted happened. */
    newestAt: instant('newest_at'),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.recordType, table.day] })],
)

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['feed_corrections', 'price_baselines', 'quarantined_records']
