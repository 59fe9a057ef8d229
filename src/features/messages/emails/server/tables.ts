import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

export const emails = pgTable('emails', {
  id: id(),
  messageId: uuid('message_id').notNull().defaultRandom(),
  at: instant('at').notNull(),
  kind: text().notNull(),
  recipient: text().notNull(),
  params: jsonb().$type<object>().notNull(),
  state: text({ enum: ['pending', 'sent', 'failed'] })
    .notNull()
    .default('pending'),
  attempts: integer().notNull().default(0),
  dueAt: instant('due_at'),
  reason: text(),
  sentAt: instant('sent_at'),
  isSlow: boolean('is_slow').notNull().default(false),
})
