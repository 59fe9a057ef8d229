import type { Banner } from '../banner-contract.ts'
import type { BannerFields } from '../banner-rules.ts'
import { stateAt } from '../rules.ts'
import type { Results } from './clicks.ts'
import type { Entered, Stored } from './store.ts'

/** A hero banner as the rules read it. Its rows are those of promotions, at the position `banner`. */
export const bannerFieldsOf = (entered: Entered): BannerFields => ({
  isMovie: entered.isMovie,
  title: entered.title,
  description: entered.description,
  rosetta_movie_id: entered.movieId ?? '',
  youtube_trailer: entered.trailer,
  url: entered.url,
  web_image: entered.webMedia,
  mobile_image: entered.mobileMedia,
  thumbnail: entered.thumbnail,
  starts_at: entered.startsAt?.toISOString() ?? null,
  ends_at: entered.endsAt?.toISOString() ?? null,
})

/** A hero banner as the wire has it, at an instant. */
export function bannerToWire(stored: Stored, now: Date, results?: Results): Banner {
  const { rosetta_movie_id: _, ...fields } = bannerFieldsOf(stored)
  return {
    ...fields,
    id: stored.id,
    isActive: stored.isActive,
    rosetta_movie_id: stored.movieId,
    movie_db_info_id: stored.movieId,
    destination_id: stored.movieId,
    position: 'banner',
    state: stateAt({ ...fields, isActive: stored.isActive }, now),
    version: stored.version,
    ...(results && { results }),
  }
}
