import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { MAILS } from '../rules.ts'

/** What one person got: equal ones are one row until it is read. */
export const alertDeliveries = pgTable('alert_deliveries', {
  id: id(),
  adminId: integer('admin_id').notNull(),
  noticeId: bigint('notice_id').notNull(),
  kind: text().notNull(),
  key: text().notNull(),
  count: integer().notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  inOffice: boolean('in_office').notNull(),
  mail: text({ enum: MAILS }).notNull(),
  mailedAt: instant('mailed_at'),
  dueDay: date('due_day'),
  digestDay: date('digest_day'),
  readAt: instant('read_at'),
})

export const alertPreferences = pgTable(
  'alert_preferences',
  {
    adminId: integer('admin_id').notNull(),
    kind: text().notNull(),
    inOffice: boolean('in_office').notNull(),
    mail: text({ enum: MAILS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.kind] })],
)
