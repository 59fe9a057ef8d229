import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { errors } from './errors.ts'
import { TwoFactorRequired, Tokens } from './session.ts'

/** Shapes and calls of two-factor authentication and passkeys. */

const Encoded = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\w-]+={0,2}$/, 'Not base64url'))
const Attachment = z.optional(z.nullable(z.enum(['platform', 'cross-platform'])))
/** A passkey's signature, as browsers send it (WebAuthn's AuthenticationResponseJSON). */
export const Assertion = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: z.optional(z.nullable(Encoded)),
  }),
  authenticatorAttachment: Attachment,
})
export type Assertion = z.infer<typeof Assertion>

/** A newly created passkey (WebAuthn's RegistrationResponseJSON). */
export const Attestation = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: z
      .string()
      .check(z.minLength(1), z.maxLength(65_536), z.regex(/^[\w-]+={0,2}$/, 'Not base64url')),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
  authenticatorAttachment: Attachment,
})
export type Attestation = z.infer<typeof Attestation>

const ChallengeToken = text(100, errors.enter('the challenge token'))
const code = text(40, errors.enter('the code'))

/** Proof by one of the challenge's methods. */
export const Proof = z.union([
  z.object({ method: z.literal('authenticator'), code }),
  z.object({ method: z.literal('recovery'), code }),
  z.object({ method: z.literal('passkey'), assertion: Assertion }),
])
export type Proof = z.infer<typeof Proof>

/** Options for a passkey to sign, WebAuthn's JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown())
export const PasskeyChallenge = z.object({ challengeToken: z.string(), options: PasskeyOptions })

export const factors = endpoints('session', {
  factor: {
    method: 'POST',
    path: '/auth/factor',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Finish a sign-in with a second step: a code, a recovery code or a passkey',
    body: z.object({ challengeToken: ChallengeToken, proof: Proof }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  passkeyOptions: {
    method: 'POST',
    path: '/auth/passkey-options',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Return the options for signing in with a passkey',
    reply: PasskeyChallenge,
    transaction: 'own',
    audit: 'none',
  },
  passkey: {
    method: 'POST',
    path: '/auth/passkey',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Sign in with a passkey',
    body: z.object({ challengeToken: ChallengeToken, assertion: Assertion }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  confirmOptions: {
    method: 'POST',
    path: '/auth/confirm-options',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    summary: 'List ways to re-authenticate: second factors, or the password if there are none',
    reply: TwoFactorRequired,
    transaction: 'own',
    audit: 'none',
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    unkept: 'The proof works only once',
    permission: 'person',
    summary: 'Re-authenticate for sensitive calls, with a second factor or the password',
    body: z.union([
      z.object({ challengeToken: ChallengeToken, proof: Proof }),
      z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) }),
    ]),
    transaction: 'own',
  },
})
