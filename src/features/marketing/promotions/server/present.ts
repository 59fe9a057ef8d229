import type { Promotion } from '../contract.ts'
import { stateAt } from '../rules.ts'
import type { Results } from './clicks.ts'
import type { Stored } from './store.ts'

/** A promotion as the wire has it, at an instant. */
export function toWire(stored: Stored, now: Date, results?: Results): Promotion {
  const times = { starts_at: stored.startsAt?.toISOString() ?? null, ends_at: stored.endsAt?.toISOString() ?? null }
  return {
    id: stored.id,
    title: stored.title,
    description: stored.description,
    isActive: stored.isActive,
    isMovie: stored.isMovie,
    rosetta_movie_id: stored.movieId,
    movie_db_info_id: stored.movieId,
    youtube_trailer: stored.trailer,
    url: stored.url,
    web_media: stored.webMedia,
    mobile_media: stored.mobileMedia,
    thumbnail: stored.thumbnail,
    position: stored.position,
    isVisibleOnHomepage: isOnLandingPage(stored, now),
    primaryCTA: stored.primaryCta,
    secondaryCTA: stored.secondaryCta,
    primaryCTAUrl: stored.primaryCtaUrl,
    secondaryCTAUrl: stored.secondaryCtaUrl,
    ...times,
    state: stateAt({ isActive: stored.isActive, ...times }, now),
    version: stored.version,
    ...(results && { results }),
  }
}

/** Shown there, or planned to be. One that has ended is not on it any more, although nobody took it off. */
export const isOnLandingPage = (stored: Stored, now: Date): boolean =>
  stored.position === 'banner' ? stored.isActive : stored.onLanding && (stored.endsAt === null || stored.endsAt > now)

/** What the audit keeps: what was entered, without what changes by itself. */
export function auditedOf(stored: Stored): Record<string, unknown> {
  const {
    onLanding,
    rank: _rank,
    version: _version,
    createdAt: _created,
    deletedAt: _deleted,
    searchText: _searchText,
    code: _code,
    ...entered
  } = stored
  return { ...entered, isVisibleOnHomepage: stored.position === 'banner' ? undefined : onLanding }
}
