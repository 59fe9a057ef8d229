import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const states = pgTable('states', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})

export const cinemas = pgTable('cinemas', {
  id: text().primaryKey(),
  stateId: integer('state_id')
    .notNull()
    .references(() => states.id),
  name: text().notNull(),
  closedAt: instant('closed_at'),
})

export const screens = pgTable(
  'screens',
  {
    cinemaId: text('cinema_id')
      .notNull()
      .references(() => cinemas.id),
    id: text().notNull(),
    name: text().notNull(),
    seats: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.id] })],
)

export const showtimes = pgTable(
  'showtimes',
  {
    cinemaId: text('cinema_id')
      .notNull()
      .references(() => cinemas.id),
    id: text().notNull(),
    movieId: text('movie_id').notNull(),
    screenId: text('screen_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    seatsAvailable: integer('seats_available').notNull(),
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.id] })],
)
