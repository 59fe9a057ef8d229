import { isAdmin, pointsLimitOf } from '#contract/permissions.ts'
import { SESSION_ENDED } from '#contract/message.ts'
import { CUSTOMER_PASSWORD_MIN } from '#contract/password.ts'
import { nameOf } from '#contract/session.ts'
import { isolated } from '#contract/isolate.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { forbidden, invalid, notFound, unauthorized } from '#server/http/problem.ts'
import { addressOf, forgive, limit, networkOf } from '#server/http/rate-limit.ts'
import { session } from '../contract.ts'
import { messages } from '../rules.ts'
import { noteFailed, noteReuse } from './failed.ts'
import { PASSWORD_RESET, type PasswordReset } from './emails.ts'
import { queueSecurityEmail } from './security-emails.ts'
import { isAtHome, openFor, tokensOf } from './opening.ts'
import { countFactors, factorsOf } from '#server/auth/factors.ts'
import { askForFactor } from '#server/auth/prove.ts'
import { factorNeededFrom } from '#server/http/second-factor.ts'
import { hashPassword, isUnknownAccountsPassword, isOfOldCost, isPassword } from '#server/auth/password.ts'
import { newPasswordHash, passwordMinOf, type PasswordOwner } from '#server/auth/password-rules.ts'
import { canUsePassword } from '#server/auth/sign-in-by.ts'
import { isStillGiven } from '#server/auth/assigned-roles.ts'
import { invitedWith, useInvitation } from '#server/auth/invitations.ts'
import { endSession, endSessionsOf, rotateRefreshToken, sessionOf } from '#server/auth/sessions.ts'
import {
  adminByEmail,
  adminWithRole,
  ownerOfReset,
  renewHash,
  setPassword,
  usePasswordReset,
  type Admin,
} from '#server/auth/store.ts'

/**
 * Tries in a window: by address, by account and network, and, much higher, by account. A person's typing errors fit, a
 * guesser's do not; and a stranger's tries keep nobody out who signed in from their own network before.
 */
const SIGN_IN_LIMIT = { max: 10, seconds: 300 }
const SIGN_IN_LIMIT_IP = { max: 60, seconds: 300 }
const SIGN_IN_LIMIT_ACCOUNT = { max: 200, seconds: 300 }
const RESET_LIMIT = { max: 5, seconds: 900 }
const RESET_LIMIT_IP = { max: 30, seconds: 900 }
const RESET_LIMIT_ACCOUNT = { max: 50, seconds: 900 }

/** Tries are counted all the same: the time of an answer must not tell who signs in from where. */
const endlessIf = <L extends { max: number }>(isHome: boolean, rule: L): L =>
  isHome ? { ...rule, max: Infinity } : rule

const BY_LINK = 'Reset the password with an emailed link'

