import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { COUNTER_METHODS, STATUSES } from '../rules.ts'

const prices = () => ({
  baseKobo: bigint('base_kobo').notNull(),
  guestKobo: bigint('guest_kobo').notNull(),
  guestsIncluded: smallint('guests_included').notNull(),
  noShowPercent: smallint('no_show_percent').notNull(),
})

export const cubes = pgTable('cubes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cinemaId: text('cinema_id').notNull(),
  name: text().notNull(),
  firstHour: smallint('first_hour').notNull(),
  lastHour: smallint('last_hour').notNull(),
  ...prices(),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
  version: integer().notNull().default(1),
})

export const cubeBookings = pgTable('cube_bookings', {
  id: id(),
  bookingId: uuid('booking_id').notNull().defaultRandom(),
  cubeId: integer('cube_id').notNull(),
  fullName: text('full_name').notNull(),
  email: text().notNull(),
  /** E.164 */
  phone: text().notNull(),
  movieId: text('movie_id').notNull(),
  guestCount: integer('guest_count').notNull(),
  hasCorkage: boolean('has_corkage').notNull().default(false),
  status: text({ enum: STATUSES }).notNull().default('Booked'),
  dateTime: instant('date_time').notNull(),
  rescheduleDate: instant('reschedule_date'),
  startsAt: instant('starts_at').notNull(),
  rescheduledAt: instant('rescheduled_at'),
  previousMovieId: text('previous_movie_id'),
  redeemedAt: instant('redeemed_at'),
  withheldPercent: smallint('withheld_percent').notNull().default(0),
  ...prices(),
  kobo: bigint('kobo').notNull(),
  feeKobo: bigint('fee_kobo').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  version: integer().notNull().default(1),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

export const cubePayments = pgTable('cube_payments', {
  id: id(),
  bookingId: bigint('booking_id').notNull(),
  purpose: text({ enum: ['price', 'guests', 'fee'] }).notNull(),
  kobo: bigint('kobo').notNull(),
  at: instant('at').notNull(),
  provider: text(),
  /** The provider's; of what was paid at the cinema ours, by which the payment log has it. */
  reference: text(),
  providerId: text('provider_id'),
  /** How it was paid at the cinema; null of the rest, and where nobody said. */
  method: text({ enum: COUNTER_METHODS }),
  refund: text({ enum: ['requested', 'done'] }),
  refundId: bigint('refund_id'),
  refundKobo: bigint('refund_kobo').notNull().default(0),
  refundAt: instant('refund_at'),
  /** When it was written here, and that it is paid back; null of what was noted before this was kept. */
  recordedAt: instant('recorded_at').defaultNow(),
  refundRecordedAt: instant('refund_recorded_at'),
})

export const cubeBookingSteps = pgTable('cube_booking_steps', {
  id: id(),
  bookingId: bigint('booking_id').notNull(),
  at: instant('at').notNull(),
  actor: text().notNull(),
  step: text().notNull(),
  reason: text().notNull().default(''),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['cube_slots']
