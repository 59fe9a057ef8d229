import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/** Push notifications that the embedded service stored and did not send. */
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
