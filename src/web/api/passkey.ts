import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Assertion, Attestation } from '#contract/factors.ts'

/** What the browser does with passkeys. It is fetched when one is made or used. */

type Options = Record<string, unknown>

const NO_PASSKEYS = 'This browser has no passkeys here: they need HTTPS and a recent browser'
const MESSAGES: Record<string, string> = {
  NotAllowedError: 'The passkey was not used: it was cancelled, or took too long',
  AbortError: 'The passkey was not used: it was cancelled, or took too long',
  InvalidStateError: 'This device has a passkey of your account already',
}

/** @throws Error with words for people */
async function withMessage<T>(run: () => Promise<unknown>, host: unknown): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new Error(NO_PASSKEYS)
  try {
    return (await run()) as T
  } catch (failure) {
    const { name, cause } = failure as Error
    const kind = cause instanceof Error ? cause.name : name
    const elsewhere = `Passkeys work at ${String(host)} alone: open this page there`
    const message =
      kind === 'SecurityError' ? elsewhere : (MESSAGES[kind] ?? 'The passkey could not be used. Try again')
    throw new Error(message, { cause: failure })
  }
}

export const signWithPasskey = (options: Options): Promise<Assertion> =>
  withMessage(() => startAuthentication({ optionsJSON: options as never }), options.rpId)

export const makePasskey = (options: Options): Promise<Attestation> =>
  withMessage(() => startRegistration({ optionsJSON: options as never }), (options.rp as { id?: string }).id)
