import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

/** That somebody was erased. Nothing of the person. */
export const erasures = pgTable('erasures', {
  customerId: bigint('customer_id').primaryKey(),
  at: instant('at').notNull(),
  actorId: integer('actor_id'),
  actor: text().notNull(),
  kept: jsonb().notNull(),
})

/** Merges that can still be undone, with what each owner of the tables moved. */
export const customerMerges = pgTable('customer_merges', {
  lostId: bigint('lost_id').primaryKey(),
  keptId: bigint('kept_id').notNull(),
  at: instant('at').notNull(),
  actor: text().notNull(),
  moved: jsonb().notNull(),
})

/** Pairs that look like one person and are two. */
export const duplicateDismissals = pgTable(
  'duplicate_dismissals',
  {
    lowId: bigint('low_id').notNull(),
    highId: bigint('high_id').notNull(),
    at: instant('at').notNull(),
    actor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lowId, table.highId] })],
)
