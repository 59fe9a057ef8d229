import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import type { SearchTerms } from '#server/person.ts'
import type { Retained } from '../contract.ts'

/** That somebody was erased. Nothing of the person, once `words` is gone: the texts are looked through then. */
export const erasures = pgTable('erasures', {
  id: id(),
  customerId: bigint('customer_id'),
  guest: text(),
  at: instant('at').notNull(),
  actorId: integer('actor_id'),
  actor: text().notNull(),
  reason: text().notNull(),
  retained: jsonb().$type<Retained[]>().notNull(),
  searchTerms: jsonb('search_terms').$type<Pick<SearchTerms, 'anywhere' | 'needles'>>(),
  remainingTables: text('remaining_tables').array().notNull().default([]),
  lastKey: text('last_key').array(),
  tableCount: integer('table_count').notNull().default(0),
  failedAt: instant('failed_at'),
})

/** Merges that can still be undone, with what each owner of the tables moved. */
export const customerMerges = pgTable('customer_merges', {
  mergedId: bigint('merged_id').primaryKey(),
  survivorId: bigint('survivor_id').notNull(),
  at: instant('at').notNull(),
  actor: text().notNull(),
  changes: jsonb().notNull(),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['duplicate_dismissals']
