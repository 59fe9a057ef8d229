import { isLink, isWebAddress } from '#contract/atoms.ts'
import { hasAtMost } from '#contract/characters.ts'
import { withCode } from '#contract/code.ts'
import { isVideo } from '#features/programming/media/rules.ts'

/** Rules of promotions that both faces obey (operations 4, 5, 9). Hero banners are of the same kind and share them. */

export const POSITIONS = ['banner', 'body'] as const
export type Position = (typeof POSITIONS)[number]

/** What a promotion is just now, by its switch and its times. */
export const STATES = ['live', 'scheduled', 'ended', 'off'] as const
export type PromotionState = (typeof STATES)[number]
export const STATE_LABELS: Record<PromotionState, string> = {
  live: 'Live',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
}

export const ON_LANDING_PAGE = 3
export const NAME_LENGTH = 100
export const DESCRIPTION_LENGTH = 2000
const CTA_LENGTH = 60
const ADDRESS_LENGTH = 2000
export const FETCH_ROWS = 50
export const TABLE_ROWS = 10

/** What the pictures of a promotion are best sent as, in pixels (operations 2). */
export const RECOMMENDED = { width: 375, height: 580 }

export const messages = {
  results: 'Clicks on its buttons, once per browser per day, and purchases with its code, net of refunds',
  atMost: 'Activate a maximum of 3 Ads & Promotion to be shown on the Landing page',
  full: 'The landing page already shows 3 promotions. Remove one first.',
  title: 'Name is empty',
  titleLong: `Enter a name of up to ${NAME_LENGTH} characters`,
  description: 'Description is empty',
  descriptionLong: `Enter a description of up to ${DESCRIPTION_LENGTH} characters`,
  primaryCTA: 'Primary CTA is empty',
  primaryUrl: 'Primary CTA URL is empty',
  secondaryUrl: 'Secondary CTA URL is empty',
  secondaryCTA: 'Secondary CTA is empty',
  ctaLong: `Enter up to ${CTA_LENGTH} characters`,
  notAddress: 'Enter a web address',
  media: 'Please upload a media file and thumbnail',
  thumbnailIsVideo: 'The thumbnail must be an image',
  noMoment: 'Enter both a date and a time',
  endBeforeStart: 'The end must be after the start',
  type: 'The type cannot be changed',
  position: 'The position cannot be changed',
  ended: 'This promotion has ended. Change or clear its end date to show it again.',
  inactive: 'This promotion is switched off. Activate it to show it on the landing page.',
  bannerOnPage: 'A hero banner is shown on the landing page whenever it is active',
  added: 'Promotion added',
  updated: 'Promotion updated',
  deleted: 'Promotion deleted',
  restored: 'Promotion restored',
  restoredOn: 'Promotion restored. It is on the landing page again.',
  restoredOff: 'Promotion restored. The landing page is full, so it is not shown there.',
  onPage: 'Shown on the landing page',
  offPage: 'Removed from the landing page',
  activated: 'Promotion activated',
  deactivated: 'Promotion deactivated',
  deactivatedOff: 'Promotion deactivated and removed from the landing page',
  orderChanged: 'Order changed',
  beforeRemoved: 'The next item was deleted or moved. Refresh and try again.',
} as const

/** Of a promotion that is planned for a time at which there is no room. @param at as people read it */
export const fullFrom = (at: string): string =>
  `The landing page already shows 3 promotions on ${at}. Change the dates, or remove one.`

/** What staff enter about a promotion. Times are instants, ISO 8601; null where it has none. */
export type PromotionFields = {
  title: string
  description: string
  web_media: string
  mobile_media: string
  thumbnail: string
  primaryCTA: string
  primaryCTAUrl: string
  secondaryCTA: string
  secondaryCTAUrl: string
  starts_at: string | null
  ends_at: string | null
}
type Problems<T> = Partial<Record<keyof T, string>>

/** What is missing or too long in a text, or undefined. */
export const textProblem = (value: string, empty: string | undefined, length: number, long: string) =>
  empty && !value.trim() ? empty : hasAtMost(value.trim(), length) ? undefined : long

const unlessEmpty =
  (isGood: (value: string) => boolean) =>
  (value: string): string | undefined =>
    value && (!isGood(value) || value.length > ADDRESS_LENGTH) ? messages.notAddress : undefined
