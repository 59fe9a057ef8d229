import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** What the application keeps about itself. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** Which files were applied, and what they held. */
export const migrations = pgTable('migrations', {
  file: text().primaryKey(),
  at: instant('at').notNull().defaultNow(),
  hash: text().notNull(),
})
