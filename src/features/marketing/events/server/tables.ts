import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

/** Events and what belongs to them. */
export const events = pgTable('events', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  description: text().notNull(),
  category: text().notNull().default(''),
  image: text().notNull(),
  cinemaId: text('cinema_id').notNull(),
  /** What was typed, written as UTC. */
  startsAt: instant('starts_at').notNull(),
  kobo: bigint('kobo').notNull(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

export const eventMovies = pgTable(
  'event_movies',
  {
    eventId: integer('event_id').notNull(),
    place: smallint().notNull(),
    cinemaId: text('cinema_id').notNull(),
    showtimeId: text('showtime_id').notNull(),
    movieId: text('movie_id').notNull(),
    ticketId: text('ticket_id').notNull(),
    ticketName: text('ticket_name').notNull(),
    ticketKobo: bigint('ticket_kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.place] })],
)

export const eventConcessions = pgTable(
  'event_concessions',
  {
    eventId: integer('event_id').notNull(),
    place: smallint().notNull(),
    rosettaId: text('rosetta_id').notNull(),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.place] })],
)
