import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

export const states = pgTable('states', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})

export const showtimes = pgTable(
  'showtimes',
  {
    cinemaId: text('cinema_id').notNull(),
    id: text().notNull(),
    movieId: text('movie_id').notNull(),
    screenId: text('screen_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    seatsAvailable: integer('seats_available').notNull(),
    cancelledAt: instant('cancelled_at'),
    /** Since when it is known; null of those from before this was noted. */
    addedAt: instant('added_at'),
    /** When the point of sale last moved it, and where it was before: its film, screen and start. */
    changedAt: instant('changed_at'),
    previousMovieId: text('previous_movie_id'),
    previousScreenId: text('previous_screen_id'),
    previousStartsAt: instant('previous_starts_at'),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.id] })],
)

/** A run takes the schedule from the point of sale, part by part. */
export const syncRuns = pgTable('sync_runs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['full', 'incremental'] }).notNull(),
  requestedBy: text('requested_by'),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  tries: integer().notNull().default(0),
  failedAt: instant('failed_at'),
  reason: text(),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['cinemas', 'screens', 'sync_steps']
