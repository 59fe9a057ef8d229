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
  /** Cinemas of the record when the entry was written; none for a record of the chain. */
  cinemaIds: text('cinema_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Further records, such as the payment of a sale. */
  about: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** Tables that only SQL names. Their columns are in migrations/. */
export const SQL_TABLES = ['audit_outbox']
