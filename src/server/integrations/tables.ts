import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** What a connection to the outside last did. */
export const integrationStates = pgTable('integration_states', {
  name: text().primaryKey(),
  lastSuccessAt: instant('last_success_at'),
  failingSince: instant('failing_since'),
  reason: text(),
  lastFailureAt: instant('last_failure_at'),
})

/** Records of outside systems that cannot be read. */
export const unreadRecords = pgTable(
  'unread_records',
  {
    connection: text().notNull(),
    list: text().notNull(),
    name: text().notNull(),
    recordId: text('record_id'),
    what: text().notNull(),
    since: instant('since').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.list, table.name] })],
)
