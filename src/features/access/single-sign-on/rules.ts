/** Messages of signing in at an identity provider. */
import { errors } from '#contract/errors.ts'

export const messages = {
  noProvider: errors.notFound('provider'),
  unavailable: (name: string) => `${name} is not responding. Try again in a minute.`,
  over: 'This sign-in has expired or was already used. Start again.',
  refused: (name: string) => `${name} did not sign you in`,
  notTrusted: (name: string) =>
    `We could not verify the response of ${name}. Try again, and contact a superadmin if it keeps failing.`,
  weak: (name: string) => `${name} did not confirm two-factor authentication, which is required here`,
  noEmail: (name: string) => `${name} did not share a verified email address for you`,
  outgrown: 'Your invitation is no longer valid because permissions changed. Ask a superadmin to invite you again.',
  noAccount: (name: string) => `No account here is linked to your ${name} account. Ask a superadmin to invite you.`,
  noRole: (name: string) => `Your groups at ${name} have no role here. Ask a superadmin.`,
  otherPerson: 'This account belongs to another person',
  otherProvider: 'This session was not opened at that provider',
  notLinked: (name: string) =>
    `Your account signs in at another provider. Sign in there and link ${name} in My account, or ask a superadmin to allow it.`,
  linkedBefore: (name: string) => `Your account is already linked at ${name}`,
} as const

/** How long somebody may take to sign in there. */
export const SIGN_IN_MINUTES = 10
/** How long a superadmin's permission to link another provider is good. */
export const LINK_HOURS = 24
