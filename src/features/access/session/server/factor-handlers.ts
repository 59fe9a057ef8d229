import { factors, type Proof } from '#contract/factors.ts'
import { isAdmin } from '#contract/permissions.ts'
import { noteRefusedOwn } from '#server/audit/refused.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { addChallenge, spendChallenge, tryChallenge } from '#server/auth/challenges.ts'
import { countFactors, factorsOf, passkeyBy } from '#server/auth/factors.ts'
import { assertionOptions } from '#server/auth/passkeys.ts'
import { isPassword } from '#server/auth/password.ts'
import { askForFactor, check, checkPasskey } from '#server/auth/prove.ts'
import { confirmSession } from '#server/auth/sessions.ts'
import { adminWithRole } from '#server/auth/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { forbidden, invalid, unauthorized } from '#server/http/problem.ts'
import { addressOf, forgive, limit, networkOf } from '#server/http/rate-limit.ts'
import { messages } from '../rules.ts'
import { noteFailed, noteFailedFactor, WRONG } from './failed.ts'
import { nameOf } from '#contract/session.ts'
import { isAtHome, openFor, tokensOf } from './opening.ts'

/**
 * Tries in a window, as of passwords. A ticket takes the right password, so of an account few are let through in an hour:
 * six digits are soon guessed otherwise. Whoever signed in from their own network before is not kept out by others' tries.
 */
const LIMIT = { max: 10, seconds: 300 }
const LIMIT_IP = { max: 60, seconds: 300 }
const LIMIT_ACCOUNT = { max: 30, seconds: 3600 }

export const factorHandlers = handle(factors, {
  factor: async ({ app, db, body: { challengeToken, proof }, now, request, write }) => {
    await limit(db, `factor ip ${addressOf(request.ip)}`, LIMIT_IP, now)
    const challenge = await tryChallenge(db, challengeToken, { purpose: 'sign-in' }, now)
    const admin = challenge?.adminId && (await adminWithRole(db, challenge.adminId))?.admin
    if (!admin) throw unauthorized(messages.challengeOver)
    const network = networkOf(request.ip)
    await limit(db, `factor ${admin.id} ${network}`, LIMIT, now)
    if (!(await isAtHome(db, admin, network))) await limit(db, `factor ${admin.id}`, LIMIT_ACCOUNT, now)
    const use = await check(app, { adminId: admin.id, challengeToken, proof }, now)
    const opened =
      use &&
      (await write(async ({ db: tx, record }) => {
        if (!(await use(tx)) || !(await spendChallenge(tx, challengeToken, now))) return
        await forgive(tx, `factor ${admin.id} ${network}`)
        await forgive(tx, `factor ${admin.id}`)
        const name = nameOf(admin)
        const summary: AuditSummary = `Signed in with a password and ${METHOD_LABELS[proof.method]}`
        await record({ entity: 'admin', id: admin.id, summary }, { id: admin.id, name })
        return openFor(tx, app, admin, { means: 'password', request, now })
      }))
    if (opened) return { tokens: await tokensOf(app, opened, now) }
    await noteFailedFactor({ app, now, request }, factors.factor, proof.method, admin)
    throw unauthorized(wrongMessage(proof))
  },

  passkeyOptions: async ({ app, db, now, request }) => {
    await limit(db, `passkey options ip ${addressOf(request.ip)}`, LIMIT_IP, now)
    const challengeToken = await addChallenge(db, { purpose: 'passkey' }, now)
    return { challengeToken, options: await assertionOptions(app, challengeToken) }
  },

  passkey: async ({ app, db, body: { challengeToken, assertion }, now, request, write }) => {
    await limit(db, `passkey ip ${addressOf(request.ip)}`, LIMIT_IP, now)
    const challenge = await tryChallenge(db, challengeToken, { purpose: 'passkey' }, now)
    if (!challenge) throw unauthorized(messages.challengeOver)
    const passkey = await passkeyBy(db, assertion.id)
    const admin = passkey && (await adminWithRole(db, passkey.adminId))?.admin
    const use = admin && (await checkPasskey(app, challengeToken, passkey, assertion, now))
    if (use && !isAdmin(admin.userType)) {
      noteFailed({ app, now, request, email: admin.email }, 'noAdmin')
      throw forbidden(messages.noPermissions)
    }
    const opened =
      use &&
      (await write(async ({ db: tx, record }) => {
        if (!(await use(tx)) || !(await spendChallenge(tx, challengeToken, now))) return
        const name = nameOf(admin)
        await record({ entity: 'admin', id: admin.id, summary: 'Signed in with a passkey' }, { id: admin.id, name })
        return openFor(tx, app, admin, { means: 'passkey', request, now })
      }))
    if (opened) return { tokens: await tokensOf(app, opened, now) }
    await noteFailedFactor({ app, now, request }, factors.passkey, 'passkey', admin)
    throw unauthorized(messages.wrongPasskey)
  },

  confirmOptions: async ({ app, db, me, now }) => {
    await limit(db, `confirm options ${me.id}`, LIMIT_IP, now)
    return askForFactor(app, db, { purpose: 'confirm', adminId: me.id, sessionId: me.sessionId }, now)
  },

  confirm: async ({ app, db, me, body, now, request, write }) => {
    const noted = (summary: AuditSummary) =>
      noteRefusedOwn(db, { me, call: factors.confirm, requestId: request.id, now }, summary)
    await limit(db, `confirm ${me.id}`, LIMIT, now, () => noted('Failed too often to confirm their identity'))
    const use = 'password' in body ? await checkPassword(db, me, body.password) : await checkProof(app, me, body, now)
    const isConfirmed =
      use &&
      (await write(async ({ db: tx, record }) => {
        if (!(await use(tx))) return false
        await forgive(tx, `confirm ${me.id}`)
        await confirmSession(tx, me.sessionId, now)
        await record({ entity: 'admin', id: me.id, summary: 'Confirmed their identity' })
        return true
      }))
    if (isConfirmed) return
    await noted(`Failed to confirm their identity: ${'password' in body ? 'wrong password' : WRONG[body.proof.method]}`)
    if ('password' in body) throw invalid({ password: messages.invalidPassword })
    throw invalid({ proof: wrongMessage(body.proof) })
  },
})

/** Only of somebody who has nothing better. */
async function checkPassword(db: Db, me: Principal, password: string) {
  if (countFactors(await factorsOf(db, me.id))) throw invalid({ password: messages.factorInstead })
  const { admin } = (await adminWithRole(db, me.id))!
  return (await isPassword(password, admin.passwordHash)) ? async () => true : undefined
}

/** With a ticket of the same session. */
async function checkProof(
  app: App,
  me: Principal,
  { challengeToken, proof }: { challengeToken: string; proof: Proof },
  now: Date,
) {
  const about = { purpose: 'confirm', adminId: me.id, sessionId: me.sessionId } as const
  if (!(await tryChallenge(app.db, challengeToken, about, now))) throw invalid({ proof: messages.challengeOver })
  const use = await check(app, { adminId: me.id, challengeToken, proof }, now)
  return use && (async (tx: Db) => (await use(tx)) && spendChallenge(tx, challengeToken, now))
}

const METHOD_LABELS: Record<Proof['method'], string> = {
  passkey: 'a passkey',
  authenticator: 'an authenticator app',
  recovery: 'a recovery code',
}
const wrongMessage = ({ method }: Proof) => (method === 'passkey' ? messages.wrongPasskey : messages.wrongCode)
