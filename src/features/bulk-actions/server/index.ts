import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { oldFiles } from './import-store.ts'
import { person } from './person.ts'
import { oldBulkActions } from './retention.ts'
import { unfinished } from './store.ts'
import { workOnBulkAction } from './work.ts'

export const server: ServerFeature = {
  routes: [...handlers, ...importHandlers],
  jobs: [workOnBulkAction],
  retention: [oldBulkActions, ...oldFiles],
  person,
  // What a server that ended was at work on: another run of the same does no row twice.
  start: async (app) => {
    for (const id of await unfinished(app.db)) await app.jobs.send(workOnBulkAction, { id })
  },
}
