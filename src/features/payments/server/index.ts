import type { ServerFeature } from '#server/feature.ts'
import { storeDemoCards } from './demo.ts'
import { handlers } from './handlers.ts'
import { askPayments } from './jobs.ts'
import { person } from './person.ts'

export const server: ServerFeature = {
  routes: handlers,
  person,
  jobs: [askPayments],
  // What a server left when it died.
  start: (app) => app.jobs.send(askPayments, {}),
  background: storeDemoCards,
}
