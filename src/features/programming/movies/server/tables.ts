import type { CensorRating } from '#contract/films.ts'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import type { MovieDatabase } from '#server/integrations/moviedb/port.ts'
import type { ImportField } from '../rules.ts'

const searchText = (name: string) => text(name).notNull().default('')
type Content = { type: string; url: string }

export const movies = pgTable('movies', {
  id: text().primaryKey(),
  name: text().notNull(),
  posGenre: searchText('pos_genre'),
  posRating: text('pos_rating'),
  posRuntime: integer('pos_runtime'),
  posOpeningDate: date('pos_opening_date', { mode: 'string' }),
  /** Since when the point of sale's answers have had it; null when its last good one did not. */
  posListedSince: instant('pos_listed_since'),
  /** The day of its first showtime, where no source gives an opening day. */
  firstShowingOn: date('first_showing_on', { mode: 'string' }),

  hasDetails: boolean('has_details').notNull().default(false),
  title: searchText('title'),
  overview: searchText('overview'),
  genres: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  tags: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  trailer: searchText('trailer'),
  poster: searchText('poster'),
  posterSmall: searchText('poster_small'),
  backdrop: searchText('backdrop'),
  backdropSmall: searchText('backdrop_small'),
  releaseYear: integer('release_year'),
  runtime: integer(),
  censorRating: text('censor_rating').$type<CensorRating>().notNull().default('TBC'),
  isFeatured: boolean('is_featured').notNull().default(false),
  isApproved: boolean('is_approved').notNull().default(false),
  isComingSoon: boolean('is_coming_soon').notNull().default(false),
  comingSoonDate: date('coming_soon_date', { mode: 'string' }),
  publicContents: jsonb('public_contents').$type<Content[]>().notNull().default([]),
  vodContents: jsonb('vod_contents').$type<Content[]>().notNull().default([]),
  version: integer().notNull().default(1),

  likes: integer().notNull().default(0),
  dislikes: integer().notNull().default(0),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
  opensOn: date('opens_on', { mode: 'string' }).generatedAlwaysAs(''),
})

export const movieCast = pgTable('movie_cast', {
  id: id(),
  movieId: text('movie_id').notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  character: searchText('character'),
  image: searchText('image'),
  gender: text(),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
})

/** Where a field came from and when, as long as it stands as it was taken. */
export const movieSources = pgTable(
  'movie_sources',
  {
    movieId: text('movie_id').notNull(),
    field: text().$type<ImportField>().notNull(),
    source: text().$type<MovieDatabase['kind']>().notNull(),
    externalId: text('external_id').notNull(),
    importedAt: instant('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.movieId, table.field] })],
)

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['reviews']
