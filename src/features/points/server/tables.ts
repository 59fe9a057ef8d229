import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { KINDS } from '../rules.ts'

/** What the ledger amounts to. */
export const loyaltyMembers = pgTable('loyalty_members', {
  customerId: bigint('customer_id').primaryKey(),
  tier: smallint().notNull().default(0),
  lifetime: bigint('lifetime').notNull().default(0),
  available: bigint('available').notNull().default(0),
  version: integer().notNull().default(1),
})

/** What was done, line by line. */
export const pointsLedger = pgTable('points_ledger', {
  id: id(),
  customerId: bigint('customer_id').notNull(),
  kind: text({ enum: KINDS }).notNull(),
  points: bigint('points').notNull().default(0),
  lifetime: bigint('lifetime').notNull().default(0),
  fromTier: smallint('from_tier'),
  toTier: smallint('to_tier'),
  reason: text().notNull(),
  actorId: integer('actor_id'),
  actor: text().notNull(),
  at: instant('at').notNull(),
  reverses: bigint('reverses'),
})
