import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, bytea, id, instant } from '#server/db/columns.ts'
import { BILLING_CYCLES, GENDERS } from '../rules.ts'

export const customers = pgTable('customers', {
  id: id(),
  source: text().notNull(),
  externalId: text('external_id').notNull(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  email: text(),
  phone: text(),
  birthDate: date('birth_date'),
  gender: text({ enum: GENDERS }),
  billingCycle: text('billing_cycle', { enum: BILLING_CYCLES }),
  defaultCinemaId: text('default_cinema_id'),
  profileImage: text('profile_image'),
  cardNumber: text('card_number'),
  cardPinHash: text('card_pin_hash'),
  passwordHash: text('password_hash'),
  trailersWatched: integer('trailers_watched'),
  channel: text().notNull().default('not_specified'),
  registeredAt: instant('registered_at'),
  registeredOn: date('registered_on'),
  reportedAt: instant('reported_at'),
  tokensClearedAt: instant('tokens_cleared_at'),
  resetBlockedUntil: instant('reset_blocked_until'),
  erasedAt: instant('erased_at'),
  /** Emails and phones before merges, separated by spaces. */
  aliases: text().notNull().default(''),
  mergedInto: bigint('merged_into'),
  isListed: boolean('is_listed').notNull().generatedAlwaysAs(true),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
  nameKey: text('name_key').notNull().generatedAlwaysAs(''),
  version: integer().notNull().default(1),
})

export const customerPasswordResets = pgTable('customer_password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  customerId: bigint('customer_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const customerNotes = pgTable('customer_notes', {
  id: id(),
  customerId: bigint('customer_id'),
  /** Email of a guest, in lower case. */
  guest: text(),
  text: text().notNull(),
  authorId: integer('author_id'),
  author: text().notNull(),
  at: instant('at').notNull(),
  editedAt: instant('edited_at'),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})

/** Tables without a TypeScript schema. Their columns are in migrations/. */
export const SQL_TABLES = ['customer_changes', 'customer_cinemas']
