import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

/** Results of each key's records per day. */
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
    /** Time of the newest accepted record. */
    newestAt: instant('newest_at'),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.recordType, table.day] })],
)

/** Tables used only in SQL; migrations/ has their columns. */
export const SQL_TABLES = ['feed_corrections', 'price_baselines', 'quarantined_records']
