import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Position } from '../rules.ts'

const searchText = (name: string) => text(name).notNull().default('')

/** Promotions and hero banners. */
export const promotions = pgTable('promotions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  position: text().$type<Position>().notNull(),
  isMovie: boolean('is_movie').notNull(),
  title: text().notNull(),
  description: searchText('description'),
  movieId: text('movie_id'),
  trailer: searchText('trailer'),
  url: searchText('url'),
  webMedia: searchText('web_media'),
  mobileMedia: searchText('mobile_media'),
  thumbnail: searchText('thumbnail'),
  primaryCta: searchText('primary_cta'),
  primaryCtaUrl: searchText('primary_cta_url'),
  secondaryCta: searchText('secondary_cta'),
  secondaryCtaUrl: searchText('secondary_cta_url'),
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
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['promotion_clicks']
