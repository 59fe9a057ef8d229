import type { Job } from '#server/jobs/jobs.ts'
import { resetLetter } from './letters.ts'
import { addPasswordReset, adminWithRole, forgetOldSessions } from './store.ts'

/** Makes a reset link and mails it. The link is made here, so that no queue ever holds it. */
export const mailReset: Job<{ adminId: number }> = {
  name: 'session.mail-reset',
  run: async ({ db, mail, clock, origin, env }, { adminId }) => {
    const found = await adminWithRole(db, adminId)
    if (!found) return
    const token = await addPasswordReset(db, adminId, clock.now())
    await mail.send(resetLetter(found.admin, `${origin}/reset-password/${token}`, env.chainName), `reset-${adminId}`)
  },
}

export const forgetSessions: Job = {
  name: 'session.forget-old',
  schedule: '41 3 * * *',
  run: async ({ db, clock }) => void (await forgetOldSessions(db, clock.now())),
}
