import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { holds } from './holds.ts'
import { STREAMS } from '../rules.ts'

export const server: ServerFeature = {
  routes: handlers,
  person: { holds },
  // A rate of lines is known from the first one on.
  start: async ({ watch: { metrics } }) => {
    for (const stream of STREAMS) metrics.feedLines(stream, { accepted: 0, duplicate: 0, waiting: 0, refused: 0 })
  },
}
