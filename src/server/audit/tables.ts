import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

export const auditLog = pgTable('audit_log', {
  id: id(),
  at: instant('at').notNull().defaultNow(),
  actorId: integer('actor_id'),
  actor: text().notNull(),
  action: text().notNull(),
  entity: text().notNull(),
  entityId: text('entity_id').notNull(),
  summary: text().notNull(),
  before: jsonb(),
  after: jsonb(),
  requestId: text('request_id'),
  /** The cinemas of its record when it was written; none of what is the chain's. */
  cinemaIds: text('cinema_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** What it is about besides its record, such as the payment of a sale. */
  about: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['audit_outbox']
