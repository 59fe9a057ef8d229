import { refusal } from '#contract/permissions.ts'
import { handle } from '#server/http/handle.ts'
import { landingPage } from '../landing-contract.ts'
import { bannerToWire } from './banners.ts'
import { toWire } from './present.ts'
import { visibleOrPlanned } from './store.ts'

/** More than anybody shows. */
const MOST = 100

export const handlers = handle(landingPage, {
  board: async ({ db, me, now }) => {
    const canSeeBanners = !refusal(me, 'hero-banners:read')
    const banners = canSeeBanners ? await visibleOrPlanned(db, 'banner', now, MOST) : null
    const promotions = await visibleOrPlanned(db, 'body', now, MOST)
    return {
      banners: banners && banners.map((row) => bannerToWire(row, now)),
      promotions: promotions.map((row) => toWire(row, now)),
    }
  },
})
