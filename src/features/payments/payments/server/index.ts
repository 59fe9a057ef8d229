import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { askPayments } from './jobs.ts'
import { person } from './person.ts'
import { oldWebhooks } from './webhooks.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: handlers,
  person,
  jobs: [askPayments],
  retention: [oldWebhooks],
  // Resumes charges that a crashed server left open.
  start: (app) => app.jobs.send(askPayments, {}),
}
