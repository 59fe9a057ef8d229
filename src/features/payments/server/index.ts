import type { ServerFeature } from '#server/feature.ts'
import { storeDemoCards } from './demo.ts'
import { handlers } from './handlers.ts'
import { askPayments } from './jobs.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [askPayments],
  // What a server left when it died.
  start: (app) => app.jobs.send(askPayments, {}),
  background: storeDemoCards,
}
