import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Scope } from '../rules.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

export const feedKeys = pgTable('feed_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  source: text().notNull(),
  streams: text().array().$type<Scope[]>().notNull(),
  keyHash: bytea('key_hash').notNull(),
  hint: text().notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
  version: integer().notNull().default(1),
})
