import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'

export const server: ServerFeature = { routes: handlers, demo }
