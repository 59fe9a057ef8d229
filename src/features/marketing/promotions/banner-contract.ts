import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { DbId, Instant, PosId, Version, paging, tidied } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { choice } from '#contract/filter.ts'
import { BANNERS_PAGE, messages } from './banner-rules.ts'
import { moment, Move, Results, stateFilter } from './contract.ts'
import { messages as shared, STATES } from './rules.ts'

/** A hero banner (operations 3). */
export const Banner = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  isMovie: z.boolean(),
  rosetta_movie_id: z.nullable(z.string()),
  movie_db_info_id: z.nullable(z.string()),
  destination_id: z.nullable(z.string()),
  youtube_trailer: z.string(),
  url: z.string(),
  web_image: z.string(),
  mobile_image: z.string(),
  thumbnail: z.string(),
  position: z.literal('banner'),
  /** From when and until when it is shown; null: from the moment it is active, and until it is not. */
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  /** As it is now, by its switch and its times. */
  state: z.enum(STATES),
  version: z.int(),
  /** Where it is listed. */
  results: z.optional(Results),
})
export type Banner = z.infer<typeof Banner>

const optionalText = z.optional(z.string(errors.enter('text')).check(tidied))
const movieId = z.optional(z.nullable(z.union([z.int(), PosId], errors.enter('a movie ID'))))

/** As it is sent when it is added. The type is Movie where it is not said. */
export const BannerAdd = z.object({
  movie_title: optionalText,
  description: optionalText,
  rosetta_movie_id: movieId,
  movie_id: movieId,
  youtube_trailer_link: optionalText,
  web_image: optionalText,
  mobile_image: optionalText,
  thumbnail: optionalText,
  isMovie: z.optional(z.boolean(messages.type)),
  url: optionalText,
  isActive: z.optional(z.boolean(errors.enter('true or false'))),
  starts_at: moment,
  ends_at: moment,
})
/** As it is sent when it is changed: other names. What is left out stays. */
export const BannerChange = z.object({
  title: optionalText,
  description: optionalText,
  rosetta_movie_id: movieId,
  destination_id: movieId,
  movie_db_info_id: movieId,
  youtube_trailer: optionalText,
  web_image: optionalText,
  mobile_image: optionalText,
  thumbnail: optionalText,
  isMovie: z.optional(z.boolean(messages.type)),
  url: optionalText,
  isActive: z.optional(z.boolean(errors.enter('true or false'))),
  starts_at: moment,
  ends_at: moment,
  version: Version,
})

const params = z.object({ id: DbId(errors.notFound('banner')) })

/** Operations 7, Banners. */
export const heroBanners = endpoints('hero-banners', {
  list: {
    method: 'GET',
    path: '/movie/banners',
    permission: 'hero-banners:read',
    summary: 'List hero banners in the order they are shown',
    allowReplica: true,
    query: z.object({
      ...paging(BANNERS_PAGE),
      ...stateFilter,
      type: choice(['movie', 'promotion'], 'type is movie or promotion'),
    }),
    reply: z.object({ banners: z.array(Banner), totalCount: z.int() }),
  },
  create: {
    method: 'POST',
    path: '/movie/create-banner',
    permission: 'superadmin',
    summary: 'Add a hero banner',
    body: BannerAdd,
    reply: Banner,
    says: messages.added,
    alsoStale: ['promotions', 'landing-page'],
  },
  save: {
    method: 'PATCH',
    path: '/movie/banners/{id}',
    permission: 'hero-banners:write',
    summary: 'Edit a hero banner. Fields that are not sent stay as they are.',
    params,
    body: BannerChange,
    reply: Banner,
    says: messages.updated,
    alsoStale: ['promotions', 'landing-page'],
  },
  remove: {
    method: 'DELETE',
    path: '/movie/banner/{id}',
    permission: 'hero-banners:write',
    summary: 'Delete a hero banner. It can be restored.',
    params,
    reply: Banner,
    says: messages.deleted,
    alsoStale: ['promotions', 'landing-page'],
  },
  restore: {
    method: 'POST',
    path: '/movie/banner/{id}/restore',
    permission: 'hero-banners:write',
    summary: 'Restore a deleted hero banner',
    params,
    reply: Banner,
    says: messages.restored,
    alsoStale: ['promotions', 'landing-page'],
  },
  move: {
    method: 'POST',
    path: '/movie/banners/{id}/move',
    permission: 'hero-banners:write',
    summary: 'Move a hero banner before another one, or to the end',
    params,
    body: Move,
    reply: Banner,
    says: shared.orderChanged,
    alsoStale: ['promotions', 'landing-page'],
  },
})
