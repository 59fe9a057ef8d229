import { date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

/** The lines by which merchandise was bought. */
export const merchandiseSales = pgTable(
  'merchandise_sales',
  {
    productId: integer('product_id').notNull(),
    purchaseId: bigint('purchase_id').notNull(),
    n: smallint().notNull(),
    at: instant('at').notNull(),
    quantity: integer().notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.n, table.productId] })],
)

export const merchandiseDays = pgTable(
  'merchandise_days',
  {
    productId: integer('product_id').notNull(),
    day: date().notNull(),
    lines: bigint('lines').notNull(),
    quantity: bigint('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.day] })],
)

export const merchandiseCinemaDays = pgTable(
  'merchandise_cinema_days',
  {
    productId: integer('product_id').notNull(),
    cinemaId: text('cinema_id').notNull(),
    day: date().notNull(),
    lines: bigint('lines').notNull(),
    quantity: bigint('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.cinemaId, table.day] })],
)
