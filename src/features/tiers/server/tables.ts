import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 401 }),
  name: text().notNull(),
  /** A month's price. */
  kobo: bigint({ mode: 'number' }).notNull(),
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
