import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { ColumnChoice, DbId, Instant, PageNumber, PosId, SearchTerm, Version, paging, tidied } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { choice, days, yesNo } from '#contract/filter.ts'
import { FETCH_ROWS, messages, POSITIONS, STATES } from './rules.ts'

/** What it led to, by the links of its buttons: by people, each browser once a day, and purchases with its code, in naira. */
export const Results = z.object({ clicks: z.int(), purchases: z.int(), revenueGenerated: z.number() })

/** A promotion, or a hero banner seen as one (operations 3). */
export const Promotion = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  isMovie: z.boolean(),
  rosetta_movie_id: z.nullable(z.string()),
  movie_db_info_id: z.nullable(z.string()),
  youtube_trailer: z.string(),
  url: z.string(),
  web_media: z.string(),
  mobile_media: z.string(),
  thumbnail: z.string(),
  position: z.enum(POSITIONS),
  isVisibleOnHomepage: z.boolean(),
  primaryCTA: z.string(),
  secondaryCTA: z.string(),
  primaryCTAUrl: z.string(),
  secondaryCTAUrl: z.string(),
  /** From when and until when it is shown; null: from the moment it is active, and until it is not. */
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  /** As it is now, by its switch and its times. */
  state: z.enum(STATES),
  version: z.int(),
  /** Where it is listed. */
  results: z.optional(Results),
})
export type Promotion = z.infer<typeof Promotion>

const optionalText = z.optional(z.string(errors.enter('text')).check(tidied))
const flag = z.optional(z.boolean(errors.enter('true or false')))
/** An instant with its zone, such as 2026-11-21T18:30:00+01:00, or nothing. */
export const moment = z.optional(
  z.nullable(z.iso.datetime({ offset: true, error: errors.enter('a date and time with a time zone') })),
)

/** Before which one it is put, by its id; null puts it last. */
export const Move = z.object({ before: z.nullable(DbId(errors.notFound('promotion'))) })

const ctaOptions = z.object({
  primaryCTA: optionalText,
  secondaryCTA: optionalText,
  primaryCTAUrl: optionalText,
  secondaryCTAUrl: optionalText,
})

/** What is sent of a promotion; what is wrong with it the rules say. */
const payload = {
  title: optionalText,
  web_media: optionalText,
  mobile_media: optionalText,
  thumbnail: optionalText,
  isMovie: flag,
  description: optionalText,
  rosetta_movie_id: z.optional(z.nullable(z.union([z.int(), PosId], errors.enter('a movie ID')))),
  youtube_trailer: optionalText,
  url: optionalText,
  isActive: flag,
  isVisibleOnHomepage: flag,
  ctaOptions: z.optional(ctaOptions),
  starts_at: moment,
  ends_at: moment,
}
const position = z.enum(POSITIONS, `position is one of ${POSITIONS.join(', ')}`)
export const PromotionPayload = z.object({ ...payload, position: z._default(position, 'body') })
export type PromotionPayload = z.infer<typeof PromotionPayload>
export const PromotionChange = z.object({ ...payload, position: z.optional(position), version: Version })
export type PromotionChange = z.infer<typeof PromotionChange>

const params = z.object({
  id: DbId(errors.notFound('promotion')),
})
/** What lists of promotions and of banners are narrowed to. */
export const stateFilter = {
  state: choice(STATES, `state is one of ${STATES.join(', ')}`),
  starts: days({ canBeEmpty: true }),
  ends: days({ canBeEmpty: true }),
}
export const promotionFilter = {
  search: SearchTerm,
  ...stateFilter,
  /** Whether it is on the landing page. */
  landing: yesNo('landing'),
}
const filter = { position: z._default(position, 'body'), ...promotionFilter }

/** Operations 7, Promotions. */
export const promotions = endpoints('promotions', {
  list: {
    method: 'GET',
    path: '/promotions/admin',
    permission: 'promotions:read',
    summary: 'List promotions of the landing page, or its banners, newest first',
    allowReplica: true,
    query: z.object({
      pageNo: z._default(PageNumber, 1),
      pageSize: paging(FETCH_ROWS).perPage,
      ...filter,
    }),
    reply: z.object({
      promotions: z.array(Promotion),
      totalCount: z.int(),
      /** For the body: how many the landing page shows at most, and how many it shows. */
      metamaxActivePromotionsOnHomepageBody: z.optional(z.int()),
      visibleOnHomepage: z.optional(z.int()),
    }),
  },
  csv: {
    method: 'GET',
    path: '/promotions/admin.csv',
    permission: 'promotions:export',
    summary: 'Export promotions as CSV, with the same filters',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/promotions/{id}',
    permission: 'promotions:read',
    summary: 'Fetch a promotion',
    params,
    reply: Promotion,
  },
  create: {
    method: 'POST',
    path: '/promotions',
    permission: 'promotions:write',
    summary: 'Add a promotion or, as a superadmin, a hero banner',
    body: PromotionPayload,
    reply: Promotion,
    says: messages.added,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
  save: {
    method: 'PUT',
    path: '/promotions/{id}',
    permission: 'promotions:write',
    summary: 'Edit a promotion. Fields that are not sent stay as they are.',
    params,
    body: PromotionChange,
    reply: Promotion,
    says: messages.updated,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
  status: {
    method: 'PATCH',
    path: '/promotions/{id}/status',
    permission: 'promotions:write',
    summary: 'Activate or deactivate a promotion',
    params,
    body: z.object({ isActive: z.boolean(errors.enter('isActive')), version: Version }),
    reply: Promotion,
    says: messages.updated,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
  remove: {
    method: 'DELETE',
    path: '/promotions/{id}',
    permission: 'promotions:write',
    summary: 'Delete a promotion. It can be restored.',
    params,
    reply: Promotion,
    says: messages.deleted,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
  restore: {
    method: 'POST',
    path: '/promotions/{id}/restore',
    permission: 'promotions:write',
    summary: 'Restore a deleted promotion. It returns to the landing page if there is room.',
    params,
    reply: Promotion,
    says: messages.restored,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
  move: {
    method: 'POST',
    path: '/promotions/{id}/move',
    permission: 'promotions:write',
    summary: 'Move a promotion before another one on the landing page, or to the end',
    params,
    body: Move,
    reply: Promotion,
    says: messages.orderChanged,
    alsoStale: ['calendar', 'hero-banners', 'landing-page'],
  },
})
