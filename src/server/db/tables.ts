import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** What the application keeps about itself. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['migrations']
