import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})
