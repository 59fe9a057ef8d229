import { encode } from 'uqr'
import type { App } from '#server/app.ts'
import { addChallenge, spendChallenge, tryChallenge } from '#server/auth/challenges.ts'
import {
  addressOfSecret,
  hashRecoveryCode,
  newRecoveryCode,
  newSecret,
  RECOVERY_CODES,
  stepOf,
} from '#server/auth/codes.ts'
import { queueSecurityEmail, type FactorChange } from '#features/access/session/server/public.ts'
import { deviceOf } from '#server/auth/device.ts'
import {
  addPasskey,
  countFactors,
  factorsOf,
  removeAuthenticator,
  removePasskey,
  removeRecoveryCodes,
  renamePasskey,
  replaceRecoveryCodes,
  setAuthenticator,
  type Passkey,
} from '#server/auth/factors.ts'
import { registered, registrationOptions } from '#server/auth/passkeys.ts'
import { openSecret, sealSecret } from '#server/auth/prove.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import { adminWithRole, lockAccount } from '#server/auth/store.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { dayOf } from '#contract/time.ts'
import { isolated } from '#contract/isolate.ts'
import { handle, type Context } from '#server/http/handle.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import { limit } from '#server/http/rate-limit.ts'
import { twoFactorFrom } from '#server/http/second-factor.ts'
import { accountFactors, type PasskeyRow } from '../factor-contract.ts'
import { factorMessages as messages, PASSKEYS_MOST } from '../factor-rules.ts'

/** Of what makes a new secret or ticket. */
const LIMIT = { max: 30, seconds: 300 }

export const factorHandlers = handle(accountFactors, {
  factors: async ({ app, db, me, now, request }) => {
    const { passkeys, authenticator, recoveryCodes } = await factorsOf(db, me.id)
    return {
      passkeys: passkeys.map(toRow),
      authenticator: authenticator ? { confirmed_at: authenticator.confirmedAt.toISOString() } : null,
      recoveryCodes: recoveryCodes[0]
        ? { left: recoveryCodes.length, made_at: recoveryCodes[0].createdAt.toISOString() }
        : null,
      isRequired: isRequired(app, me, now),
      device: deviceOf(request.headers['user-agent']),
    }
  },

  passkeyOptions: async ({ app, db, me, now }) => {
    await limit(db, `own factors ${me.id}`, LIMIT, now)
    const { passkeys } = await factorsOf(db, me.id)
    if (passkeys.length >= PASSKEYS_MOST) throw conflict(messages.tooManyPasskeys)
    const challengeToken = await addChallenge(db, { purpose: 'add-passkey', ...challengeOwner(me) }, now)
    return { challengeToken, options: await registrationOptions(app, challengeToken, me, passkeys) }
  },

  addPasskey: async ({ app, db, me, body: { challengeToken, name, attestation }, now, request, write }) => {
    if (!(await tryChallenge(db, challengeToken, { purpose: 'add-passkey', ...challengeOwner(me) }, now)))
      throw invalid({ challengeToken: messages.over })
    const made = await registered(app, challengeToken, attestation)
    if (!made) throw invalid({ attestation: messages.passkeyRefused })
    return write(async ({ db: tx, record }) => {
      await lockAccount(tx, me.id)
      if (!(await spendChallenge(tx, challengeToken, now))) throw invalid({ challengeToken: messages.over })
      const passkey = await onceOnly(() => addPasskey(tx, { ...made, adminId: me.id, name, createdAt: now }))
      await follow(tx, { app, me, now, request }, 'passkey added')
      await record({ ...about(me), summary: `Added the passkey ${isolated(name)} to their own account` })
      return toRow(passkey)
    })
  },

  renamePasskey: async ({ db, me, params: { id }, body: { name }, record }) => {
    const before = await passkeyOr404(db, me, id)
    const passkey = (await renamePasskey(db, me.id, id, name))!
    await record({
      ...about(me),
      summary: `Renamed their own passkey ${isolated(before.name)}`,
      before: { name: before.name },
      after: { name },
    })
    return toRow(passkey)
  },

  removePasskey: async ({ app, db, me, params: { id }, now, request, record }) => {
    await lockAccount(db, me.id)
    const passkey = await passkeyOr404(db, me, id)
    await assertCanRemove(db, app, me, now)
    await removePasskey(db, me.id, id)
    await follow(db, { app, me, now, request }, 'passkey removed')
    await record({ ...about(me), summary: `Removed the passkey ${isolated(passkey.name)} from their own account` })
  },

  newAuthenticator: async ({ app, db, me, now }) => {
    await limit(db, `own factors ${me.id}`, LIMIT, now)
    const secret = newSecret()
    const data = sealSecret(app, secret, me.id)
    const challengeToken = await addChallenge(db, { purpose: 'add-authenticator', ...challengeOwner(me), data }, now)
    const address = addressOfSecret(secret, { issuer: app.env.chainName, label: me.email })
    const { data: rows } = encode(address, { border: 0 })
    return { challengeToken, secret, qr: rows.map((row) => row.map(Number).join('')) }
  },

  setAuthenticator: async ({ app, db, me, body: { challengeToken, code }, now, request, write }) => {
    const challenge = await tryChallenge(
      db,
      challengeToken,
      { purpose: 'add-authenticator', ...challengeOwner(me) },
      now,
    )
    if (!challenge?.data) throw invalid({ code: messages.over })
    const sealedSecret = challenge.data
    const step = stepOf(code, openSecret(app, sealedSecret, me.id), now, 0)
    if (step === undefined) throw invalid({ code: messages.wrongCode })
    await write(async ({ db: tx, record }) => {
      await lockAccount(tx, me.id)
      if (!(await spendChallenge(tx, challengeToken, now))) throw invalid({ code: messages.over })
      await setAuthenticator(tx, { adminId: me.id, sealedSecret, confirmedAt: now, lastStep: step })
      await follow(tx, { app, me, now, request }, 'authenticator added')
      await record({ ...about(me), summary: 'Set up an authenticator app for their own account' })
    })
  },

  removeAuthenticator: async ({ app, db, me, now, request, record }) => {
    await lockAccount(db, me.id)
    if (!(await factorsOf(db, me.id)).authenticator) throw conflict(messages.noAuthenticator)
    await assertCanRemove(db, app, me, now)
    await removeAuthenticator(db, me.id)
    await follow(db, { app, me, now, request }, 'authenticator removed')
    await record({ ...about(me), summary: 'Removed the authenticator app from their own account' })
  },

  newRecoveryCodes: async ({ app, db, me, now, request, write }) => {
    await limit(db, `own factors ${me.id}`, LIMIT, now)
    if (!countFactors(await factorsOf(db, me.id))) throw conflict(messages.codesNeedFactor)
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    const hashes = await Promise.all(codes.map(hashRecoveryCode))
    await write(async ({ db: tx, record }) => {
      await lockAccount(tx, me.id)
      if (!countFactors(await factorsOf(tx, me.id))) throw conflict(messages.codesNeedFactor)
      await replaceRecoveryCodes(tx, me.id, hashes, now)
      await follow(tx, { app, me, now, request }, 'recovery codes made')
      await record({ ...about(me), summary: 'Created new recovery codes for their own account' })
    })
    return { codes }
  },
})

