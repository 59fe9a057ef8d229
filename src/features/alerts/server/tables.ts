import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { EMAIL_MODES } from '../rules.ts'

/** What one person got: equal ones are one row until it is read. */
export const alertDeliveries = pgTable('alert_deliveries', {
  id: id(),
  adminId: integer('admin_id').notNull(),
  alertId: bigint('alert_id').notNull(),
  kind: text().notNull(),
  key: text().notNull(),
  count: integer().notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  inOffice: boolean('in_office').notNull(),
  email: text({ enum: EMAIL_MODES }).notNull(),
  emailedAt: instant('emailed_at'),
  dueDay: date('due_day'),
  dailyEmailDay: date('daily_email_day'),
  readAt: instant('read_at'),
})

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
