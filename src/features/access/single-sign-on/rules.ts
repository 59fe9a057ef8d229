/** Words of signing in at an identity provider. */
export const messages = {
  noProvider: 'There is no such provider',
  unavailable: (name: string) => `${name} is not answering. Try again shortly`,
  over: 'This sign-in has expired or was used already. Start again',
  refused: (name: string) => `${name} did not sign you in`,
  notTrusted: (name: string) =>
    `The answer of ${name} could not be trusted. Start again; if it happens again, tell a superadmin`,
  weak: (name: string) => `${name} did not ask you for what this office needs, such as a second factor`,
  noEmail: (name: string) => `${name} does not say a confirmed email address of yours`,
  outgrown: 'Your account may do more by now than whoever invited you may give. Ask a superadmin to invite you again',
  noAccount: (name: string) => `Nobody here has your account of ${name}. Ask a superadmin to invite you`,
  noRole: (name: string) => `Your groups at ${name} have no role here. Ask a superadmin`,
  otherPerson: 'That is the account of somebody else',
  otherProvider: 'This session was not opened there',
  notLinked: (name: string) =>
    `Your account signs in at another provider. Sign in there and link ${name} in My account, or ask a superadmin to allow it`,
  linkedBefore: (name: string) => `Your account is linked at ${name} already`,
} as const

/** How long somebody may take to sign in there. */
export const SIGN_IN_MINUTES = 10
/** How long a superadmin's permission to link another provider is good. */
export const LINK_HOURS = 24
