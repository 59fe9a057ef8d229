import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { backupLate, posUnavailable, recordsUnread } from './notices.ts'

export const server: ServerFeature = { routes: handlers, notices: [posUnavailable, recordsUnread, backupLate] }
