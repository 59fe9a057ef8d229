import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

export const outboxTable = pgTable('outbox', {
  id: id(),
  key: uuid().notNull().defaultRandom(),
  at: instant('at').notNull().defaultNow(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  html: text().notNull().default(''),
  state: text({ enum: ['sent', 'bounced'] }).notNull(),
})
