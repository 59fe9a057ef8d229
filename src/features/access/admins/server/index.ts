import type { Find, ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { visibleTo } from './managed.ts'
import { handlers as roleHandlers } from './role-handlers.ts'
import { listAdmins } from './store.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'admins:read',
  records: async (db, search, _, me) => {
    const found = await listAdmins(db, { search }, await visibleTo(db, me), { limit: PALETTE_ROWS, offset: 0 })
    return found.map(({ id, firstName, lastName, email }) => ({
      kind: 'admin',
      id: String(id),
      title: `${firstName} ${lastName}`.trim() || email,
      subtitle: email,
    }))
  },
}

export const server: ServerFeature = {
  routes: [...handlers, ...roleHandlers],
  find,
}
