import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { backupLate, posAway } from './notices.ts'

export const server: ServerFeature = { routes: handlers, notices: [posAway, backupLate] }
