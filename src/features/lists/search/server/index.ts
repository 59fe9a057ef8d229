import { refusal } from '#contract/permissions.ts'
import type { ServerFeature } from '#server/feature.ts'
import { handle } from '#server/http/handle.ts'
import { gathering } from '#server/queue.ts'
import { search } from '../contract.ts'

/** Asks each area; an area answers only what the caller may see. */
const routes = handle(search, {
  find: async ({ app, scopedDb, query, me, now }) => {
    const allowed = app.finders.filter(({ permission }) => !refusal(me, permission))
    const found = await Promise.all(
      allowed.map(({ permission, records }) =>
        gathering(() => records(scopedDb(permission), query.query, now, me, app.env.zone)),
      ),
    )
    return found.flat()
  },
})

export const server: ServerFeature = { routes }
