import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** Lines that speak of something that was not reported yet. */
export const feedWaiting = pgTable(
  'feed_waiting',
  {
    source: text().notNull(),
    stream: text().notNull(),
    externalId: text('external_id').notNull(),
    waitsFor: text('waits_for').notNull(),
    line: jsonb().notNull(),
    since: instant('since').notNull(),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.source, table.stream, table.externalId] })],
)
