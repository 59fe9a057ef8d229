import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

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

/** Tables used only in SQL; migrations/ has their columns. */
export const SQL_TABLES = ['integration_states']
