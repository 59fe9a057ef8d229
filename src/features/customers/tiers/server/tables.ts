import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 401 }),
  name: text().notNull(),
  /** A month's price. */
  kobo: bigint('kobo').notNull(),
  /** A month's. */
  tickets: integer().notNull(),
  /** Percent. */
  concessionDiscount: integer('concession_discount').notNull().default(0),
  isMultiUser: boolean('is_multi_user').notNull().default(false),
  place: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
  version: integer().notNull().default(1),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['plan_names']
