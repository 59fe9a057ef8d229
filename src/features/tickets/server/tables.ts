import { date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'
import { REFUND_STATES } from '../rules.ts'

/** What the log is sorted and filtered by, of every line of tickets. What was paid is kobo. */
export const ticketLog = pgTable(
  'ticket_log',
  {
    purchaseId: bigint('purchase_id').notNull(),
    n: smallint().notNull(),
    at: instant('at').notNull(),
    channel: text().notNull(),
    cinemaId: text('cinema_id').notNull(),
    customerId: bigint('customer_id'),
    movieId: text('movie_id'),
    showDay: date('show_day'),
    kobo: bigint('kobo').notNull(),
    refund: text({ enum: REFUND_STATES }).notNull().default('none'),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.n] })],
)

/** How many lines there are of a day of payment. */
export const ticketLogDays = pgTable(
  'ticket_log_days',
  {
    cinemaId: text('cinema_id').notNull(),
    showDay: date('show_day').notNull(),
    day: date().notNull(),
    channel: text().notNull(),
    lines: bigint('lines').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.showDay, table.day, table.channel] })],
)
