import type { Find, InCalendar, ServerFeature } from '#server/feature.ts'
import type { OpenAddress } from '#server/http/open-address.ts'
import { isPerson } from '#server/http/person.ts'
import { withMarks } from '#features/marketing/referral-links/rules.ts'
import { leadsTo, LINK_PATH, SECOND, STATE_LABELS, stateAt } from '../rules.ts'
import { isPromotionsCode, openPromotion } from './clicks.ts'
import { deleted } from './deleted.ts'
import { handlers as bannerHandlers } from './banner-handlers.ts'
import { handlers } from './handlers.ts'
import { handlers as landingHandlers } from './landing-handlers.ts'
import { toWire } from './present.ts'
import { pageOfPromotions, promotionsOn } from './store.ts'
import { personalColumns } from './personal-data.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'promotions:read',
  records: async (db, search, now) => {
    const found = await pageOfPromotions(db, { position: 'body', search }, now, { limit: PALETTE_ROWS })
    return found.map((row) => ({
      kind: 'promotion',
      id: String(row.id),
      title: row.title,
      subtitle: STATE_LABELS[toWire(row, now).state],
    }))
  },
}

const calendar: InCalendar = {
  kind: 'promotion',
  permission: 'promotions:read',
  entries: async (db, days) =>
    (await promotionsOn(db, days)).map(({ id, title, isActive, startsAt, endsAt }) => {
      const times = { starts_at: startsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null }
      const state = stateAt({ isActive, ...times }, days.now)
      return { id: String(id), title, place: '', ...times, all_day: false, state, is_off: state === 'off' }
    }),
}

/** What a button of a promotion opens, or a banner: a browser counts once a day, and takes the code to the shop. */
const links = (['', `/${SECOND}`] as const).map((which): OpenAddress => ({
  path: `${LINK_PATH}:code${which}` as `/${string}`,
  sendOn: async ({ db, env, clock }, { params, query, headers, isHead, visitorOf }) => {
    const code = params.code!
    const isCounted = !isHead && isPerson(headers)
    const visit = isCounted ? { visitor: visitorOf(`${LINK_PATH}${code}`), now: clock.now() } : undefined
    const found = await openPromotion(db, code, visit)
    const address = found && (which ? found.secondary_cta_url : found.primary_cta_url || found.url)
    const to = (found && leadsTo(address!, found.code)) ?? (env.shopUrl && new URL(env.shopUrl).origin)
    return to && withMarks(to, query)
  },
}))

export const server: ServerFeature = {
  addresses: links,
  isCodeUsed: isPromotionsCode,
  routes: [...handlers, ...bannerHandlers, ...landingHandlers],
  deleted,
  person: { columns: personalColumns },
  find,
  calendar,
}
