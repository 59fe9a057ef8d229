import type { ServerFeature } from '#server/feature.ts'
import { demo as people } from './demo.ts'
import { handlers } from './handlers.ts'
import { demo as roles } from './role-demo.ts'
import { handlers as roleHandlers } from './role-handlers.ts'

export const server: ServerFeature = {
  routes: [...handlers, ...roleHandlers],
  demo: async (db, demo) => {
    await roles(db)
    await people(db, demo)
  },
}
