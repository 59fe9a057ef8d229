import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { countPastJob } from './jobs.ts'

export const server: ServerFeature = { routes: handlers, jobs: [countPastJob], person: { columns: personalColumns } }
