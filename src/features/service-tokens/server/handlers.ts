import {
  addToken,
  everyToken,
  findToken,
  holdRoleName,
  isNameTaken,
  revokeToken,
  type ServiceToken as Token,
} from '#server/auth/service-tokens.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import { serviceTokens, type ServiceToken } from '../contract.ts'
import { messages } from '../rules.ts'

const DAY_MS = 86_400_000

export const handlers = handle(serviceTokens, {
  list: async ({ db }) => ({ tokens: (await everyToken(db)).map(toWire) }),

  create: ({ body: { name, roleId, days }, me, now, write }) =>
    write(async ({ db, record }) => {
      const role = await holdRoleName(db, roleId)
      if (role === undefined) throw invalid({ roleId: messages.unknownRole })
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      try {
        const made = await addToken(db, { name, roleId, createdBy: me.name, expiresAt }, now)
        const token = toWire(made.token)
        const summary = `Made the service token ${name} with the role ${role}`
        await record({ ...about(token), summary, after: audited(token) })
        return { token, secret: made.secret }
      } catch (error) {
        throw isNameTaken(error) ? invalid({ name: messages.nameTaken }) : error
      }
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
  hint: token.hint,
  created_at: token.createdAt.toISOString(),
  created_by: token.createdBy,
  expires_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  revoked_at: token.revokedAt?.toISOString() ?? null,
})

const about = ({ id }: ServiceToken) => ({ entity: 'service token', id })
/** What the audit keeps of a token: never the secret. */
const audited = ({ name, role, hint, expires_at, revoked_at }: ServiceToken) => ({
  name,
  role,
  hint,
  expires_at,
  revoked_at,
})
