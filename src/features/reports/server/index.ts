import type { ServerFeature } from '#server/feature.ts'
import { deleted } from './deleted.ts'
import { demo } from './demo.ts'
import { sendReports } from './due.ts'
import { handlers } from './handlers.ts'
import { letterEnds, letters } from './letters.ts'
import { reportFailed, reportHanded } from './notices.ts'
import { person } from './person.ts'
import { deletedReports, oldRuns } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  deleted,
  jobs: [sendReports],
  retention: [deletedReports, oldRuns],
  notices: [reportFailed, reportHanded],
  letters,
  letterEnds,
  person,
  demo,
}
