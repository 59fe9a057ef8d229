import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint } from '#server/db/columns.ts'

/** By cinema; what each kind counts is said in the migration. */
export const cinemaSalesDays = pgTable(
  'cinema_sales_days',
  {
    day: date().notNull(),
    cinemaId: text('cinema_id').notNull(),
    channel: text().notNull(),
    kind: text().notNull(),
    count: bigint('count').notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.day, table.channel, table.kind] })],
)

/** By cinema, of all days together. */
export const cinemaSales = pgTable(
  'cinema_sales',
  {
    cinemaId: text('cinema_id').notNull(),
    channel: text().notNull(),
    kind: text().notNull(),
    count: bigint('count').notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.channel, table.kind] })],
)

/** The same without the cinema. */
export const salesDays = pgTable(
  'sales_days',
  {
    day: date().notNull(),
    channel: text().notNull(),
    kind: text().notNull(),
    count: bigint('count').notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.channel, table.kind] })],
)

/** Tickets by the day of their show. */
export const showDays = pgTable('show_days', {
  day: date().primaryKey(),
  sold: bigint('sold').notNull().default(0),
  redeemed: bigint('redeemed').notNull().default(0),
})

export const cinemaShowDays = pgTable(
  'cinema_show_days',
  {
    day: date().notNull(),
    cinemaId: text('cinema_id').notNull(),
    sold: bigint('sold').notNull().default(0),
    redeemed: bigint('redeemed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.day] })],
)

/** Tickets by the day they were torn. */
export const redemptionDays = pgTable('redemption_days', {
  day: date().primaryKey(),
  tickets: bigint('tickets').notNull().default(0),
  subscriptionTickets: bigint('subscription_tickets').notNull().default(0),
})

export const cinemaRedemptionDays = pgTable(
  'cinema_redemption_days',
  {
    day: date().notNull(),
    cinemaId: text('cinema_id').notNull(),
    tickets: bigint('tickets').notNull().default(0),
    subscriptionTickets: bigint('subscription_tickets').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.day] })],
)

export const visitDays = pgTable(
  'visit_days',
  {
    day: date().notNull(),
    channel: text().notNull(),
    count: bigint('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.channel] })],
)

export const signupDays = pgTable(
  'signup_days',
  {
    day: date().notNull(),
    channel: text().notNull(),
    count: bigint('count').notNull(),
    unlisted: bigint('unlisted').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.channel] })],
)

/** What began and ended on a day. */
export const subscriptionDays = pgTable('subscription_days', {
  day: date().primaryKey(),
  started: bigint('started').notNull().default(0),
  startedKobo: bigint('started_kobo').notNull().default(0),
  newTickets: bigint('new_tickets').notNull().default(0),
  startedTickets: bigint('started_tickets').notNull().default(0),
  ended: bigint('ended').notNull().default(0),
  endedKobo: bigint('ended_kobo').notNull().default(0),
  endedTickets: bigint('ended_tickets').notNull().default(0),
  bought: bigint('bought').notNull().default(0),
  unlistedStarted: bigint('unlisted_started').notNull().default(0),
  unlistedEnded: bigint('unlisted_ended').notNull().default(0),
})

/** Which ends were followed by another subscription of the same customer, and when; infinity: by none. */
export const subscriptionEnds = pgTable(
  'subscription_ends',
  {
    endedOn: date('ended_on').notNull(),
    renewedOn: date('renewed_on').notNull(),
    count: bigint('count').notNull(),
    kobo: bigint('kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.endedOn, table.renewedOn] })],
)

/** How many purchases each customer made who made any. */
export const buyers = pgTable('buyers', {
  customerId: bigint('customer_id').primaryKey(),
  purchases: integer().notNull(),
})

export const buyerCounts = pgTable('buyer_counts', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  buyers: bigint('buyers').notNull(),
  repeatBuyers: bigint('repeat_buyers').notNull(),
})
