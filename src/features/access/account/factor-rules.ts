/** Rules and words of one's own second factors. */

export const PASSKEY_NAME_LENGTH = 60
export const PASSKEYS_MOST = 20

export const factorMessages = {
  noName: 'Name is empty',
  noCode: 'Type the code that the app shows',
  noSuchPasskey: 'There is no such passkey',
  passkeyAdded: 'Passkey added',
  passkeyRenamed: 'Passkey renamed',
  passkeyRemoved: 'Passkey removed',
  passkeyRefused: 'This passkey was not accepted. Try again',
  tooManyPasskeys: `You have ${PASSKEYS_MOST} passkeys. Remove one first`,
  authenticatorAdded: 'Authenticator app set up',
  authenticatorRemoved: 'Authenticator app removed',
  noAuthenticator: 'You have no authenticator app',
  wrongCode: 'That is not the code that the app shows now',
  over: 'That took too long, or too many tries. Start again',
  codesNeedFactor: 'Recovery codes stand in for a second factor: set one up first',
  lastIsRequired: 'You need a second factor: set up another one before you remove this one',
} as const
