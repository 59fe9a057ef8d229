import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Assertion, Attestation } from '#contract/factors.ts'

/** Passkeys in the browser. This code is loaded when a passkey is created or used. */

type Options = Record<string, unknown>

const NO_PASSKEYS = 'Passkeys need HTTPS and an up-to-date browser'
const MESSAGES: Record<string, string> = {
  NotAllowedError: 'The passkey was not used, because it was cancelled or took too long',
  AbortError: 'The passkey was not used, because it was cancelled or took too long',
  InvalidStateError: 'This device already has a passkey for your account',
}

/** @throws Error with a message for people */
async function withMessage<T>(run: () => Promise<unknown>, host: unknown): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new Error(NO_PASSKEYS)
  try {
    return (await run()) as T
  } catch (failure) {
    const { name, cause } = failure as Error
    const kind = cause instanceof Error ? cause.name : name
    const elsewhere = `Passkeys only work at ${String(host)}. Open this page there.`
    const message =
      kind === 'SecurityError' ? elsewhere : (MESSAGES[kind] ?? 'We could not use the passkey. Try again.')
    throw new Error(message, { cause: failure })
  }
}

export const signWithPasskey = (options: Options): Promise<Assertion> =>
  withMessage(() => startAuthentication({ optionsJSON: options as never }), options.rpId)

export const makePasskey = (options: Options): Promise<Attestation> =>
  withMessage(() => startRegistration({ optionsJSON: options as never }), (options.rp as { id?: string }).id)
