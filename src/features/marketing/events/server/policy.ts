import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: { events: 'cinema', event_movies: 'cinema', event_concessions: { of: 'events', by: 'event_id' } },
  records: { event: { table: 'events' } },
}
