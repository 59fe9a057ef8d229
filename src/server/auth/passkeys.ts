import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Assertion, Attestation } from '#contract/factors.ts'
import type { App } from '../app.ts'
import { isLoopback } from '../env.ts'
import type { NewPasskey, Passkey } from './factors.ts'

/** Passkeys (WebAuthn): options for a browser, and checks of what a passkey signed. It signs a challenge's token. */

/**
 * Returns the origin for which passkeys are valid: the single address by which browsers reach this server. On its own
 * machine that is localhost, because browsers store passkeys for names and not for IP addresses.
 */
export function passkeyOrigin({ origin }: Pick<App, 'origin'>): { origin: string; id: string } {
  const url = new URL(origin)
  if (isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) url.hostname = 'localhost'
  return { origin: url.origin, id: url.hostname }
}

/** EdDSA, ES256 and RS256: the algorithms of today's devices. */
const ALGORITHMS = [-8, -7, -257]

const bytes = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
const named = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports,
})
type Person = { id: number; email: string; name: string }
type Json = Record<string, unknown>

/** Loaded with the first passkey, because the library parses certificates. */
const webauthn = () => import('@simplewebauthn/server')

/** @param of whose passkeys are accepted; undefined: the browser offers those that it has for this address */
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

/** @returns the counter after this use; undefined if the signature of the challenge is not valid */
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
    // The library throws a reason. A forger gets only the error.
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

/** Returns the passkey to store; undefined if it was not made for this challenge and address by a verified person. */
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
