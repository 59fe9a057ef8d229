import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { oldFiles } from './import-store.ts'
import { person } from './person.ts'
import { oldBulkActions } from './retention.ts'
import { goOnWithBulkActions, workOnBulkAction } from './work.ts'

export const server: ServerFeature = {
  routes: [...handlers, ...importHandlers],
  jobs: [workOnBulkAction, goOnWithBulkActions],
  retention: [oldBulkActions, ...oldFiles],
  person,
}
