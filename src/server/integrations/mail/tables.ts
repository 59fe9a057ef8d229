import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const outboxTable = pgTable('outbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: uuid().notNull().defaultRandom(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  html: text().notNull().default(''),
  state: text({ enum: ['sent', 'bounced'] }).notNull(),
})
