import { handle } from '#server/http/handle.ts'
import { cinemas } from '../contract.ts'
import { openCinemas } from './store.ts'

export const handlers = handle(cinemas, {
  list: ({ db }) => openCinemas(db),
})
