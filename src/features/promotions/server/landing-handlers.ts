import { refusal } from '#contract/permissions.ts'
import { handle } from '#server/http/handle.ts'
import { landingPage } from '../landing-contract.ts'
import { bannerToWire } from './banners.ts'
import { toWire } from './present.ts'
import { shownOrPlanned } from './store.ts'

/** More than anybody shows. */
const MOST = 100

export const handlers = handle(landingPage, {
  board: async ({ db, me, now }) => {
    const maySeeBanners = !refusal(me, 'hero-banners:read')
    const banners = maySeeBanners ? await shownOrPlanned(db, 'banner', now, MOST) : null
    const promotions = await shownOrPlanned(db, 'body', now, MOST)
    return {
      banners: banners && banners.map((row) => bannerToWire(row, now)),
      promotions: promotions.map((row) => toWire(row, now)),
    }
  },
})
