import { startOfDay } from '#contract/time.ts'
import type { Find, InCalendar, ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { refreshExternal } from './refresh.ts'
import { displayTitle, openingsOn, searchMovies } from './store.ts'
import { person } from './person.ts'
import { policy } from './policy.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'movies:read',
  records: async (db, term) => {
    const found = await searchMovies(db, term, PALETTE_ROWS)
    return found.map((movie) => ({ kind: 'movie', id: movie.id, title: displayTitle(movie), subtitle: movie.id }))
  },
}

const calendar: InCalendar = {
  kind: 'opening',
  permission: 'movies:read',
  entries: async (db, days) =>
    (await openingsOn(db, days)).map((movie) => ({
      id: movie.id,
      title: displayTitle(movie),
      place: '',
      starts_at: startOfDay(movie.opens, days.zone).toISOString(),
      ends_at: null,
      all_day: true,
      state: movie.is_approved ? 'approved' : 'not approved',
      is_off: false,
    })),
}

export const server: ServerFeature = {
  policy,
  routes: handlers,
  person,
  jobs: [refreshExternal],
  find,
  calendar,
}
