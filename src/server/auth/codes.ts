import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { hashPassword, isPassword } from './password.ts'

/** Codes that people type: of an authenticator app (TOTP, RFC 6238), and those that are kept for its loss. */

const STEP_SECONDS = 30
export const RECOVERY_CODES = 10
/** Without letters and digits that are taken for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_LENGTH = 10

export const newSecret = (): string => generateSecret()

/** What an authenticator app reads from a QR code. */
export const addressOfSecret = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  generateURI({ issuer, label, secret })

/**
 * The step of 30 seconds that a code stands for: this one, or one beside it, for clocks that differ. Undefined for a wrong
 * code and for one of a step that is not after `lastStep`.
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

/** `k7qd9-xmp4r`: fifty bits, which argon2id keeps. */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, RECOVERY_LENGTH / 2)}-${characters.slice(RECOVERY_LENGTH / 2)}`
}

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

export const hashRecoveryCode = (code: string) => hashPassword(plain(code))

/** Which of the codes it is; all are tried, so that the time of the answer says nothing. */
export async function recoveryCodeIn<C extends { codeHash: string }>(
  codes: readonly C[],
  code: string,
): Promise<C | undefined> {
  let found: C | undefined
  for (const one of codes) if (await isPassword(plain(code), one.codeHash)) found = one
  return found
}
