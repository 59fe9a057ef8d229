import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'

export const referralLinks = pgTable('referral_links', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  movieId: text('movie_id').notNull(),
  code: text().notNull(),
  shortLink: text('short_link'),
  longLink: text('long_link').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** Beside the links, which are edited. */
export const referralClicks = pgTable('referral_clicks', {
  linkId: integer('link_id').primaryKey(),
  clicks: bigint('clicks').notNull(),
})

/** What was bought with each code, whether there is a link with it or not. */
export const referralSums = pgTable('referral_sums', {
  code: text().primaryKey(),
  tickets: bigint('tickets').notNull().default(0),
  kobo: bigint('kobo').notNull().default(0),
  purchases: bigint('purchases').notNull().default(0),
})
