import { cinemasOf } from '#contract/permissions.ts'
import { handle } from '#server/http/handle.ts'
import { cinemas } from '../contract.ts'
import { allCinemas, openCinemas } from './store.ts'

export const handlers = handle(cinemas, {
  list: async ({ db, me, query }) => {
    const found = await (query.with_closed === 'true' ? allCinemas(db) : openCinemas(db))
    const ownCinemas = cinemasOf(me)
    if (ownCinemas === 'chain') return found
    return found
      .map((state) => ({ ...state, cinemas: state.cinemas.filter(({ id }) => ownCinemas.includes(id)) }))
      .filter((state) => state.cinemas.length > 0)
  },
})
