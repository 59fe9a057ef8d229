import type { ServerFeature } from '#server/feature.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { handlers } from './handlers.ts'
import { holds } from './holds.ts'
import { forgetUnderWay } from './store.ts'

const forgetSignIns: Job = {
  name: 'single-sign-on.forget-old',
  schedule: '43 3 * * *',
  run: async ({ db, clock }) => {
    await forgetUnderWay(db, clock.now())
  },
}

export const server: ServerFeature = { routes: handlers, jobs: [forgetSignIns], person: { holds } }
