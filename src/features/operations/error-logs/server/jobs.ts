import type { App } from '#server/app.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { OCCURRENCES_STORED } from '../rules.ts'
import { errorsToPrune, pruneError } from './prune.ts'
import { groupOldReports } from './report.ts'

const ERRORS_AT_ONCE = 100
const REPORTS_AT_ONCE = 500

/** Forgets the words of old occurrences, an error in a transaction. */
export const prune: Job = {
  name: 'error-logs.prune',
  schedule: '41 * * * *',
  run: async ({ db, closing }) => {
    for (;;) {
      const ids = await errorsToPrune(db, OCCURRENCES_STORED, ERRORS_AT_ONCE)
      for (const id of ids) {
        if (closing.aborted) return
        await db.transaction((tx) => pruneError(tx, id, OCCURRENCES_STORED))
      }
      if (ids.length < ERRORS_AT_ONCE) return
    }
  },
}

/** Beside the requests, after an update to a version with an error log: what was reported until then joins it. */
export async function groupOld({ db, closing }: App): Promise<void> {
  while (!closing.aborted && (await db.transaction((tx) => groupOldReports(tx, REPORTS_AT_ONCE))) > 0);
}
