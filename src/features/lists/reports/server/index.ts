import type { ServerFeature } from '#server/feature.ts'
import { deleted } from './deleted.ts'
import { sendReports } from './due.ts'
import { handlers } from './handlers.ts'
import { emailOutcomes, emails } from './emails.ts'
import { reportFailed, reportHanded } from './alerts.ts'
import { person } from './person.ts'
import { deletedReports, oldRuns } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  deleted,
  jobs: [sendReports],
  retention: [deletedReports, oldRuns],
  alerts: [reportFailed, reportHanded],
  emails,
  emailOutcomes,
  person,
}
