import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '#contract/factors.ts'

/** A device that makes a passkey and signs with it, in the form of a browser (WebAuthn, ES256, attestation "none"). */
export type SoftPasskey = {
  id: string
  attest: (options: Options, otherwise?: Otherwise) => Attestation
  assert: (options: Options, otherwise?: Otherwise) => Assertion
}
/** The options that a test needs: the challenge and the site. */
type Options = { challenge?: unknown; rpId?: unknown; rp?: unknown }
/** Deviations of a bad device or page. */
type Otherwise = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean; challenge?: string }

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const uint = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const byteString = (bytes: Buffer) => {
  const lengthBytes = bytes.length < 256 ? 1 : 2
  return Buffer.concat([Buffer.from([0x57 + lengthBytes]), uint(bytes.length, lengthBytes), bytes])
}

/** @param counts whether the device counts its uses; most do not */
export function softPasskey(origin: string, { counts = false } = {}): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let uses = 0

  const authenticatorData = (
    flags: number,
    { rpId = new URL(origin).hostname, counter, isVerified = true }: Otherwise,
  ) =>
    Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      uint(counter ?? (counts ? ++uses : 0), 4),
    ])
  const clientData = (type: string, options: Options, otherwise: Otherwise) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: otherwise.challenge ?? options.challenge,
        origin: otherwise.origin ?? origin,
        crossOrigin: false,
      }),
    )

  return {
    id,
    attest: (options, otherwise = {}) => {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        byteString(Buffer.from(x!, 'base64url')),
        Buffer.from([0x22]),
        byteString(Buffer.from(y!, 'base64url')),
      ])
      const data = Buffer.concat([
        authenticatorData(HAS_KEY, otherwise),
        Buffer.alloc(16),
        uint(credentialId.length, 2),
        credentialId,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        byteString(data),
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, otherwise).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    assert: (options, otherwise = {}) => {
      const data = authenticatorData(0, otherwise)
      const client = clientData('webauthn.get', options, otherwise)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
