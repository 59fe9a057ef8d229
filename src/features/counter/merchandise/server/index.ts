import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { countPastJob } from './jobs.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: handlers,
  jobs: [countPastJob],
  person: { columns: personalColumns },
}
