import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/** Pushes that the embedded service stored instead of sending them. */
export const pushOutbox = pgTable('push_outbox', {
  id: id(),
  at: instant('at').notNull(),
  token: text().notNull(),
  messageId: text('message_id').notNull(),
  title: text().notNull(),
  body: text().notNull(),
  link: text(),
  image: text(),
  state: text({ enum: ['shown', 'throttled'] }).notNull(),
})
