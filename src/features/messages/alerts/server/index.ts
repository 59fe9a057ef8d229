import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { deliverAlerts, watchLasting } from './jobs.ts'
import { emails } from './emails.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [deliverAlerts, watchLasting],
  emails,
  person: { columns: personalColumns },
}
