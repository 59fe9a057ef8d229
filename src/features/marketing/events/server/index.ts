import { clockOf, dayOf, instantAt, showInstant } from '#contract/time.ts'
import type { Find, InCalendar, ServerFeature } from '#server/feature.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { listHandlers } from './list-handlers.ts'
import { eventsOn, pageOfEvents } from './store.ts'
import { personalColumns } from './personal-data.ts'
import { policy } from './policy.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'events:read',
  records: async (db, search, now) => {
    const found = await pageOfEvents(db, { search, today: now }, { limit: PALETTE_ROWS })
    return found.map((event) => ({
      kind: 'event',
      id: String(event.id),
      title: event.name,
      subtitle: `${event.cinema_name}, ${showInstant(event.date, 'UTC')}`,
    }))
  },
}

/** What staff typed is the clock on the cinema's wall: the instant is that of the zone. */
const calendar: InCalendar = {
  kind: 'event',
  permission: 'events:read',
  entries: async (db, days) =>
    (await eventsOn(db, days)).map(({ id, name, cinema, startsAt }) => {
      const at = instantAt(dayOf(startsAt, 'UTC'), clockOf(startsAt, 'UTC'), days.zone)
      return {
        id: String(id),
        title: name,
        place: cinema,
        starts_at: at.toISOString(),
        ends_at: null,
        all_day: false,
        state: at > days.now ? 'upcoming' : 'past',
        is_off: false,
      }
    }),
}

export const server: ServerFeature = {
  policy,
  routes: [...handlers, ...listHandlers],
  deleted,
  find,
  calendar,
  person: { columns: personalColumns },
}
