import * as z from 'zod/mini'
import { Day, Instant, paging } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { CACHE_SECONDS, MOVIES_PAGE, SHOWINGS } from './rules.ts'

/** What a website or an app shows. Addresses of media are whole. */
const visible = {
  id: z.int(),
  title: z.string(),
  description: z.string(),
  web_media: z.nullable(z.string()),
  mobile_media: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
}

export const PublicBanner = z.object({
  ...visible,
  /** Of type Movie; else a promotion. */
  isMovie: z.boolean(),
  rosetta_movie_id: z.nullable(z.string()),
  youtube_trailer: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type PublicBanner = z.infer<typeof PublicBanner>

export const PublicPromotion = z.object({
  ...visible,
  isVisibleOnHomepage: z.boolean(),
  primaryCTA: z.string(),
  primaryCTAUrl: z.string(),
  secondaryCTA: z.nullable(z.string()),
  secondaryCTAUrl: z.nullable(z.string()),
  /** When it leaves by itself. */
  ends_at: z.nullable(Instant),
})

export const PublicMovie = z.object({
  movie_id: z.string(),
  title: z.string(),
  description: z.string(),
  genres: z.array(z.string()),
  censorship_rating: z.string(),
  movie_run_time: z.nullable(z.int()),
  release_year: z.nullable(z.int()),
  youtube_trailer: z.nullable(z.string()),
  big_poster: z.nullable(z.string()),
  small_poster: z.nullable(z.string()),
  big_background: z.nullable(z.string()),
  small_background: z.nullable(z.string()),
  is_coming_soon: z.boolean(),
  is_coming_soon_date: z.nullable(Day),
  next_show_time: z.nullable(Instant),
})
export type PublicMovie = z.infer<typeof PublicMovie>

export const PublicEvent = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  event_category: z.nullable(z.string()),
  image: z.nullable(z.string()),
  /** The clock on the cinema's wall, written as UTC. */
  date: Instant,
  cinema_id: z.string(),
  cinema_name: z.string(),
  /** Naira. */
  price: z.number(),
  movies: z.array(z.object({ movie_id: z.string(), title: z.string(), show_time: Instant })),
})

/** Published content: what is live now, for the chain's website and apps (docs/public.md). */
export const published = endpoints('published', {
  heroBanners: {
    method: 'GET',
    path: '/public/hero-banners',
    permission: 'public',
    summary: 'List the live hero banners in order',
    allowReplica: true,
    reply: z.object({ banners: z.array(PublicBanner) }),
    maxAge: CACHE_SECONDS,
  },
  promotions: {
    method: 'GET',
    path: '/public/promotions',
    permission: 'public',
    summary: 'List the live promotions, those on the landing page first',
    allowReplica: true,
    reply: z.object({ promotions: z.array(PublicPromotion) }),
    maxAge: CACHE_SECONDS,
  },
  movies: {
    method: 'GET',
    path: '/public/movies',
    permission: 'public',
    summary: 'List movies approved for display, by name. On the last page, nextPage is null.',
    allowReplica: true,
    query: z.object({
      ...paging(MOVIES_PAGE),
      showing: z.optional(z.enum(SHOWINGS, `showing is one of ${SHOWINGS.join(', ')}`)),
    }),
    reply: z.object({ movies: z.array(PublicMovie), nextPage: z.nullable(z.int()) }),
    maxAge: CACHE_SECONDS,
  },
  events: {
    method: 'GET',
    path: '/public/events',
    permission: 'public',
    summary: 'List events from today on, soonest first',
    allowReplica: true,
    reply: z.object({ events: z.array(PublicEvent) }),
    maxAge: CACHE_SECONDS,
  },
})