export const handlers = handle(session, {
  login: async ({ app, db, body, now, request, write }) => {
    const attempt = { app, now, request, email: body.email }
    const tooMany = async () => noteFailed(attempt, 'tooMany')
    await limit(db, `login ip ${addressOf(request.ip)}`, SIGN_IN_LIMIT_IP, now, tooMany)
    const noPasswordReason = passwordDisabledReason(app.env, body.email)
    if (noPasswordReason) throw forbidden(noPasswordReason)
    const network = networkOf(request.ip)
    await limit(db, `login ${body.email} ${network}`, SIGN_IN_LIMIT, now, tooMany)
    const admin = await adminByEmail(db, body.email)
    const isHome = await isAtHome(db, admin, network)
    await limit(db, `login ${body.email}`, endlessIf(isHome, SIGN_IN_LIMIT_ACCOUNT), now, tooMany)
    const known = admin
      ? await isPassword(body.password, admin.passwordHash)
      : await isUnknownAccountsPassword(body.password)
    if (!admin || !known) {
      noteFailed(attempt, 'wrong')
      throw unauthorized(messages.invalidPassword)
    }
    if (!isAdmin(admin.userType)) {
      noteFailed(attempt, 'noAdmin')
      throw forbidden(messages.noPermissions)
    }
    const renewed =
      admin.passwordHash && isOfOldCost(admin.passwordHash) ? await hashPassword(body.password) : undefined
    const answer = await write(async ({ db: tx, record }) => {
      if (renewed) await renewHash(tx, admin.id, renewed)
      await forgive(tx, `login ${body.email} ${network}`)
      if (countFactors(await factorsOf(tx, admin.id)))
        return { factor: await askForFactor(app, tx, { purpose: 'sign-in', adminId: admin.id }, now) }
      const name = nameOf(admin)
      await record({ entity: 'admin', id: admin.id, summary: 'Signed in' }, { id: admin.id, name })
      return { opened: await openFor(tx, app, admin, { means: 'password', request, now }) }
    })
    return answer.factor ? { factor: answer.factor } : { tokens: await tokensOf(app, answer.opened, now) }
  },

  profile: async ({ app, db, me }) => {
    const [found, opened] = await Promise.all([
      adminWithRole(db, me.id),
      me.sessionId ? sessionOf(db, me.sessionId) : undefined,
    ])
    if (!found) throw notFound('admin')
    const { admin, role, permissions, pointsLimit } = found
    const { id, email, userType, firstName, lastName, profileImage, mobile } = admin
    return {
      id,
      email,
      userType,
      firstName,
      lastName,
      profileImage,
      mobile,
      role,
      permissions: permissions ?? [],
      cinemaRoles: me.cinemaRoles,
      pointsLimit: pointsLimitOf(userType, pointsLimit, me.cinemaRoles),
      twoFactorFrom: factorNeededFrom(app.env, me),
      provider: opened?.provider ?? null,
    }
  },

  refresh: async ({ app, body, now, request, db, write }) => {
    await limit(db, `refresh ip ${addressOf(request.ip)}`, { max: 300, seconds: 300 }, now)
    const next = await write(async ({ db: tx }) => {
      const rotated = await rotateRefreshToken(tx, body.token, now, app.env.session)
      if (rotated && 'reusedBy' in rotated) await noteReuse(tx, { app, now, request }, rotated.reusedBy)
      else return rotated
    })
    if (!next) throw unauthorized(SESSION_ENDED)
    return { tokens: await tokensOf(app, next, now) }
  },

  logout: async ({ db, me, now, record }) => {
    await endSession(db, me.sessionId, now)
    await record({ entity: 'admin', id: me.id, summary: 'Signed out' })
  },

  forgotPassword: async ({ app, db, body, now, request, write }) => {
    await limit(db, `forgot ip ${addressOf(request.ip)}`, RESET_LIMIT_IP, now)
    const network = networkOf(request.ip)
    await limit(db, `forgot ${body.email} ${network}`, RESET_LIMIT, now)
    const admin = await adminByEmail(db, body.email)
    const isHome = await isAtHome(db, admin, network)
    await limit(db, `forgot ${body.email}`, endlessIf(isHome, RESET_LIMIT_ACCOUNT), now)
    // The same is done for every address, and who has it is found out when the email is written: neither the answer nor
    // its duration tells whether somebody has it.
    await write(async ({ db: tx, record }) => {
      const actor = admin && { id: admin.id, name: admin.email }
      const summary: AuditSummary = `Requested a password reset${admin ? '' : ' for an address without an account'}`
      await record({ entity: 'admin', id: admin?.id ?? 'unknown', summary }, actor)
      const params: PasswordReset = { email: body.email }
      await queueEmail(tx, app.jobs, { kind: PASSWORD_RESET, recipient: body.email, params }, now)
    })
  },

  resetPassword: async ({ app, db, params, body, now, request, write }) => {
    await limit(db, `reset ip ${addressOf(request.ip)}`, RESET_LIMIT_IP, now)
    const { owner, min } = await goodReset(app, params.token, now)
    const passwordHash = await newPasswordHash(app, body.password, owner, min)
    await write(async ({ db: tx, record }) => {
      const adminId = await usePasswordReset(tx, params.token, now)
      if (adminId) {
        await setPassword(tx, adminId, passwordHash)
        await endSessionsOf(tx, adminId, now)
        const { admin } = (await adminWithRole(tx, adminId))!
        await queueSecurityEmail(tx, app, admin, { what: 'password changed' }, now)
        const name = nameOf(admin)
        return record({ entity: 'admin', id: adminId, summary: BY_LINK }, { id: adminId, name })
      }
      for (const { spend } of app.passwordResets) {
        const whose = await spend(tx, { token: params.token, passwordHash, now })
        if (whose) return record({ ...whose, summary: BY_LINK }, { id: null, name: isolated(whose.name) })
      }
      throw badLink()
    })
  },

  passwordReset: async ({ app, db, params, now, request }) => {
    await limit(db, `reset ip ${addressOf(request.ip)}`, RESET_LIMIT_IP, now)
    const { min } = await goodReset(app, params.token, now)
    return { min }
  },

  invitation: async ({ app, db, params, now, request }) => {
    await limit(db, `invitation ip ${addressOf(request.ip)}`, RESET_LIMIT_IP, now)
    const { id, email, firstName } = await invitedOr422(db, params.token, now)
    return { email, firstName, min: await passwordMinOf(db, app.env, id) }
  },

  acceptInvitation: async ({ app, db, params, body, now, request, write }) => {
    await limit(db, `invitation ip ${addressOf(request.ip)}`, RESET_LIMIT_IP, now)
    const passwordHash = await newPasswordHash(app, body.password, await invitedOr422(db, params.token, now))
    const opened = await write(async ({ db: tx, record }) => {
      const admin = await useInvitation(tx, params.token, now)
      if (!admin) throw invalid({ token: messages.badInvitation })
      await mustStillBeGiven(tx, admin)
      await setPassword(tx, admin.id, passwordHash)
      const name = nameOf(admin)
      const summary = 'Accepted the invitation and signed in'
      await record({ entity: 'admin', id: admin.id, summary }, { id: admin.id, name })
      return openFor(tx, app, admin, { means: 'password', request, now })
    })
    return { tokens: await tokensOf(app, opened, now) }
  },
})

