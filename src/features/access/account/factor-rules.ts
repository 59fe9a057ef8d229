/** Rules and words of one's own second factors. */

import { errors } from '#contract/errors.ts'

export const PASSKEY_NAME_LENGTH = 60
export const PASSKEYS_MOST = 20

export const factorMessages = {
  noName: errors.enter('a name'),
  noCode: errors.enter('the code from the app'),
  noSuchPasskey: errors.notFound('passkey'),
  passkeyAdded: 'Passkey added',
  passkeyRenamed: 'Passkey renamed',
  passkeyRemoved: 'Passkey removed',
  passkeyRefused: 'This passkey was not accepted. Try again.',
  tooManyPasskeys: `You have ${PASSKEYS_MOST} passkeys. Remove one first.`,
  authenticatorAdded: 'Authenticator app set up',
  authenticatorRemoved: 'Authenticator app removed',
  noAuthenticator: 'You have no authenticator app',
  wrongCode: 'This is not the current code of the app',
  over: 'This took too long, or too many attempts. Start again.',
  codesNeedFactor: 'Set up a passkey or an authenticator app first',
  lastIsRequired: 'Two-factor authentication is required. Set up another passkey or app before you remove this one.',
} as const
