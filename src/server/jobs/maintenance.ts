import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetOldWindows } from '../http/rate-limit.ts'
import type { Job } from './jobs.ts'

/** Forgets what is of no more use: replies stored for retries, windows of rate limits. */
export const maintenance: Job = {
  name: 'platform.forget-old',
  schedule: '17 * * * *',
  run: async ({ db, clock }) => {
    await forgetOldKeys(db, clock.now())
    await forgetOldWindows(db, clock.now())
  },
}
