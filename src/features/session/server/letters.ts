import type { App } from '#server/app.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import { addPasswordReset, adminByEmail } from '#server/auth/store.ts'
import { RESET_MINUTES } from '#server/auth/tokens.ts'

/** The kind of letter with a reset link. */
export const PASSWORD_RESET = 'password-reset'

/** The address that asked: an admin's, else of somebody whom a feature keeps, else nobody's, who is not written to. */
export type PasswordReset = { email: string }

async function passwordReset(app: App, asked: PasswordReset): Promise<Letter | undefined> {
  const { db, clock, origin, env } = app
  const admin = await adminByEmail(db, asked.email)
  if (!admin) {
    for (const { letter: letterFor } of app.passwordResets) {
      const found = await letterFor(app, asked.email)
      if (found) return found
    }
    return
  }
  const { id, email, firstName } = admin
  const token = await addPasswordReset(db, id, clock.now())
  return letter(email, {
    chain: env.chainName,
    subject: `Reset your ${env.chainName} password`,
    title: 'Reset your password',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Somebody, most likely you, asked to reset the password of your ${env.chainName} back office account.`,
      `Open this link within ${RESET_MINUTES} minutes to choose a new one. It works once.`,
    ],
    button: { label: 'Choose a new password', link: `${origin}/reset-password/${token}` },
    smallPrint: 'If it was not you, there is nothing to do: your password stays as it is.',
  })
}

export const letters = { [PASSWORD_RESET]: passwordReset }
