import { refusal } from '#contract/permissions.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { forgetExternal, refreshExternal } from './refresh.ts'
import { displayTitle, searchMovies } from './store.ts'

const PALETTE_ROWS = 8

const find: Find = async (db, term, me) => {
  if (refusal(me, 'movies:read')) return []
  const found = await searchMovies(db, term, PALETTE_ROWS)
  return found.map((movie) => ({ kind: 'movie', id: movie.id, title: displayTitle(movie), subtitle: movie.id }))
}

export const server: ServerFeature = { routes: handlers, jobs: [refreshExternal, forgetExternal], find, demo }
