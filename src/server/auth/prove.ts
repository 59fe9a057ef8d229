import type { TwoFactorRequired } from '#contract/session.ts'
import type { Assertion, Proof } from '#contract/factors.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { unavailable } from '../http/problem.ts'
import { addChallenge, type Challenge } from './challenges.ts'
import { recoveryCodeIn, stepOf } from './codes.ts'
import {
  countFactors,
  factorsOf,
  notePasskeyUse,
  noteStep,
  useRecoveryCode,
  type Factors,
  type Passkey,
} from './factors.ts'
import { assertionOptions, counterAfter } from './passkeys.ts'

/** Proofs of identity with a password or a second factor: the challenge, and the check of the answer. */

/** Records in the following transaction that a proof was used. @returns false if a parallel call used it */
type Use = (tx: Db) => Promise<boolean>

export const methodsOf = (factors: Factors): TwoFactorRequired['methods'] => {
  if (!countFactors(factors)) return ['password']
  return [
    ...(factors.passkeys.length ? (['passkey'] as const) : []),
    ...(factors.authenticator ? (['authenticator'] as const) : []),
    ...(factors.recoveryCodes.length ? (['recovery'] as const) : []),
  ]
}

/** Makes a challenge for an account, with the factors that can answer it. */
export async function askForFactor(
  app: App,
  db: Db,
  about: Pick<Challenge, 'purpose'> & { adminId: number; sessionId?: string },
  now: Date,
): Promise<TwoFactorRequired> {
  const factors = await factorsOf(db, about.adminId)
  const challengeToken = await addChallenge(db, about, now)
  const passkey = factors.passkeys.length ? await assertionOptions(app, challengeToken, factors.passkeys) : undefined
  return { challengeToken, methods: methodsOf(factors), ...(passkey && { passkey }) }
}

/** @returns a function that records the use; undefined for a wrong answer. Stores nothing yet. */
export async function check(
  app: App,
  given: { adminId: number; challengeToken: string; proof: Proof },
  now: Date,
): Promise<Use | undefined> {
  const { adminId, challengeToken, proof } = given
  const factors = await factorsOf(app.db, adminId)
  if (!countFactors(factors)) return
  if (proof.method === 'passkey') {
    const passkey = factors.passkeys.find(({ credentialId }) => credentialId === proof.assertion.id)
    return passkey && checkPasskey(app, challengeToken, passkey, proof.assertion, now)
  }
  if (proof.method === 'authenticator') {
    const { authenticator } = factors
    if (!authenticator) return
    const secret = openSecret(app, authenticator.sealedSecret, adminId)
    const step = stepOf(proof.code, secret, now, authenticator.lastStep)
    return step === undefined ? undefined : (tx) => noteStep(tx, adminId, step)
  }
  const code = await recoveryCodeIn(factors.recoveryCodes, proof.code)
  return code && ((tx) => useRecoveryCode(tx, code.id, now))
}

export async function checkPasskey(
  app: App,
  challengeToken: string,
  passkey: Passkey,
  assertion: Assertion,
  now: Date,
): Promise<Use | undefined> {
  const counter = await counterAfter(app, challengeToken, passkey, assertion)
  return counter === undefined ? undefined : (tx) => notePasskeyUse(tx, passkey, counter, now)
}

const placeOf = (adminId: number) => Buffer.from(`authenticator of admin ${adminId}`)

export const sealSecret = (app: App, secret: string, adminId: number) =>
  app.factorSealing.seal(secret, placeOf(adminId))

/** @throws 503 if the server's session secret is not the one of the encryption */
export function openSecret(app: App, sealed: Buffer, adminId: number): string {
  try {
    return app.factorSealing.open(sealed, placeOf(adminId))
  } catch {
    throw unavailable('Codes of authenticator apps cannot be checked, because SESSION_SECRET has changed', 60)
  }
}
