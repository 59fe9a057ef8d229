import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { person } from './person.ts'

export const server: ServerFeature = { routes: handlers, person }
