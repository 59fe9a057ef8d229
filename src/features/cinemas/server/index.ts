import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { forgetRunsJob, syncAllJob, syncAtStart, syncScheduleJob } from './jobs.ts'
import { holds } from './holds.ts'

export const server: ServerFeature = {
  routes: handlers,
  person: { holds },
  jobs: [syncScheduleJob, syncAllJob, forgetRunsJob],
  start: syncAtStart,
  demo,
}
