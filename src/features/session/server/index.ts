import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { forgetSessions } from './jobs.ts'
import { letters } from './letters.ts'

export const server: ServerFeature = { routes: handlers, jobs: [forgetSessions], letters, demo }