async function invitedOr422(db: Db, token: string, now: Date): Promise<Admin> {
  const admin = await invitedWith(db, token, now)
  if (!admin) throw invalid({ token: messages.badInvitation })
  await mustStillBeGiven(db, admin)
  return admin
}

/** What somebody is invited to is no more than whoever invited them may give when they accept. */
async function mustStillBeGiven(db: Db, admin: Admin): Promise<void> {
  if (!(await isStillGiven(db, admin))) throw invalid({ token: messages.invitationOutgrown })
}

const badLink = () => invalid({ token: messages.badLink })

/** Whose a mailed link is, and how long their new password is at least. */
async function goodReset(app: App, token: string, now: Date): Promise<{ owner: PasswordOwner; min: number }> {
  const admin = await ownerOfReset(app.db, token, now)
  if (admin) return { owner: admin, min: await passwordMinOf(app.db, app.env, admin.id) }
  for (const { owner: ownerOf } of app.passwordResets) {
    const owner = await ownerOf(app.db, token, now)
    if (owner) return { owner, min: CUSTOMER_PASSWORD_MIN }
  }
  throw badLink()
}

/** Where passwords are for some alone: where everybody else signs in. The same for every address, known or not. */
const passwordDisabledReason = (env: App['env'], email: string) =>
  canUsePassword(env, email)
    ? undefined
    : `Passwords are turned off. Continue with ${env.providers.map(({ name }) => name).join(' or ')}.`
