import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Assertion, Attestation } from '#contract/factors.ts'
import type { App } from '../app.ts'
import { isLoopback } from '../env.ts'
import type { NewPasskey, Passkey } from './factors.ts'

/** Passkeys (WebAuthn): what is asked of one, and whether what it signed is good. A ticket's token is what it signs. */

/**
 * For whom a passkey is good: the one address by which browsers reach this server. On its own machine that is localhost:
 * browsers keep passkeys for names, not for numbers.
 */
export function passkeyOrigin({ origin }: Pick<App, 'origin'>): { origin: string; id: string } {
  const url = new URL(origin)
  if (isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) url.hostname = 'localhost'
  return { origin: url.origin, id: url.hostname }
}

/** EdDSA, ES256 and RS256: what today's devices sign with. */
const ALGORITHMS = [-8, -7, -257]

const bytes = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
const named = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports,
})
type Person = { id: number; email: string; name: string }
type Json = Record<string, unknown>

/** It brings what reads certificates: loaded with the first passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** @param of whose passkeys are asked for; without any, the browser offers those it has for this address */
export const assertionOptions = async (
  app: App,
  challengeToken: string,
  of: readonly Passkey[] = [],
): Promise<Json> => ({
  ...(await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: passkeyOrigin(app).id,
    challenge: bytes(challengeToken),
    userVerification: 'required',
    ...(of.length && { allowCredentials: of.map(named) }),
  })),
})

/** @returns the counter as it is after this use; undefined when it is no good signature of that ticket */
export async function counterAfter(
  app: App,
  challengeToken: string,
  passkey: Passkey,
  assertion: Assertion,
): Promise<number | undefined> {
  const { origin, id } = passkeyOrigin(app)
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challengeToken,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // It says by throwing what is wrong; to whoever signed so, all of it is one refusal.
    return
  }
}

export const registrationOptions = async (
  app: App,
  challengeToken: string,
  person: Person,
  has: readonly Passkey[],
): Promise<Json> => ({
  ...(await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: app.env.chainName,
    rpID: passkeyOrigin(app).id,
    challenge: bytes(challengeToken),
    userID: new Uint8Array(Buffer.from(`admin ${person.id}`)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: has.map(named),
    supportedAlgorithmIDs: ALGORITHMS,
  })),
})

/** The passkey as it is to be stored; undefined when it was not made for that ticket, here, by somebody who was verified. */
export async function registered(
  app: App,
  challengeToken: string,
  attestation: Attestation,
): Promise<Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { origin, id } = passkeyOrigin(app)
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challengeToken,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  } catch {
    return
  }
}
