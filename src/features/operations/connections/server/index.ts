import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { backupLate, posUnavailable, recordsUnread } from './alerts.ts'

export const server: ServerFeature = { routes: handlers, alerts: [posUnavailable, recordsUnread, backupLate] }
