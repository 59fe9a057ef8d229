import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'

export const server: ServerFeature = { routes: handlers, jobs: [takeProductsJob], start: takeAtStart, demo }
