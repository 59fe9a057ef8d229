import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'

export const server: ServerFeature = { routes: handlers }
