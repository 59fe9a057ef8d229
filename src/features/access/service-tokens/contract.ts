import * as z from 'zod/mini'
import { DbId, Instant, text } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { DAYS, messages, NAME_LENGTH } from './rules.ts'

/** What an integrator calls the API with, under a role. Its secret is stored hashed. */
export const ServiceToken = z.object({
  id: z.int(),
  name: z.string(),
  /** Null when the role was deleted: then it is good for nothing. */
  role: z.nullable(z.string()),
  /** The last four characters, to tell tokens apart; empty while it has no secret. */
  last4: z.string(),
  created_at: Instant,
  created_by: z.string(),
  expires_at: Instant,
  last_used_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
})
export type ServiceToken = z.infer<typeof ServiceToken>

export const serviceTokens = endpoints('service-tokens', {
  list: {
    method: 'GET',
    path: '/service-tokens',
    permission: 'superadmin',
    summary: 'List service tokens, newest first',
    reply: z.object({ tokens: z.array(ServiceToken) }),
  },
  create: {
    method: 'POST',
    path: '/service-tokens',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Create a service token. The reply is the only one with its secret.',
    body: z.object({
      name: text(NAME_LENGTH, messages.noName),
      roleId: z.int(messages.noRole),
      days: z.literal([...DAYS], messages.badDays),
    }),
    reply: z.object({ token: ServiceToken, secret: z.string() }),
    says: messages.made,
    // A reply that is kept for a second try would keep the secret.
    transaction: 'own',
  },
  secret: {
    method: 'POST',
    path: '/service-tokens/{id}/secret',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Create the secret of an approved token, for its requester',
    params: z.object({ id: DbId(errors.notFound('token')) }),
    reply: z.object({ token: ServiceToken, secret: z.string() }),
    says: messages.made,
    // A reply that is kept for a second try would keep the secret.
    transaction: 'own',
  },
  revoke: {
    method: 'DELETE',
    path: '/service-tokens/{id}',
    permission: 'superadmin',
    summary: 'Revoke a service token',
    params: z.object({ id: DbId(errors.notFound('token')) }),
    reply: ServiceToken,
    says: messages.revoked,
  },
})
