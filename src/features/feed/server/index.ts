import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { NO_LINES, STREAMS } from '../rules.ts'
import { retryUnknown } from './retry.ts'
import { findUsual } from './usual.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [findUsual, retryUnknown],
  person: { columns: personalColumns },
  demo,
  // A rate of lines is known from the first one on.
  start: async ({ watch: { metrics } }) => {
    for (const stream of STREAMS) metrics.feedLines(stream, NO_LINES)
  },
}
