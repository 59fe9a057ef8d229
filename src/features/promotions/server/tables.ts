import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'
import type { Position } from '../rules.ts'

const words = (name: string) => text(name).notNull().default('')

/** Promotions and hero banners. */
export const promotions = pgTable('promotions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  position: text().$type<Position>().notNull(),
  isMovie: boolean('is_movie').notNull(),
  title: text().notNull(),
  description: words('description'),
  movieId: text('movie_id'),
  trailer: words('trailer'),
  url: words('url'),
  webMedia: words('web_media'),
  mobileMedia: words('mobile_media'),
  thumbnail: words('thumbnail'),
  primaryCta: words('primary_cta'),
  primaryCtaUrl: words('primary_cta_url'),
  secondaryCta: words('secondary_cta'),
  secondaryCtaUrl: words('secondary_cta_url'),
  isActive: boolean('is_active').notNull(),
  onLanding: boolean('on_landing').notNull().default(false),
  rank: integer().notNull().default(0),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  code: text()
    .notNull()
    .default(sql`'D' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 11))`),
  words: text().notNull().generatedAlwaysAs(''),
})

/** Beside the promotions, which are edited. */
export const promotionClicks = pgTable('promotion_clicks', {
  promotionId: integer('promotion_id').primaryKey(),
  clicks: bigint('clicks').notNull(),
})
