import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'

/** Days that were closed, each time anew. The current close of a day is the one that was not reopened. */
export const dayCloses = pgTable('day_closes', {
  id: id(),
  day: date().notNull(),
  closedAt: instant('closed_at').notNull(),
  closedBy: text('closed_by').notNull(),
  note: text().notNull().default(''),
  figures: jsonb().notNull(),
  reopenedAt: instant('reopened_at'),
  reopenedBy: text('reopened_by'),
  reason: text().notNull().default(''),
})

/** What was counted in a cinema's tills. The last count of a day holds. */
export const tillCounts = pgTable('till_counts', {
  id: id(),
  day: date().notNull(),
  cinemaId: text('cinema_id').notNull(),
  method: text({ enum: ['cash', 'card'] }).notNull(),
  kobo: bigint('kobo').notNull(),
  countedBy: text('counted_by').notNull(),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
})
