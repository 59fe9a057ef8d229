import {
  addToken,
  everyToken,
  findToken,
  giveSecret,
  lockRoleName,
  isNameUsed,
  revokeToken,
  type ServiceToken as Token,
} from '#server/auth/service-tokens.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/problem.ts'
import { serviceTokens, type ServiceToken } from '../contract.ts'
import { messages } from '../rules.ts'

const DAY_MS = 86_400_000

export const handlers = handle(serviceTokens, {
  list: async ({ db }) => ({ tokens: (await everyToken(db)).map(toWire) }),

  create: ({ body: { name, roleId, days }, me, now, write, isApproved }) =>
    write(async ({ db, record, declareAmount }) => {
      declareAmount(1, { fresh: ['id', 'last4', 'expires_at'] })
      const role = await lockRoleName(db, roleId)
      if (role === undefined) throw invalid({ roleId: messages.unknownRole })
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      try {
        const made = await addToken(db, { name, roleId, createdBy: me.name, createdById: me.id, expiresAt }, now, {
          isWithout: isApproved,
        })
        const token = toWire(made.token)
        const summary: AuditSummary = `Created the service token ${name} with the role ${role}, for ${days} days`
        await record({ ...about(token), summary, after: audited(token) })
        return { token, secret: made.secret }
      } catch (error) {
        throw isNameUsed(error) ? invalid({ name: messages.nameInUse }) : error
      }
    }),

  secret: ({ params: { id }, me, now, write }) =>
    write(async ({ db, record }) => {
      const there = await findToken(db, id)
      if (!there) throw notFound('token')
      if (there.createdById !== me.id) throw forbidden(messages.notYours)
      const given = await giveSecret(db, id, now)
      if (!given) throw conflict(messages.hasSecret, toWire(there))
      const token = toWire(given.token)
      const before = audited({ ...token, last4: '' })
      await record({
        ...about(token),
        summary: `Created the secret of the service token ${token.name}`,
        before,
        after: audited(token),
      })
      return { token, secret: given.secret }
    }),

  revoke: async ({ params: { id }, db, record, now }) => {
    const revoked = await revokeToken(db, id, now)
    if (!revoked) {
      const there = await findToken(db, id)
      throw there ? conflict(messages.isRevoked, toWire(there)) : notFound('token')
    }
    const token = toWire(revoked)
    await record({
      ...about(token),
      summary: `Revoked the service token ${token.name}`,
      before: audited({ ...token, revoked_at: null }),
      after: audited(token),
    })
    return token
  },
})

const toWire = (token: Token): ServiceToken => ({
  id: token.id,
  name: token.name,
  role: token.role,
  last4: token.last4,
  created_at: token.createdAt.toISOString(),
  created_by: token.createdBy,
  expires_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  revoked_at: token.revokedAt?.toISOString() ?? null,
})

const about = ({ id }: ServiceToken) => ({ entity: 'service token', id })
/** What the audit keeps of a token: never the secret. */
const audited = ({ name, role, last4, expires_at, revoked_at }: ServiceToken) => ({
  name,
  role,
  last4,
  expires_at,
  revoked_at,
})
