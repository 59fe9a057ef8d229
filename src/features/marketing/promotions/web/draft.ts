import type { Input } from '#contract/endpoint.ts'
import type { Promotion, promotions } from '../contract.ts'
import { promotionProblems, type PromotionFields } from '../rules.ts'
import { instantOf, instantsOf, momentProblems, typedOf, type TypedMoments } from './moments.ts'

/** What the form holds. */
export type PromotionDraft = Omit<PromotionFields, keyof TypedMoments> & TypedMoments & { isVisibleOnHomepage: boolean }

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

/** Whether what was typed as a start has come. */
export const startsBy = (text: string, zone: string, now: Date): boolean => {
  const at = instantOf(text, zone)
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
  starts_at: typedOf(promotion.starts_at, zone),
  ends_at: typedOf(promotion.ends_at, zone),
  isVisibleOnHomepage: promotion.isVisibleOnHomepage,
})

/** Another one like it, to be changed and added: it has no time and no place on the landing page yet. */
export const copyOf = (promotion: Promotion, zone: string): PromotionDraft => ({
  ...toDraft(promotion, zone),
  starts_at: '',
  ends_at: '',
  isVisibleOnHomepage: false,
})

export const draftProblems = (zone: string) => (draft: PromotionDraft) => ({
  ...promotionProblems({ ...draft, ...instantsOf(draft, zone) }),
  ...momentProblems(draft, zone),
})

/** Operations 7, POST and PUT /promotions. */
export function toPayload(draft: PromotionDraft, zone: string): Input<typeof promotions.create.body> {
  const { primaryCTA, primaryCTAUrl, secondaryCTA, secondaryCTAUrl, isVisibleOnHomepage, ...fields } = draft
  return {
    ...fields,
    ...instantsOf(draft, zone),
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
