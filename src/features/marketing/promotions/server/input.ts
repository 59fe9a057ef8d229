import type { Db } from '#server/db/connect.ts'
import { invalid } from '#server/http/problem.ts'
import { bannerProblems, messages as bannerMessages } from '../banner-rules.ts'
import { bannerFieldsOf } from './banners.ts'
import type { PromotionChange } from '../contract.ts'
import { promotionProblems } from '../rules.ts'
import { movieOf, type Entered } from './store.ts'

/** An instant as it was sent; what was not sent stays. */
export const momentOf = (text: string | null | undefined, before: Date | null | undefined): Date | null =>
  text === undefined ? (before ?? null) : text === null ? null : new Date(text)

/** What a payload says of a promotion, over what is stored of it. @throws 422 for a movie that is not there */
export async function enteredOf(db: Db, body: PromotionChange, stored: Entered | undefined): Promise<Entered> {
  const { ctaOptions = {}, rosetta_movie_id: movie } = body
  return {
    position: stored?.position ?? body.position ?? 'body',
    isMovie: stored?.isMovie ?? body.isMovie ?? false,
    title: body.title ?? stored?.title ?? '',
    description: body.description ?? stored?.description ?? '',
    movieId: movie === undefined ? (stored?.movieId ?? null) : await existingMovie(db, movie),
    trailer: body.youtube_trailer ?? stored?.trailer ?? '',
    url: body.url ?? stored?.url ?? '',
    webMedia: body.web_media ?? stored?.webMedia ?? '',
    mobileMedia: body.mobile_media ?? stored?.mobileMedia ?? '',
    thumbnail: body.thumbnail ?? stored?.thumbnail ?? '',
    primaryCta: ctaOptions.primaryCTA ?? stored?.primaryCta ?? '',
    primaryCtaUrl: ctaOptions.primaryCTAUrl ?? stored?.primaryCtaUrl ?? '',
    secondaryCta: ctaOptions.secondaryCTA ?? stored?.secondaryCta ?? '',
    secondaryCtaUrl: ctaOptions.secondaryCTAUrl ?? stored?.secondaryCtaUrl ?? '',
    isActive: body.isActive ?? stored?.isActive ?? true,
    startsAt: momentOf(body.starts_at, stored?.startsAt),
    endsAt: momentOf(body.ends_at, stored?.endsAt),
  }
}

async function existingMovie(db: Db, movie: string | number | null) {
  if (movie === null) return null
  const id = await movieOf(db, movie)
  if (!id) throw invalid({ rosetta_movie_id: bannerMessages.noSuchMovie })
  return id
}

/** @throws 422 with every field that breaks a rule of its position */
export function refuseProblems(entered: Entered) {
  const problems = {
    ...(entered.position === 'banner' ? bannerProblemsOf(entered) : promotionProblemsOf(entered)),
    ...(entered.isMovie && !entered.movieId && { rosetta_movie_id: bannerMessages.movie }),
  }
  if (Object.keys(problems).length) throw invalid(problems as Record<string, string>)
}

const promotionProblemsOf = (entered: Entered) =>
  promotionProblems({
    title: entered.title,
    description: entered.description,
    web_media: entered.webMedia,
    mobile_media: entered.mobileMedia,
    thumbnail: entered.thumbnail,
    primaryCTA: entered.primaryCta,
    primaryCTAUrl: entered.primaryCtaUrl,
    secondaryCTA: entered.secondaryCta,
    secondaryCTAUrl: entered.secondaryCtaUrl,
    starts_at: entered.startsAt?.toISOString() ?? null,
    ends_at: entered.endsAt?.toISOString() ?? null,
  })

function bannerProblemsOf(entered: Entered) {
  const { web_image: web_media, mobile_image: mobile_media, ...problems } = bannerProblems(bannerFieldsOf(entered))
  return {
    ...problems,
    ...(web_media && { web_media }),
    ...(mobile_media && { mobile_media }),
  }
}
