import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { TwoFactorRequired, Tokens } from './session.ts'

/** How somebody proves who they are beside a password, or in place of one: shapes and calls. */

const Encoded = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\w-]+={0,2}$/, 'Not base64url'))
const Attachment = z.optional(z.nullable(z.enum(['platform', 'cross-platform'])))
/** What a passkey signed, as browsers send it (WebAuthn's AuthenticationResponseJSON). */
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

/** A passkey that was just made (WebAuthn's RegistrationResponseJSON). */
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

const ChallengeToken = text(100, 'The ticket is empty')
const code = text(40, 'Type the code')

/** One of what was offered with a ticket. */
export const Proof = z.union([
  z.object({ method: z.literal('authenticator'), code }),
  z.object({ method: z.literal('recovery'), code }),
  z.object({ method: z.literal('passkey'), assertion: Assertion }),
])
export type Proof = z.infer<typeof Proof>

/** What a passkey is asked to sign: WebAuthn's options as JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown())
export const PasskeyChallenge = z.object({ challengeToken: z.string(), options: PasskeyOptions })

export const factors = endpoints('session', {
  factor: {
    method: 'POST',
    path: '/auth/factor',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary:
      "Sign in with the ticket of a right password and a second factor: a code, a recovery code or a passkey's assertion",
    body: z.object({ challengeToken: ChallengeToken, proof: Proof }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  passkeyOptions: {
    method: 'POST',
    path: '/auth/passkey-options',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'What a passkey is asked to sign to sign in with it alone',
    reply: PasskeyChallenge,
    transaction: 'own',
    audit: 'none',
  },
  passkey: {
    method: 'POST',
    path: '/auth/passkey',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'Sign in with a passkey alone',
    body: z.object({ challengeToken: ChallengeToken, assertion: Assertion }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  confirmOptions: {
    method: 'POST',
    path: '/auth/confirm-options',
    unkept: 'Its answer has a secret, which is kept nowhere',
    permission: 'person',
    summary: 'By what one can confirm who one is: the second factors one has, else the password',
    reply: TwoFactorRequired,
    transaction: 'own',
    audit: 'none',
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    unkept: 'What it confirms with is good once',
    permission: 'person',
    summary:
      'Confirm who one is, for costly calls of the next minutes: by a second factor, or by the password without one',
    body: z.union([
      z.object({ challengeToken: ChallengeToken, proof: Proof }),
      z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) }),
    ]),
    transaction: 'own',
  },
})
