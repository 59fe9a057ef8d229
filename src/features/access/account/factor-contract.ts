import * as z from 'zod/mini'
import { DbId, Instant, name, text } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { Attestation, PasskeyChallenge } from '#contract/factors.ts'
import { factorMessages as messages, PASSKEY_NAME_LENGTH } from './factor-rules.ts'

export const PasskeyRow = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

/** What one has beside the password. */
export const OwnFactors = z.object({
  passkeys: z.array(PasskeyRow),
  authenticator: z.nullable(z.object({ confirmed_at: Instant })),
  /** Of those made last. */
  recoveryCodes: z.nullable(z.object({ left: z.int(), made_at: Instant })),
  /** Why the last factor stays. */
  isRequired: z.boolean(),
  /** "Chrome on Android": a name for a passkey that is made here. */
  device: z.string(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

const PasskeyId = z.object({ id: DbId(messages.noSuchPasskey) })
const passkeyName = name(PASSKEY_NAME_LENGTH, messages.noName)
const alsoStale = ['session'] as const

/** One's own second factors. */
export const accountFactors = endpoints('account', {
  factors: {
    method: 'GET',
    path: '/account/factors',
    permission: 'person',
    summary: 'Return your passkeys, authenticator app and number of recovery codes',
    reply: OwnFactors,
  },
  passkeyOptions: {
    method: 'POST',
    path: '/account/passkey-options',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    reauthenticate: true,
    summary: 'Return the options for creating a passkey',
    reply: PasskeyChallenge,
    transaction: 'own',
    audit: 'none',
  },
  addPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    unkept: 'The proof works only once',
    permission: 'person',
    reauthenticate: true,
    summary: 'Add a passkey. All other sessions end.',
    body: z.object({ challengeToken: text(100), name: passkeyName, attestation: Attestation }),
    reply: PasskeyRow,
    status: 201,
    says: messages.passkeyAdded,
    alsoStale,
    transaction: 'own',
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/account/passkeys/{id}',
    permission: 'person',
    summary: 'Rename a passkey',
    params: PasskeyId,
    body: z.object({ name: passkeyName }),
    reply: PasskeyRow,
    says: messages.passkeyRenamed,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/account/passkeys/{id}',
    permission: 'person',
    reauthenticate: true,
    summary: 'Remove a passkey. All other sessions end.',
    params: PasskeyId,
    says: messages.passkeyRemoved,
    alsoStale,
  },
  newAuthenticator: {
    method: 'POST',
    path: '/account/authenticator-secret',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    reauthenticate: true,
    summary: 'Create a secret for an authenticator app. A code must confirm it.',
    reply: z.object({
      challengeToken: z.string(),
      /** For apps that take it typed. */
      secret: z.string(),
      /** Rows of a QR code of the same: 1 is dark. */
      qr: z.array(z.string()),
    }),
    transaction: 'own',
    audit: 'none',
  },
  setAuthenticator: {
    method: 'PUT',
    path: '/account/authenticator',
    permission: 'person',
    reauthenticate: true,
    summary: 'Confirm an authenticator app with its code. It replaces another app, and all other sessions end.',
    body: z.object({ challengeToken: text(100), code: text(40, messages.noCode) }),
    says: messages.authenticatorAdded,
    alsoStale,
    transaction: 'own',
  },
  removeAuthenticator: {
    method: 'DELETE',
    path: '/account/authenticator',
    permission: 'person',
    reauthenticate: true,
    summary: 'Remove the authenticator app. All other sessions end.',
    says: messages.authenticatorRemoved,
    alsoStale,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/account/recovery-codes',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    reauthenticate: true,
    summary: 'Create 10 recovery codes. Earlier codes stop working, and all other sessions end.',
    reply: z.object({ codes: z.array(z.string()) }),
    alsoStale,
    transaction: 'own',
  },
})
