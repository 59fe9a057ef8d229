import { isAdmin } from '#contract/permissions.ts'
import {
  customerByEmail,
  fullName,
  queueReset,
  setCustomerPassword,
  spendReset,
} from '#features/customers/server/store.ts'
import { queueMail } from '#features/mail/server/store.ts'
import { handle } from '#server/http/handle.ts'
import { forbidden, invalid, notFound, unauthorized } from '#server/http/problem.ts'
import { forgive, limit } from '#server/http/rate-limit.ts'
import { session } from '../contract.ts'
import { messages } from '../rules.ts'
import { PASSWORD_RESET, type PasswordReset } from './letters.ts'
import { hashPassword, isNobodysPassword, isPassword } from './password.ts'
import {
  adminByEmail,
  adminWithRole,
  endSession,
  endSessionsOf,
  openSession,
  rotateRefreshToken,
  setPassword,
  usePasswordReset,
} from './store.ts'

/** Tries in a window, per address and per account: a person's typing errors fit, a guesser's do not. */
const SIGN_IN_LIMIT = { max: 10, seconds: 300 }
const SIGN_IN_LIMIT_IP = { max: 60, seconds: 300 }
const RESET_LIMIT = { max: 5, seconds: 900 }
const RESET_LIMIT_IP = { max: 30, seconds: 900 }

const BY_LINK = 'Reset the password by a mailed link'

export const handlers = handle(session, {
  login: async ({ app, db, body, now, request, write }) => {
    await limit(db, `login ip ${request.ip}`, SIGN_IN_LIMIT_IP, now)
    await limit(db, `login ${body.email}`, SIGN_IN_LIMIT, now)
    const admin = await adminByEmail(db, body.email)
    const known = admin ? await isPassword(body.password, admin.passwordHash) : await isNobodysPassword(body.password)
    if (!admin || !known) throw unauthorized(messages.invalidPassword)
    if (!isAdmin(admin.userType)) throw forbidden(messages.noPermissions)
    const opened = await write(async ({ db: tx, record }) => {
      const name = `${admin.firstName} ${admin.lastName}`.trim()
      await record({ entity: 'admin', id: admin.id, summary: `${name} signed in` }, { id: admin.id, name })
      await forgive(tx, `login ${body.email}`)
      return openSession(tx, admin.id, now)
    })
    return { tokens: await tokensOf(app, opened, now) }
  },

  profile: async ({ db, me }) => {
    const found = await adminWithRole(db, me.id)
    if (!found) throw notFound('admin')
    const { admin, role, permissions } = found
    const { id, email, userType, firstName, lastName, profileImage, mobile } = admin
    return { id, email, userType, firstName, lastName, profileImage, mobile, role, permissions: permissions ?? [] }
  },

  refresh: async ({ app, body, now, request, db, write }) => {
    await limit(db, `refresh ip ${request.ip}`, { max: 300, seconds: 300 }, now)
    const next = await write(({ db: tx }) => rotateRefreshToken(tx, body.token, now))
    if (!next) throw unauthorized('Your session has ended. Sign in again')
    return { tokens: await tokensOf(app, next, now) }
  },

  logout: async ({ db, me, now }) => {
    await endSession(db, me.sessionId, now)
  },

  forgotPassword: async ({ app, db, body, now, request, write }) => {
    await limit(db, `forgot ip ${request.ip}`, RESET_LIMIT_IP, now)
    await limit(db, `forgot ${body.email}`, RESET_LIMIT, now)
    const admin = await adminByEmail(db, body.email)
    const customer = await customerByEmail(db, body.email)
    // The same is done for an address that nobody has: neither the answer nor its duration tells whether somebody has it.
    await write(async ({ db: tx, record }) => {
      if (!admin && customer) {
        const actor = { id: null, name: fullName(customer) }
        await record({ entity: 'customer', id: customer.id, summary: 'Asked for a password reset' }, actor)
        return queueReset(tx, app.jobs, customer.id, customer.email!, now)
      }
      if (admin) {
        const actor = { id: admin.id, name: admin.email }
        await record({ entity: 'admin', id: admin.id, summary: 'Asked for a password reset' }, actor)
      } else
        await record({ entity: 'admin', id: 'unknown', summary: 'Asked for a password reset of an unknown address' })
      const params: PasswordReset = { adminId: admin?.id ?? null }
      await queueMail(tx, app.jobs, { kind: PASSWORD_RESET, recipient: body.email, params }, now)
    })
  },

  resetPassword: async ({ db, params, body, now, request, write }) => {
    await limit(db, `reset ip ${request.ip}`, RESET_LIMIT_IP, now)
    const passwordHash = await hashPassword(body.password)
    await write(async ({ db: tx, record }) => {
      const adminId = await usePasswordReset(tx, params.token, now)
      if (adminId) {
        await setPassword(tx, adminId, passwordHash)
        await endSessionsOf(tx, adminId, now)
        const { admin } = (await adminWithRole(tx, adminId))!
        const name = `${admin.firstName} ${admin.lastName}`.trim()
        return record({ entity: 'admin', id: adminId, summary: BY_LINK }, { id: adminId, name })
      }
      const customer = await spendReset(tx, params.token, now)
      if (!customer) throw invalid({ token: 'This link has expired or was used already. Ask for a new one' })
      await record({ entity: 'customer', id: customer.id, summary: BY_LINK }, { id: null, name: fullName(customer) })
      await setCustomerPassword(tx, customer.id, passwordHash, now)
    })
  },
})

const tokensOf = async (
  app: { accessTokens: { sign: (id: string, now: Date) => Promise<string> } },
  opened: { sessionId: string; refreshToken: string },
  now: Date,
) => ({ access_token: await app.accessTokens.sign(opened.sessionId, now), refresh_token: opened.refreshToken })
