import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { NO_OUTCOMES, RECORD_TYPES } from '../rules.ts'
import { retryUnknown } from './retry.ts'
import { updatePriceBaselines } from './price-baselines.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: handlers,
  jobs: [updatePriceBaselines, retryUnknown],
  person: { columns: personalColumns },
  // Registers each counter from the start, so that rates include the first record.
  start: async ({ watch: { metrics } }) => {
    for (const recordType of RECORD_TYPES) metrics.feedRecords(recordType, NO_OUTCOMES)
  },
}