/** Of a stored file: this server's, or one on the web. */
export const addressProblem = unlessEmpty(isWebAddress)
/** Of where people are sent: the chain's website and app show it, so that it has a host. */
export const linkProblem = unlessEmpty(isLink)

export const onlyProblems = <T extends object>(found: { [K in keyof T]?: string | undefined }): Problems<T> =>
  Object.fromEntries(Object.entries(found).filter(([, problem]) => problem)) as Problems<T>

/** What keeps a promotion from being saved, by field (operations 5). */
export const promotionProblems = (fields: PromotionFields): Problems<PromotionFields> =>
  onlyProblems<PromotionFields>({
    title: textProblem(fields.title, messages.title, NAME_LENGTH, messages.titleLong),
    description: textProblem(fields.description, messages.description, DESCRIPTION_LENGTH, messages.descriptionLong),
    primaryCTA: textProblem(fields.primaryCTA, messages.primaryCTA, CTA_LENGTH, messages.ctaLong),
    primaryCTAUrl: fields.primaryCTAUrl.trim() ? linkProblem(fields.primaryCTAUrl.trim()) : messages.primaryUrl,
    // A button without an address leads nowhere, and an address without a button is never followed.
    secondaryCTA: textProblem(
      fields.secondaryCTA,
      fields.secondaryCTAUrl.trim() ? messages.secondaryCTA : undefined,
      CTA_LENGTH,
      messages.ctaLong,
    ),
    secondaryCTAUrl:
      fields.secondaryCTA.trim() && !fields.secondaryCTAUrl.trim()
        ? messages.secondaryUrl
        : linkProblem(fields.secondaryCTAUrl.trim()),
    web_media: mediaProblem(fields.web_media),
    mobile_media: mediaProblem(fields.mobile_media),
    thumbnail: mediaProblem(fields.thumbnail) ?? (isVideo(fields.thumbnail) ? messages.thumbnailIsVideo : undefined),
    ends_at: endsTooSoon(fields) ? messages.endBeforeStart : undefined,
  })

const mediaProblem = (address: string) => (address ? addressProblem(address) : messages.media)

export const endsTooSoon = ({ starts_at, ends_at }: Pick<PromotionFields, 'starts_at' | 'ends_at'>): boolean =>
  starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)

/** What has a switch and times. */
export type Timed = { isActive: boolean; starts_at: string | null; ends_at: string | null }

/** What it is at an instant. A promotion goes live and leaves by itself: nothing happens at its times but that they pass. */
export function stateAt({ isActive, starts_at, ends_at }: Timed, now: Date): PromotionState {
  if (!isActive) return 'off'
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'ended'
  return starts_at !== null && Date.parse(starts_at) > now.getTime() ? 'scheduled' : 'live'
}

/** What happens to one of them at a moment to come. */
type Change<R> = { row: R; what: 'starts' | 'ends' }

/** The moments ahead at which something is shown or not any more by itself, soonest first, each with all that happens. */
export function changesAhead<R extends Timed>(rows: readonly R[], now: Date): { at: string; changes: Change<R>[] }[] {
  const ahead = rows
    .flatMap((row) => [
      { at: row.starts_at, row, what: 'starts' as const },
      { at: row.ends_at, row, what: 'ends' as const },
    ])
    .filter((one): one is Change<R> & { at: string } => one.at !== null && Date.parse(one.at) > now.getTime())
  return [...Map.groupBy(ahead, ({ at }) => Date.parse(at))]
    .toSorted(([one], [other]) => one - other)
    .map(([at, changes]) => ({
      at: new Date(at).toISOString(),
      changes: changes.map(({ row, what }) => ({ row, what })),
    }))
}

/** Our links of buttons: the first one's is the banner's, too. */
export const LINK_PATH = '/p/'
export const SECOND = '2'

/** The link by which a button is counted; an address that only its website knows is left as it is. */
export const countedLink = (origin: string, code: string, address: string, which?: typeof SECOND): string =>
  isLink(address) ? `${origin}${LINK_PATH}${code}${which ? `/${which}` : ''}` : address

/** Where a button's link leads, with the code that the shop hands on; undefined where there is none any more. */
export const leadsTo = (address: string, code: string): string | undefined =>
  isLink(address) ? withCode(address, code) : undefined
