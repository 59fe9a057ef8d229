import { showInstant } from '#contract/time.ts'
import { queueMail } from '#features/mail/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'

/** The kind of letter that tells somebody what became of their account. */
export const SECURITY_NOTICE = 'security-notice'

export type FactorChange =
  | 'passkey added'
  | 'passkey removed'
  | 'authenticator added'
  | 'authenticator removed'
  | 'recovery codes made'
  | 'factors reset'

/** What somebody is told of. */
export type Notice =
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

type Told = Notice & { email: string; firstName: string; at: string }

/** Queues the letter in the transaction of what it tells. */
export const queueNotice = (
  tx: Db,
  { jobs }: Pick<App, 'jobs'>,
  { email, firstName }: { email: string; firstName: string },
  notice: Notice,
  now: Date,
) => {
  const params: Told = { ...notice, email, firstName, at: now.toISOString() }
  return queueMail(tx, jobs, { kind: SECURITY_NOTICE, recipient: email, params }, now)
}

const ofFactor = (title: string) => ({
  title,
  text: (told: Told) => `${title}: ${'where' in told ? told.where : ''}`,
})

const SAYS: { [what in Notice['what']]: { title: string; text: (told: Told) => string } } = {
  'new device': {
    title: 'A sign-in from somewhere new',
    text: (told) =>
      `Your account was signed in to on a device or from a network where it was not used before: ${'device' in told ? told.device : ''}`,
  },
  'password changed': { title: 'Your password was changed', text: () => 'The password of your account was changed' },
  'provider linked': {
    title: 'A way to sign in was added to your account',
    text: (told) => `Your account can be signed in to at ${'provider' in told ? told.provider : ''} from now on`,
  },
  'provider allowed': ofFactor('Another sign-in provider may be linked to your account'),
  'passkey added': ofFactor('A passkey was added to your account'),
  'passkey removed': ofFactor('A passkey was removed from your account'),
  'authenticator added': ofFactor('An authenticator app was set up for your account'),
  'authenticator removed': ofFactor('The authenticator app was removed from your account'),
  'recovery codes made': ofFactor('New recovery codes were made for your account'),
  'factors reset': ofFactor('The second factors of your account were removed'),
  'email added': { title: 'Your email address was changed', text: () => 'You sign in with this address from now on' },
  'email removed': {
    title: 'Your email address was changed',
    text: () => 'Your account has another email address now, and this one is no longer used',
  },
}

/** Nothing of it opens anything, and it names nobody else. */
export async function securityNotice({ origin, env }: App, told: Told): Promise<Letter> {
  const { title, text } = SAYS[told.what]
  const isTheirs = told.what !== 'email removed'
  return letter(told.email, {
    chain: env.chainName,
    subject: `${title}: ${env.chainName}`,
    title,
    greeting: `Hello ${told.firstName},`,
    paragraphs: [`${text(told)}, ${showInstant(told.at, env.zone)}.`, 'If that was you, there is nothing to do.'],
    ...(isTheirs && {
      button: { label: 'See where you are signed in', link: `${origin}/dashboard/account?tab=sessions` },
    }),
    smallPrint: isTheirs
      ? 'If it was not you, change your password, end all other sessions, and tell a superadmin.'
      : 'If you do not know of it, tell a superadmin.',
  })
}
