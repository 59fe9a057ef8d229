import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { syncAllJob, syncAtStart, syncScheduleJob } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { oldRuns } from './retention.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: handlers,
  person: { columns: personalColumns },
  jobs: [syncScheduleJob, syncAllJob],
  retention: [oldRuns],
  start: syncAtStart,
}
