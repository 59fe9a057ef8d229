import type { ServerFeature } from '#server/feature.ts'
import { chargeDemo, chargeDemoPayments } from './demo.ts'
import { handlers } from './handlers.ts'
import { askRefunds, reconcile } from './jobs.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [askRefunds, reconcile, chargeDemo],
  // What a server left when it died.
  start: (app) => app.jobs.send(askRefunds, {}),
  background: chargeDemoPayments,
}
