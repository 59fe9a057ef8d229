import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { holds } from './holds.ts'

export const server: ServerFeature = { routes: handlers, person: { holds } }
