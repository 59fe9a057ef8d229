import type { ServerFeature } from '#server/feature.ts'
import { mismatches } from './alerts.ts'
import { handlers as closes } from './close-handlers.ts'
import { reconcile } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { policy } from './policy.ts'
import { handlers as reconciliation } from './reconciliation-handlers.ts'

export const server: ServerFeature = {
  policy,
  routes: [...reconciliation, ...closes],
  person: { columns: personalColumns },
  jobs: [reconcile],
  alerts: [mismatches],
}
