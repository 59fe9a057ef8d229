import type { Input } from '#contract/endpoint.ts'
import type { PickedMovie } from '#features/programming/movies/web/MoviePicker.tsx'
import type { Banner, heroBanners } from '../banner-contract.ts'
import { bannerProblems, cutDescription, messages, type BannerFields } from '../banner-rules.ts'
import { instantsOf, momentProblems, typedOf, type TypedMoments } from './moments.ts'

/** What the dialog holds: the type is chosen first. */
export type BannerDraft = Omit<BannerFields, 'isMovie' | keyof TypedMoments> &
  TypedMoments & { type: '' | 'Movie' | 'Promotion' }

export const EMPTY: BannerDraft = {
  type: '',
  title: '',
  description: '',
  rosetta_movie_id: '',
  youtube_trailer: '',
  url: '',
  web_image: '',
  mobile_image: '',
  thumbnail: '',
  starts_at: '',
  ends_at: '',
}

export const toDraft = (banner: Banner, zone: string): BannerDraft => ({
  type: banner.isMovie ? 'Movie' : 'Promotion',
  title: banner.title,
  description: banner.description,
  rosetta_movie_id: banner.rosetta_movie_id ?? '',
  youtube_trailer: banner.youtube_trailer,
  url: banner.url,
  web_image: banner.web_image,
  mobile_image: banner.mobile_image,
  thumbnail: banner.thumbnail,
  starts_at: typedOf(banner.starts_at, zone),
  ends_at: typedOf(banner.ends_at, zone),
})

/** Another one like it, to be changed and added: it has no times yet. */
export const copyOf = (banner: Banner, zone: string): BannerDraft => ({
  ...toDraft(banner, zone),
  starts_at: '',
  ends_at: '',
})

/** What was typed for the other type is kept, in case it is chosen again, but neither checked nor sent. */
export const draftProblems =
  (zone: string) =>
  ({ type, ...draft }: BannerDraft): Partial<Record<keyof BannerDraft, string>> => {
    const fields = { ...draft, ...instantsOf(draft, zone) }
    return {
      ...bannerProblems(
        type === 'Movie'
          ? { ...fields, isMovie: true, url: '' }
          : { ...fields, isMovie: false, rosetta_movie_id: '', youtube_trailer: '' },
      ),
      ...momentProblems(draft, zone),
      ...(type === '' && { type: messages.type }),
    }
  }

/** A new banner, in the words of its call (operations 7). */
export const toAdd = (
  { type, title, rosetta_movie_id: movie, youtube_trailer, url, ...draft }: BannerDraft,
  zone: string,
): Input<typeof heroBanners.create.body> => ({
  ...draft,
  ...instantsOf(draft, zone),
  movie_title: title,
  ...(type === 'Movie'
    ? { isMovie: true, rosetta_movie_id: movie, movie_id: movie, youtube_trailer_link: youtube_trailer }
    : { isMovie: false, url }),
})

/** A changed one: the call has other words. */
export const toChange = (
  { type, rosetta_movie_id: movie, youtube_trailer, url, ...draft }: BannerDraft,
  version: number | undefined,
  zone: string,
): Input<typeof heroBanners.save.body> => ({
  ...draft,
  ...instantsOf(draft, zone),
  version,
  ...(type === 'Movie'
    ? { rosetta_movie_id: movie, destination_id: movie, movie_db_info_id: movie, youtube_trailer }
    : { url }),
})

/** What choosing a movie fills in: what is empty, and what another choice had filled. */
export function filledBy(
  movie: PickedMovie,
  draft: BannerDraft,
  before: PickedMovie | undefined,
): Partial<BannerDraft> {
  const offered = offers(movie)
  const had = before && offers(before)
  return Object.fromEntries(
    Object.entries(offered).filter(([field, value]) => {
      const now = draft[field as keyof typeof offered]
      return value && (!now || now === had?.[field as keyof typeof offered])
    }),
  )
}

const offers = (movie: PickedMovie) => ({
  title: movie.movie_title,
  description: cutDescription(movie.description),
  youtube_trailer: movie.youtube_trailer,
  web_image: movie.big_backround,
  mobile_image: movie.small_poster,
  thumbnail: movie.small_background,
})

export const LABELS: Record<keyof BannerDraft, string> = {
  type: 'Type',
  title: 'Title',
  description: 'Description',
  rosetta_movie_id: 'Movie',
  youtube_trailer: 'Trailer URL',
  url: 'Destination URL',
  web_image: 'Web media',
  mobile_image: 'Mobile media',
  thumbnail: 'Thumbnail',
  starts_at: 'Start',
  ends_at: 'End',
}
