import type { Job } from '#server/jobs/jobs.ts'
import { forgetOldSessions } from '#server/auth/sessions.ts'
import { forgetOldNetworks, forgetOldResets } from '#server/auth/store.ts'

export const forgetSessions: Job = {
  name: 'session.forget-old',
  schedule: '41 3 * * *',
  run: async ({ db, clock }) => {
    await forgetOldSessions(db, clock.now())
    await forgetOldResets(db, clock.now())
    await forgetOldNetworks(db, clock.now())
  },
}
