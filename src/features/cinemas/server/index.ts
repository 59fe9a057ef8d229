import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { syncAtStart, syncScheduleJob } from './sync.ts'

export const server: ServerFeature = { routes: handlers, jobs: [syncScheduleJob], start: syncAtStart, demo }
