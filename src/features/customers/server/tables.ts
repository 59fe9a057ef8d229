import { bigint, boolean, customType, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { BILLING_CYCLES, GENDERS } from '../rules.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

export const customers = pgTable('customers', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
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
  toldAt: instant('told_at'),
  tokensClearedAt: instant('tokens_cleared_at'),
  purchases: integer().notNull().default(0),
  erasedAt: instant('erased_at'),
  /** Emails and phones before merges, with spaces between them. */
  aliases: text().notNull().default(''),
  mergedInto: bigint('merged_into', { mode: 'number' }),
  isListed: boolean('is_listed').notNull().generatedAlwaysAs(true),
  words: text().notNull().generatedAlwaysAs(''),
  nameKey: text('name_key').notNull().generatedAlwaysAs(''),
  version: integer().notNull().default(1),
})

export const customerPasswordResets = pgTable('customer_password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' })
    .notNull()
    .references(() => customers.id),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})
