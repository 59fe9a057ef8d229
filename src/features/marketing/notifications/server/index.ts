import type { Find, InCalendar, ServerFeature } from '#server/feature.ts'
import type { OpenAddress } from '#server/http/open-address.ts'
import { isPerson } from '#server/http/person.ts'
import { isDelivery, leadsTo, OPEN_PATH, STATE_LABELS } from '../rules.ts'
import { handlers as audienceHandlers } from './audience-handlers.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { sendPushes } from './jobs.ts'
import { keepLifts } from './lift.ts'
import { notificationsOn, notificationWithCode, openOn, pageOfNotifications } from './store.ts'
import { pushFailed } from './alerts.ts'
import { person } from './person.ts'
import { retention } from './retention.ts'

const PALETTE_ROWS = 8

/** What a push opens: a device that opens it counts once, and takes the code to the shop. */
const opened: OpenAddress = {
  path: `${OPEN_PATH}:code`,
  sendOn: async ({ db, env, clock }, { params, query, headers, isHead }) => {
    const isCounted = !isHead && isPerson(headers) && isDelivery(query.d)
    const found = await openOn(db, params.code!, isCounted ? (query.d as string) : null, clock.now())
    return found ? leadsTo(found.link, found.code, env.shopUrl) : env.shopUrl && new URL(env.shopUrl).origin
  },
}

const find: Find = {
  permission: 'notifications:read',
  records: async (db, search) => {
    const found = await pageOfNotifications(db, { search, zone: 'UTC' }, { limit: PALETTE_ROWS })
    return found.map(({ code, title, body, state }) => ({
      kind: 'notification',
      id: code,
      title,
      subtitle: `${STATE_LABELS[state]} · ${body}`,
    }))
  },
}

const calendar: InCalendar = {
  kind: 'notification',
  permission: 'notifications:read',
  entries: async (db, days) =>
    (await notificationsOn(db, days)).map(({ id, title, state, sendAt }) => ({
      id: String(id),
      title,
      place: '',
      starts_at: sendAt,
      ends_at: null,
      all_day: false,
      state,
      is_off: state === 'cancelled' || state === 'missed',
    })),
}

export const server: ServerFeature = {
  routes: [...handlers, ...audienceHandlers],
  deleted,
  person,
  addresses: [opened],
  jobs: [sendPushes, keepLifts],
  alerts: [pushFailed],
  retention,
  isCodeUsed: async (db, code) => Boolean(await notificationWithCode(db, 'UTC', code)),
  find,
  calendar,
}
