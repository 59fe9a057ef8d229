import { clockOf, dayOf, instantAt, isDay } from '#contract/time.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Promotion, promotions } from '../contract.ts'
import { messages, promotionProblems, type PromotionFields } from '../rules.ts'

/** What the form holds. Times are as they are typed, YYYY-MM-DDTHH:mm of the chain's zone; empty for none. */
export type PromotionDraft = Omit<PromotionFields, 'starts_at' | 'ends_at'> & {
  starts_at: string
  ends_at: string
  isVisibleOnHomepage: boolean
}

export const EMPTY: PromotionDraft = {
  title: '',
  description: '',
  web_media: '',
  mobile_media: '',
  thumbnail: '',
  primaryCTA: '',
  primaryCTAUrl: '',
  secondaryCTA: '',
  secondaryCTAUrl: '',
  starts_at: '',
  ends_at: '',
  isVisibleOnHomepage: false,
}

const typed = (instant: string | null, zone: string) =>
  instant ? `${dayOf(instant, zone)}T${clockOf(instant, zone)}` : ''

/** The instant of what was typed, wherever the browser is; null for nothing. */
const instant = (text: string, zone: string): string | null => {
  const [day = '', clock = ''] = text.split('T')
  return isDay(day) && clock ? instantAt(day, clock.slice(0, 5), zone).toISOString() : null
}

/** Whether what was typed as a start has come. */
export const startsBy = (text: string, zone: string, now: Date): boolean => {
  const at = instant(text, zone)
  return at !== null && Date.parse(at) <= now.getTime()
}

export const toDraft = (promotion: Promotion, zone: string): PromotionDraft => ({
  title: promotion.title,
  description: promotion.description,
  web_media: promotion.web_media,
  mobile_media: promotion.mobile_media,
  thumbnail: promotion.thumbnail,
  primaryCTA: promotion.primaryCTA,
  primaryCTAUrl: promotion.primaryCTAUrl,
  secondaryCTA: promotion.secondaryCTA,
  secondaryCTAUrl: promotion.secondaryCTAUrl,
  starts_at: typed(promotion.starts_at, zone),
  ends_at: typed(promotion.ends_at, zone),
  isVisibleOnHomepage: promotion.isVisibleOnHomepage,
})

/** Another one like it, to be changed and added: it has no time and no place on the landing page yet. */
export const copyOf = (promotion: Promotion, zone: string): PromotionDraft => ({
  ...toDraft(promotion, zone),
  starts_at: '',
  ends_at: '',
  isVisibleOnHomepage: false,
})

const toFields = (draft: PromotionDraft, zone: string): PromotionFields => ({
  ...draft,
  starts_at: instant(draft.starts_at, zone),
  ends_at: instant(draft.ends_at, zone),
})

export const draftProblems = (zone: string) => (draft: PromotionDraft) => ({
  ...promotionProblems(toFields(draft, zone)),
  ...(draft.starts_at && !instant(draft.starts_at, zone) && { starts_at: messages.noMoment }),
  ...(draft.ends_at && !instant(draft.ends_at, zone) && { ends_at: messages.noMoment }),
})

/** Operations 7, POST and PUT /promotions. */
export function toPayload(draft: PromotionDraft, zone: string): Input<typeof promotions.create.body> {
  const { primaryCTA, primaryCTAUrl, secondaryCTA, secondaryCTAUrl, isVisibleOnHomepage, ...fields } = draft
  return {
    ...fields,
    starts_at: instant(draft.starts_at, zone),
    ends_at: instant(draft.ends_at, zone),
    position: 'body',
    isMovie: false,
    isVisibleOnHomepage,
    ctaOptions: { primaryCTA, primaryCTAUrl, secondaryCTA, secondaryCTAUrl },
  }
}

export const LABELS: Record<keyof PromotionDraft, string> = {
  title: 'Name',
  description: 'Description',
  web_media: 'Web ad media',
  mobile_media: 'Mobile ad media',
  thumbnail: 'Thumbnail',
  primaryCTA: 'Primary CTA',
  primaryCTAUrl: 'Primary CTA URL',
  secondaryCTA: 'Secondary CTA',
  secondaryCTAUrl: 'Secondary CTA URL',
  starts_at: 'Start',
  ends_at: 'End',
  isVisibleOnHomepage: 'Activate on the Landing page',
}
