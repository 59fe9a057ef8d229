import { boolean, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'
import type { ProductKind } from '#server/integrations/pos/port.ts'
import { HOWS } from '../price-rules.ts'

export const products = pgTable('products', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  rosettaId: text('rosetta_id').notNull().unique(),
  name: text().notNull(),
  category: text().notNull().default(''),
  kind: text().$type<ProductKind>().notNull(),
  type: text().notNull().default(''),
  flavour: text().notNull().default(''),
  size: text().notNull().default(''),
  hopk: text(),
  /** The cinema whose words for it hold. */
  sourceCinemaId: text('source_cinema_id').notNull(),
  image: text().notNull().default(''),
  createdAt: instant('created_at').notNull(),
  /** The last purchase that was looked through for it. */
  countedTo: bigint('counted_to').notNull().default(0),
  countedAt: instant('counted_at'),
  version: integer().notNull().default(1),
})

export const cinemaProducts = pgTable(
  'cinema_products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    cinemaId: text('cinema_id').notNull(),
    productId: integer('product_id').notNull(),
    posKobo: bigint('pos_kobo').notNull(),
    overrideKobo: bigint('override_kobo'),
    /** Since when this price of staff's holds, or none of theirs. */
    overrideSince: instant('override_since'),
    isActive: boolean('is_active').notNull().default(true),
    listedSince: instant('listed_since'),
    version: integer().notNull().default(1),
  },
  (table) => [unique().on(table.cinemaId, table.productId)],
)

export const comboDeals = pgTable('combo_deals', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cinemaProductId: integer('cinema_product_id').notNull(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})

export const comboItems = pgTable(
  'combo_items',
  {
    comboId: integer('combo_id').notNull(),
    cinemaProductId: integer('cinema_product_id').notNull(),
    place: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.comboId, table.cinemaProductId] })],
)

/** A change of prices at some cinemas, from an instant and until one; without an end for good. */
export const priceChanges = pgTable('price_changes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
  how: text({ enum: HOWS }).notNull(),
  /** Kobo, or hundredths of a percent. */
  value: bigint('value').notNull(),
  stepKobo: bigint('step_kobo').notNull(),
  /** At all its cinemas. */
  priceCount: integer('price_count').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  cancelledAt: instant('cancelled_at'),
  cancelledBy: text('cancelled_by'),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = [
  'merchandise_cinema_days',
  'merchandise_days',
  'merchandise_sales',
  'price_change_prices',
  'product_costs',
  'product_syncs',
]
