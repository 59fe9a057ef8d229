import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  actorId: integer('actor_id'),
  actor: text().notNull(),
  action: text().notNull(),
  entity: text().notNull(),
  entityId: text('entity_id').notNull(),
  summary: text().notNull(),
  before: jsonb(),
  after: jsonb(),
  requestId: text('request_id'),
  words: text().notNull().generatedAlwaysAs(''),
})
