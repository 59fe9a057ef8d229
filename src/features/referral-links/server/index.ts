import { refusal } from '#contract/permissions.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import type { OpenAddress } from '#server/http/open-address.ts'
import { isPerson, SHORT_PATH } from '../rules.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { clickOn, lookAt, pageOfLinks } from './store.ts'

const PALETTE_ROWS = 8

/** A link that is gone still leads to the shop. */
const shortLink: OpenAddress = {
  path: `${SHORT_PATH}:code`,
  sendOn: async ({ db, env }, { params, headers, isHead }) => {
    const code = params.code!
    const to = await (isHead || !isPerson(headers) ? lookAt(db, code) : clickOn(db, code))
    return to ?? (env.shopUrl && new URL(env.shopUrl).origin)
  },
}

const find: Find = async (db, search, me) => {
  if (refusal(me, 'referral-links:read')) return []
  const found = await pageOfLinks(db, { search }, { limit: PALETTE_ROWS })
  return found.map(({ name, referral_code, movie }) => ({
    kind: 'referral link',
    id: referral_code,
    title: name,
    subtitle: `${referral_code} · ${movie.movie_title}`,
  }))
}

export const server: ServerFeature = { routes: handlers, addresses: [shortLink], find, demo }
