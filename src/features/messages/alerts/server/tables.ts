import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { EMAIL_MODES } from '../rules.ts'

export const alertPreferences = pgTable(
  'alert_preferences',
  {
    adminId: integer('admin_id').notNull(),
    kind: text().notNull(),
    inOffice: boolean('in_office').notNull(),
    email: text({ enum: EMAIL_MODES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.kind] })],
)

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['alert_deliveries']
