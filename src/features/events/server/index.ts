import { clockOf, dayOf, instantAt, showInstant } from '#contract/time.ts'
import { refusal } from '#contract/permissions.ts'
import type { Find, InCalendar, ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { eventsOn, pageOfEvents } from './store.ts'
import { holds } from './holds.ts'

const PALETTE_ROWS = 8

const find: Find = async (db, search, me) => {
  if (refusal(me, 'events:read')) return []
  const found = await pageOfEvents(db, search, { limit: PALETTE_ROWS })
  return found.map((event) => ({
    kind: 'event',
    id: String(event.id),
    title: event.name,
    subtitle: `${event.cinema_name}, ${showInstant(event.date, 'UTC')}`,
  }))
}

/** What staff typed is the clock on the cinema's wall: the instant is that of the zone. */
const calendar: InCalendar = {
  kind: 'event',
  may: 'events:read',
  entries: async (db, days) =>
    (await eventsOn(db, days)).map(({ id, name, startsAt }) => {
      const at = instantAt(dayOf(startsAt, 'UTC'), clockOf(startsAt, 'UTC'), days.zone)
      return {
        id: String(id),
        title: name,
        starts_at: at.toISOString(),
        ends_at: null,
        all_day: false,
        state: at > days.now ? 'upcoming' : 'past',
        is_off: false,
      }
    }),
}

export const server: ServerFeature = { routes: handlers, find, calendar, demo, person: { holds } }