const about = (me: Principal) => ({ entity: 'admin', id: me.id })
const challengeOwner = (me: Principal) => ({ adminId: me.id, sessionId: me.sessionId })

const toRow = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRow => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** What follows from every change: other sessions end, the person is told, and codes without a factor are no use. */
async function follow(
  tx: Db,
  { app, me, now, request }: Pick<Context<Endpoint>, 'app' | 'now' | 'request'> & { me: Principal },
  change: FactorChange,
) {
  if (!countFactors(await factorsOf(tx, me.id))) await removeRecoveryCodes(tx, me.id)
  await endSessionsOf(tx, me.id, now, me.sessionId)
  const where = `${deviceOf(request.headers['user-agent'])} from ${request.ip}`
  const { admin } = (await adminWithRole(tx, me.id))!
  await queueSecurityEmail(tx, app, admin, { what: change, where }, now)
}

async function passkeyOr404(db: Db, me: Principal, id: number): Promise<Passkey> {
  const passkey = (await factorsOf(db, me.id)).passkeys.find((one) => one.id === id)
  if (!passkey) throw notFound('passkey')
  return passkey
}

const isRequired = (app: App, me: Principal, now: Date): boolean => {
  const from = twoFactorFrom(app.env, me.roleTwoFactorFrom)
  return from !== undefined && from <= dayOf(now, app.env.zone)
}

/** @throws 409 of the last factor of somebody who needs one */
async function assertCanRemove(tx: Db, app: App, me: Principal, now: Date): Promise<void> {
  if (isRequired(app, me, now) && countFactors(await factorsOf(tx, me.id)) < 2) throw conflict(messages.lastIsRequired)
}

/** @throws 422 for a passkey that is somebody's already */
async function onceOnly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlError(error).code === '23505') throw invalid({ attestation: messages.passkeyRefused })
    throw error
  }
}
