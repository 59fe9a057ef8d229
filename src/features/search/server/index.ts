import type { ServerFeature } from '#server/feature.ts'
import { handle } from '#server/http/handle.ts'
import { search } from '../contract.ts'

/** Asks each area in turn; an area answers only what the caller may see. */
const routes = handle(search, {
  find: async ({ app, db, query, me }) =>
    (await Promise.all(app.finders.map((find) => find(db, query.query, me, app.clock.now())))).flat(),
})

export const server: ServerFeature = { routes }
