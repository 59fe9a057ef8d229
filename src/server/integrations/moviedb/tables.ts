import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** Answers of the movie database, until they expire. */
export const moviedbCache = pgTable('moviedb_cache', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  fetchedAt: instant('fetched_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
