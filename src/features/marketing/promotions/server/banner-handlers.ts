import {
  addPromotion,
  changePromotion,
  countPromotions,
  findPromotion,
  movieOf,
  pageOfPromotions,
  type Entered,
  type Stored,
} from './store.ts'
import type { PastVerb } from '#server/audit/summary.ts'
import { messages as shared } from '../rules.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle, type Recorder } from '#server/http/handle.ts'
import { invalid, notFound, stale } from '#server/http/problem.ts'
import { heroBanners } from '../banner-contract.ts'
import { bannerProblems, messages } from '../banner-rules.ts'
import { bannerFieldsOf, bannerToWire } from './banners.ts'
import { resultsOf } from './clicks.ts'
import { momentOf } from './input.ts'
import { move } from './landing.ts'

const BANNERS = { position: 'banner' } as const

export const handlers = handle(heroBanners, {
  list: async ({ app, db, query: { page, perPage, ...filters }, now }) => {
    const filter = { ...BANNERS, ...filters, zone: app.env.zone }
    const [rows, totalCount] = await Promise.all([
      pageOfPromotions(db, filter, now, sliceOf({ page, perPage })),
      countPromotions(db, filter, now),
    ])
    const results = await resultsOf(db, rows)
    return { banners: rows.map((row) => bannerToWire(row, now, results.get(row.id))), totalCount }
  },

  create: async ({ db, body, now, record }) => {
    const entered: Entered = {
      ...NOTHING,
      isMovie: body.isMovie ?? true,
      title: body.movie_title ?? '',
      description: body.description ?? '',
      movieId: (await matchedMovie(db, body.rosetta_movie_id, body.movie_id)) ?? null,
      trailer: body.youtube_trailer_link ?? '',
      url: body.url ?? '',
      webMedia: body.web_image ?? '',
      mobileMedia: body.mobile_image ?? '',
      thumbnail: body.thumbnail ?? '',
      isActive: body.isActive ?? true,
      startsAt: momentOf(body.starts_at, null),
      endsAt: momentOf(body.ends_at, null),
    }
    refuseProblems(entered, { title: 'movie_title', youtube_trailer: 'youtube_trailer_link' })
    const after = await addPromotion(db, entered, now)
    await note(record, 'Added', undefined, after)
    return bannerToWire(after, now)
  },

  save: async ({ db, params, body, now, record, say }) => {
    const before = await bannerOr404(db, params.id)
    const { version, isActive = before.isActive, ...rest } = body
    if (version !== undefined && version !== before.version) throw stale(bannerToWire(before, now))
    if (rest.isMovie !== undefined && rest.isMovie !== before.isMovie) throw invalid({ isMovie: shared.type })
    const isSwitch = Object.values(rest).every((value) => value === undefined)
    const movie = await matchedMovie(db, rest.rosetta_movie_id, rest.movie_db_info_id, rest.destination_id)
    const {
      id: _id,
      onLanding: _place,
      rank: _rank,
      version: _version,
      createdAt: _at,
      deletedAt: _deletedAt,
      searchText: _searchText,
      code: _code,
      ...stored
    } = before
    const entered: Entered = {
      ...stored,
      title: rest.title ?? before.title,
      description: rest.description ?? before.description,
      movieId: movie === undefined ? before.movieId : movie,
      trailer: rest.youtube_trailer ?? before.trailer,
      url: rest.url ?? before.url,
      webMedia: rest.web_image ?? before.webMedia,
      mobileMedia: rest.mobile_image ?? before.mobileMedia,
      thumbnail: rest.thumbnail ?? before.thumbnail,
      isActive,
      startsAt: momentOf(rest.starts_at, before.startsAt),
      endsAt: momentOf(rest.ends_at, before.endsAt),
    }
    if (!isSwitch) refuseProblems(entered)
    const after = await changePromotion(db, before.id, entered)
    if (isSwitch) say(isActive ? messages.activated : messages.deactivated)
    await note(record, isSwitch ? (isActive ? 'Activated' : 'Deactivated') : 'Edited', before, after)
    return bannerToWire(after, now)
  },

  remove: async ({ db, params, now, record }) => {
    const before = await bannerOr404(db, params.id)
    const after = await changePromotion(db, before.id, { deletedAt: now })
    await note(record, 'Deleted', before, undefined)
    return bannerToWire(after, now)
  },

  restore: async ({ db, params, now, record }) => {
    const before = await bannerOr404(db, params.id, { deleted: true })
    const after = await changePromotion(db, before.id, { deletedAt: null })
    await note(record, 'Restored', undefined, after)
    return bannerToWire(after, now)
  },

  move: async ({ db, params, body, now, record }) => {
    const result = await move(db, 'banner', params.id, body.before)
    if (!result) throw notFound('banner')
    await record({ entity: 'hero banner', id: result.one.id, summary: result.summary })
    return bannerToWire(result.one, now)
  },
})

/** What a banner has none of. */
const NOTHING = {
  ...BANNERS,
  primaryCta: '',
  primaryCtaUrl: '',
  secondaryCta: '',
  secondaryCtaUrl: '',
}

async function bannerOr404(db: Db, id: number, { deleted = false } = {}): Promise<Stored> {
  const found = await findPromotion(db, id, { lock: true, deleted })
  if (found?.position !== 'banner') throw notFound(deleted ? 'deleted banner' : 'banner')
  return found
}

/**
 * The movie that a call means by the first of its ids; null for none at all, undefined where nothing is said of it.
 * @throws 422 for one that is not there
 */
async function matchedMovie(
  db: Db,
  ...ids: (string | number | null | undefined)[]
): Promise<string | null | undefined> {
  const id = ids.find((one) => one !== undefined && one !== null)
  if (id === undefined) return ids.includes(null) ? null : undefined
  const movie = await movieOf(db, id)
  if (!movie) throw invalid({ rosetta_movie_id: messages.noSuchMovie })
  return movie
}

/** @param names what the call has other names for */
function refuseProblems(entered: Entered, names: Record<string, string> = {}) {
  const problems = Object.entries(bannerProblems(bannerFieldsOf(entered)))
  if (problems.length)
    throw invalid(Object.fromEntries(problems.map(([field, message]) => [names[field] ?? field, message])))
}

const note = (record: Recorder, did: PastVerb, before: Stored | undefined, after: Stored | undefined) => {
  const { id, title } = (after ?? before)!
  return record({
    entity: 'hero banner',
    id,
    summary: `${did} "${title}"`,
    ...(before && { before: auditedOf(before) }),
    ...(after && { after: auditedOf(after) }),
  })
}

const auditedOf = (stored: Stored) => ({ ...bannerFieldsOf(stored), isActive: stored.isActive })
