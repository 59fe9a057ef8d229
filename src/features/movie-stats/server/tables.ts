import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint } from '#server/db/columns.ts'

/** Tickets that each movie sold on a day at a cinema, refunds taken off. */
export const movieDays = pgTable(
  'movie_days',
  {
    day: date().notNull(),
    cinemaId: text('cinema_id').notNull(),
    movieId: text('movie_id').notNull(),
    count: bigint('count').notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.cinemaId, table.movieId] })],
)
