import { showInstant } from '#contract/time.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'

/** The kind of email about a change to a person's account. */
export const SECURITY_EMAIL = 'security-email'

export type FactorChange =
  | 'passkey added'
  | 'passkey removed'
  | 'authenticator added'
  | 'authenticator removed'
  | 'recovery codes made'
  | 'factors reset'

/** An event that a person gets an email about. */
export type SecurityEvent =
  | { what: 'new device'; device: string }
  | { what: 'password changed' }
  | { what: 'provider linked'; provider: string }
  /** @param where by whom, and until when */
  | { what: 'provider allowed'; where: string }
  /** @param where by which device, or by whom and why */
  | { what: FactorChange; where: string }
  /** To the address that is theirs from now on. */
  | { what: 'email added' }
  /** To the address that was theirs until now. */
  | { what: 'email removed' }

type SecurityEmail = SecurityEvent & { email: string; firstName: string; at: string }

/** Queues the email in the transaction of what it tells. */
export const queueSecurityEmail = (
  tx: Db,
  { jobs }: Pick<App, 'jobs'>,
  { email, firstName }: { email: string; firstName: string },
  event: SecurityEvent,
  now: Date,
) => {
  const params: SecurityEmail = { ...event, email, firstName, at: now.toISOString() }
  return queueEmail(tx, jobs, { kind: SECURITY_EMAIL, recipient: email, params }, now)
}

const ofFactor = (title: string) => ({
  title,
  text: (event: SecurityEmail) => `${title}: ${'where' in event ? event.where : ''}`,
})

const SAYS: { [what in SecurityEvent['what']]: { title: string; text: (event: SecurityEmail) => string } } = {
  'new device': {
    title: 'New sign-in to your account',
    text: (event) =>
      `Someone signed in to your account on a new device or network: ${'device' in event ? event.device : ''}`,
  },
  'password changed': { title: 'Your password was changed', text: () => 'The password of your account was changed' },
  'provider linked': {
    title: 'A sign-in provider was added to your account',
    text: (event) => `You can now sign in to your account at ${'provider' in event ? event.provider : ''}`,
  },
  'provider allowed': ofFactor('Another sign-in provider can be linked to your account'),
  'passkey added': ofFactor('A passkey was added to your account'),
  'passkey removed': ofFactor('A passkey was removed from your account'),
  'authenticator added': ofFactor('An authenticator app was set up for your account'),
  'authenticator removed': ofFactor('The authenticator app was removed from your account'),
  'recovery codes made': ofFactor('New recovery codes were created for your account'),
  'factors reset': ofFactor('Two-factor authentication was reset for your account'),
  'email added': { title: 'Your email address was changed', text: () => 'You now sign in with this address' },
  'email removed': {
    title: 'Your email address was changed',
    text: () => 'Your account has a new email address, and this one is no longer used',
  },
}

/** Nothing of it opens anything, and it names nobody else. */
export async function securityEmail({ origin, env }: App, event: SecurityEmail): Promise<Email> {
  const { title, text } = SAYS[event.what]
  const isCurrent = event.what !== 'email removed'
  return composeEmail(event.email, {
    chain: env.chainName,
    subject: `${title}: ${env.chainName}`,
    title,
    greeting: `Hello ${event.firstName},`,
    paragraphs: [
      `${text(event)}, ${showInstant(event.at, env.zone)}.`,
      'If this was you, you do not need to do anything.',
    ],
    ...(isCurrent && {
      button: { label: 'View your sessions', link: `${origin}/dashboard/account?tab=sessions` },
    }),
    smallPrint: isCurrent
      ? 'If this was not you, change your password, end all other sessions, and contact a superadmin.'
      : 'If you did not expect this change, contact a superadmin.',
  })
}
