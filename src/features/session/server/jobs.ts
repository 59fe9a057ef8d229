import type { Job } from '#server/jobs/jobs.ts'
import { forgetOldInvitations } from '#server/auth/invitations.ts'
import { forgetOldChallenges } from '#server/auth/challenges.ts'
import { forgetOldSessions } from '#server/auth/sessions.ts'
import { forgetOldPlaces, forgetOldResets } from '#server/auth/store.ts'

export const forgetSessions: Job = {
  name: 'session.forget-old',
  schedule: '41 3 * * *',
  run: async ({ db, clock }) => {
    await forgetOldChallenges(db, clock.now())
    await forgetOldSessions(db, clock.now())
    await forgetOldResets(db, clock.now())
    await forgetOldInvitations(db, clock.now())
    await forgetOldPlaces(db, clock.now())
  },
}
