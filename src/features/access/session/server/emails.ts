import type { App } from '#server/app.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { showInstant } from '#contract/time.ts'
import { addInvitation } from '#server/auth/invitations.ts'
import { signsInAt } from '#server/auth/sign-in-by.ts'
import { addPasswordReset, adminByEmail, adminWithRole } from '#server/auth/store.ts'
import { RESET_MINUTES } from '#server/auth/tokens.ts'
import { SECURITY_EMAIL, securityEmail } from './security-emails.ts'

/** The kind of email with a reset link. */
export const PASSWORD_RESET = 'password-reset'

/** The address that asked: an admin's, else of somebody whom a feature keeps, else nobody's, who is not written to. */
export type PasswordReset = { email: string }

const requestedText = (chain: string) =>
  `We received a request to reset the password for your ${chain} back office account.`

async function passwordReset(app: App, params: PasswordReset): Promise<Email | undefined> {
  const { db, clock, origin, env } = app
  const admin = await adminByEmail(db, params.email)
  // Who has not accepted an invitation comes in by it alone.
  if (admin?.invitedUntil) return
  if (!admin) {
    for (const { email: emailFor } of app.passwordResets) {
      const found = await emailFor(app, params.email)
      if (found) return found
    }
    return
  }
  const { id, email, firstName } = admin
  const elsewhere = signsInAt(env, admin)
  if (elsewhere.length)
    return composeEmail(email, {
      chain: env.chainName,
      subject: `How to sign in to the ${env.chainName} back office`,
      title: 'You do not need a password',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        requestedText(env.chainName),
        `You sign in at ${elsewhere.join(' or ')}, so there is no password to reset.`,
      ],
      button: { label: 'Go to sign-in', link: `${origin}/` },
      smallPrint: 'If you did not request this, you do not need to do anything. Nothing has changed.',
    })
  const token = await addPasswordReset(db, id, clock.now())
  return composeEmail(email, {
    chain: env.chainName,
    subject: `Reset your ${env.chainName} password`,
    title: 'Reset your password',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      requestedText(env.chainName),
      `Open this link within ${RESET_MINUTES} minutes to choose a new password. It works once.`,
    ],
    button: { label: 'Choose a new password', link: `${origin}/reset-password/${token}` },
    smallPrint: 'If you did not request this, you do not need to do anything. Your password stays the same.',
  })
}

/** The kind of email with an invitation. */
export const INVITATION = 'invitation'
export type Invitation = { adminId: number; invitedBy: string }

async function invitation(app: App, { adminId, invitedBy }: Invitation): Promise<Email | undefined> {
  const { db, clock, origin, env } = app
  const admin = (await adminWithRole(db, adminId))?.admin
  // Taken back, or accepted by another email meanwhile.
  if (!admin?.invitedUntil || admin.invitedUntil <= clock.now()) return
  const token = await addInvitation(db, adminId, admin.invitedUntil)
  return composeEmail(admin.email, {
    chain: env.chainName,
    subject: `Your invitation to the ${env.chainName} back office`,
    title: 'You are invited',
    greeting: `Hello ${admin.firstName},`,
    paragraphs: [
      `${invitedBy} has invited you to the ${env.chainName} back office.`,
      `Open this link to choose your password and sign in. It works once, until ${showInstant(admin.invitedUntil.toISOString(), env.zone)}.`,
    ],
    button: { label: 'Accept invitation', link: `${origin}/accept-invitation/${token}` },
    smallPrint: 'If you did not expect this email, you do not need to do anything. No one else can use the account.',
  })
}

export const emails = {
  [PASSWORD_RESET]: passwordReset,
  [INVITATION]: invitation,
  [SECURITY_EMAIL]: securityEmail,
}
