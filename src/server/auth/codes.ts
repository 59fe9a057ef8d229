import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { hashPassword, isPassword } from './password.ts'

/** Codes that people type: of an authenticator app (TOTP, RFC 6238), and recovery codes. */

const STEP_SECONDS = 30
export const RECOVERY_CODES = 10
/** Excludes letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_LENGTH = 10

export const newSecret = (): string => generateSecret()

/** Returns the address for an authenticator app's QR code. */
export const addressOfSecret = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  generateURI({ issuer, label, secret })

/**
 * Returns the step of 30 seconds of a code: the current one or one next to it, because clocks differ. Undefined for a
 * wrong code, and for a step up to `lastStep`.
 */
export function stepOf(code: string, secret: string, now: Date, lastStep: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return
  const epoch = Math.floor(now.getTime() / 1000)
  const checked = verifySync({ secret, token: digits, epoch, epochTolerance: STEP_SECONDS })
  if (!checked.valid) return
  const step = Math.floor(epoch / STEP_SECONDS) + checked.delta
  return step > lastStep ? step : undefined
}

/** Makes a recovery code, such as `k7qd9-xmp4r`: fifty bits, stored with argon2id. */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, RECOVERY_LENGTH / 2)}-${characters.slice(RECOVERY_LENGTH / 2)}`
}

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

export const hashRecoveryCode = (code: string) => hashPassword(plain(code))

/** Finds a recovery code. All are tried, so that the time of the answer reveals nothing. */
export async function recoveryCodeIn<C extends { codeHash: string }>(
  codes: readonly C[],
  code: string,
): Promise<C | undefined> {
  let found: C | undefined
  for (const one of codes) if (await isPassword(plain(code), one.codeHash)) found = one
  return found
}
