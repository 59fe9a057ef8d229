import type { Find, ServerFeature } from '#server/feature.ts'
import type { OpenAddress } from '#server/http/open-address.ts'
import { isPerson } from '#server/http/person.ts'
import { openedCode, SHORT_PATH, SHORT_PATHS, withMarks } from '../rules.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { clickOn, linkWithCode, lookAt, pageOfLinks } from './store.ts'
import { personalColumns } from './personal-data.ts'

const PALETTE_ROWS = 8

/** A link that is gone still leads to the shop. */
const shortLinks = SHORT_PATHS.map((path): OpenAddress => ({
  path: `${path}:code` as `/${string}`,
  sendOn: async ({ db, env, clock }, { params, query, headers, isHead, visitorOf }) => {
    const code = openedCode(params.code!)
    const isCounted = !isHead && isPerson(headers)
    const found = await (isCounted
      ? clickOn(db, code, visitorOf(`${SHORT_PATH}${code}`), clock.now())
      : lookAt(db, code))
    const to = found ?? (env.shopUrl && new URL(env.shopUrl).origin)
    return to && withMarks(to, query)
  },
}))

const find: Find = {
  permission: 'referral-links:read',
  records: async (db, search) => {
    const found = await pageOfLinks(db, { search }, { limit: PALETTE_ROWS })
    return found.map(({ name, referral_code, movie }) => ({
      kind: 'referral link',
      id: referral_code,
      title: name,
      subtitle: `${referral_code} · ${movie.movie_title}`,
    }))
  },
}

export const server: ServerFeature = {
  routes: handlers,
  deleted,
  person: { columns: personalColumns },
  addresses: shortLinks,
  isCodeUsed: async (db, code) => Boolean(await linkWithCode(db, code)),
  find,
}
