import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Settings that the application stores about itself. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** Tables used only in SQL; migrations/ has their columns. */
export const SQL_TABLES = ['migrations']
