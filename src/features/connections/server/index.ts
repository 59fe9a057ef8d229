import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { backupLate, posAway, recordsUnread } from './notices.ts'

export const server: ServerFeature = { routes: handlers, notices: [posAway, recordsUnread, backupLate] }
