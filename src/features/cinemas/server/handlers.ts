import { handle } from '#server/http/handle.ts'
import { cinemas } from '../contract.ts'
import { allCinemas, openCinemas } from './store.ts'

export const handlers = handle(cinemas, {
  list: ({ db, query }) => (query.with_closed === 'true' ? allCinemas(db) : openCinemas(db)),
})
