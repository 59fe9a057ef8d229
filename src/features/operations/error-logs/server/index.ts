import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { groupOld, prune } from './jobs.ts'
import { newError } from './alerts.ts'
import { addReports, FROM_SERVER } from './report.ts'
import { person } from './person.ts'
import { retention } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  person,
  jobs: [prune],
  alerts: [newError],
  retention,
  faults: (tx, faults) =>
    addReports(
      tx,
      FROM_SERVER,
      faults.map((fault) => ({ ...fault, channel: 'not_specified' as const })),
    ),
  background: groupOld,
}
