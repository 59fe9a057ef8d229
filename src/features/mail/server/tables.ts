import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const mails = pgTable('mails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  messageId: uuid('message_id').notNull().defaultRandom(),
  at: timestamp({ withTimezone: true }).notNull(),
  kind: text().notNull(),
  recipient: text().notNull(),
  params: jsonb().$type<object>().notNull(),
  state: text({ enum: ['waiting', 'sent', 'dead'] })
    .notNull()
    .default('waiting'),
  attempts: integer().notNull().default(0),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  reason: text(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
})
