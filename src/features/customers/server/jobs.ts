import type { Job } from '#server/jobs/jobs.ts'
import { forgetResets } from './resets.ts'

export const forgetOldResets: Job = {
  name: 'customers.forget-resets',
  schedule: '47 3 * * *',
  run: async ({ db, clock }) => void (await forgetResets(db, clock.now())),
}
