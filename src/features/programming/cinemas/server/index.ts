import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { syncAllJob, syncAtStart, syncScheduleJob } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { oldRuns } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  person: { columns: personalColumns },
  jobs: [syncScheduleJob, syncAllJob],
  retention: [oldRuns],
  start: syncAtStart,
  demo,
}
