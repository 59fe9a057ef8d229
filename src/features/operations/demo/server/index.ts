import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { loadInBackground, tradeJob } from './jobs.ts'

/** What the demo chain sells. Its cinemas, films and people are the other features' parts of the demo. */
export const server: ServerFeature = { routes: handlers, jobs: [tradeJob], background: loadInBackground }
