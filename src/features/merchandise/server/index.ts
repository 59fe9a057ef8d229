import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { holds } from './holds.ts'
import { countPastJob } from './jobs.ts'

export const server: ServerFeature = { routes: handlers, jobs: [countPastJob], person: { holds } }
