import { truncate, hasAtMost } from '#contract/characters.ts'
import { errors } from '#contract/errors.ts'
import { isLink } from '#contract/atoms.ts'
import { isVideo } from '#features/programming/media/rules.ts'
import { addressProblem, endsTooSoon, linkProblem, messages as shared, onlyProblems, textProblem } from './rules.ts'

/** Rules of hero banners that both faces obey (operations 4, 5, 9). */

export const TITLE_LENGTH = 300
export const DESCRIPTION_LENGTH = 500
export const BANNERS_PAGE = 10

/** What the pictures of a banner are best sent as, in pixels. */
export const RECOMMENDED = {
  web: { width: 1920, height: 1080 },
  mobile: { width: 1080, height: 1350 },
  thumbnail: { width: 780, height: 439 },
}

export const messages = {
  title: 'Title cannot be empty.',
  titleLong: `Enter a title of up to ${TITLE_LENGTH} characters`,
  type: 'Type cannot be empty.',
  description: `Description must be between 1 - ${DESCRIPTION_LENGTH} chars.`,
  movie: 'Movie ID cannot be empty',
  noSuchMovie: errors.notFound('movie'),
  trailer: 'Trailer URL must be a valid URL.',
  media: 'Add media for either web or mobile',
  image: 'Add an image for either web or mobile',
  thumbnail: 'Add a thumbnail image for web',
  added: 'Banner added',
  updated: 'Banner updated',
  deleted: 'Banner deleted',
  restored: 'Banner restored',
  activated: 'Banner activated',
  deactivated: 'Banner deactivated',
} as const

/** What staff enter about a hero banner. Times are instants, ISO 8601; null where it has none. */
export type BannerFields = {
  isMovie: boolean
  title: string
  description: string
  rosetta_movie_id: string
  youtube_trailer: string
  url: string
  web_image: string
  mobile_image: string
  thumbnail: string
  starts_at: string | null
  ends_at: string | null
}
type Problems = Partial<Record<keyof BannerFields, string>>

/**
 * What keeps a banner from being saved, by field. For a promotion neither description, movie nor trailer is asked for
 * (operations 5); both types take images and videos.
 */
export function bannerProblems(fields: BannerFields): Problems {
  const { isMovie, web_image: web, mobile_image: mobile, thumbnail, description, youtube_trailer: trailer } = fields
  const length = description.trim().length
  const addressed = (address: string) => addressProblem(address.trim())
  const missing = web || mobile ? undefined : isMovie ? messages.image : messages.media
  return onlyProblems<BannerFields>({
    title: textProblem(fields.title, messages.title, TITLE_LENGTH, messages.titleLong),
    description: length > DESCRIPTION_LENGTH || (isMovie && !length) ? messages.description : undefined,
    rosetta_movie_id: isMovie && !fields.rosetta_movie_id ? messages.movie : undefined,
    youtube_trailer: (isMovie || trailer.trim()) && !isLink(trailer.trim()) ? messages.trailer : undefined,
    url: linkProblem(fields.url.trim()),
    web_image: missing ?? addressed(web),
    mobile_image: addressed(mobile),
    thumbnail: !thumbnail
      ? web
        ? messages.thumbnail
        : undefined
      : isVideo(thumbnail)
        ? shared.thumbnailIsVideo
        : addressed(thumbnail),
    ends_at: endsTooSoon(fields) ? shared.endBeforeStart : undefined,
  })
}

/** A movie's description, where it is longer than a banner's may be: cut at a word. */
export const cutDescription = (text: string): string =>
  hasAtMost(text, DESCRIPTION_LENGTH) ? text : truncate(text, DESCRIPTION_LENGTH).replace(/\s+\S*…$/, '…')
