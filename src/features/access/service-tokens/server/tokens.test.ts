import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { session } from '#features/access/session/contract.ts'
import { BAD_TOKEN, endedOn, NO_ROLE } from '#server/auth/service-tokens.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { addressOf, TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { serviceTokens } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const newRole = async (name: string, ...permissions: string[]) =>
  (await server.call(roles.create, { body: { name, permissions } })).body.data.id
const newToken = async (name: string, roleId: number, days = 30) =>
  (await server.call(serviceTokens.create, { body: { name, roleId, days } })).body.data
const by = (secret: string) => ({ as: 'nobody' as const, headers: { authorization: `Bearer ${secret}` } })
const listed = async (id: number) =>
  (await server.call(serviceTokens.list)).body.data.tokens.find((one) => one.id === id)!

describe('a service token', () => {
  test('is answered with its secret once; stored is a hash, and the audit knows neither', async () => {
    const roleId = await newRole('Accounting', 'tickets:read')
    const answer = await server.call(serviceTokens.create, {
      body: { name: ' Books ', roleId, days: 90 },
      headers: { 'idempotency-key': 'once' },
    })
    expect(answer.body.message).toBe(messages.made)
    const { token, secret } = answer.body.data
    expect(secret).toMatch(/^mqt_[\w-]{43}$/)
    expect(token).toEqual({
      id: token.id,
      name: 'Books',
      role: 'Accounting',
      last4: secret.slice(-4),
      created_at: TEST_NOW,
      created_by: 'superadmin Tester',
      expires_at: '2027-02-19T09:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    })
    expect(await listed(token.id)).toEqual(token)
    const { rows } = await server.db.execute(sql`
      select (select json_agg(t) from service_tokens t)::text as tokens, (select json_agg(a) from audit_log a)::text as audit,
        (select json_agg(i) from idempotency_keys i)::text as replies`)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).toContain('Created the service token Books with the role Accounting')
  })

  test.each([
    [{ name: '', roleId: 1, days: 30 }, 'name', messages.noName],
    [{ name: 'A', roleId: 999, days: 30 }, 'roleId', messages.unknownRole],
    [{ name: 'A', roleId: 1 }, 'days', messages.badDays],
    [{ name: 'A', roleId: 1, days: 366 }, 'days', messages.badDays],
    [{ name: 'BOOKS', roleId: 1, days: 30 }, 'name', messages.nameInUse],
  ])('is refused as %j', async (body, field, message) => {
    const answer = await server.call(serviceTokens.create, { body })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('asks its maker to confirm who they are', async () => {
    const authorization = `Bearer ${await server.token('superadmin')}`
    server.clock.set('2026-11-21T09:11:00.000Z')
    const answer = await server.call(serviceTokens.create, {
      as: 'nobody',
      headers: { authorization },
      body: { name: 'Late', roleId: 1, days: 30 },
    })
    server.clock.set(TEST_NOW)
    expect([answer.status, answer.problem.code]).toEqual([403, 'confirm'])
  })

  test('is revoked once, stays in the list, and gives its name free', async () => {
    const roleId = await newRole('Revoking', 'admins:read')
    const { token, secret } = await newToken('Revoked', roleId)
    expect((await server.call(admins.list, by(secret))).status).toBe(200)
    const revoke = () => server.call(serviceTokens.revoke, { params: { id: token.id } })
    expect((await revoke()).body).toMatchObject({ message: messages.revoked, data: { revoked_at: TEST_NOW } })
    const again = await revoke()
    expect([again.status, again.problem.message]).toEqual([409, messages.isRevoked])
    const used = await server.call(admins.list, by(secret))
    expect([used.status, used.problem.message]).toEqual([401, BAD_TOKEN])
    await newToken('Revoked', roleId)
    const unknown = await server.call(serviceTokens.revoke, { params: { id: 999 } })
    expect([unknown.status, unknown.problem.message]).toEqual([404, 'Token not found'])
  })
})

describe('a program with a token', () => {
  // ASVS: 13.2.1
  test('with a wrong one, one that ended, or one of a deleted role is refused and told why', async () => {
    const wrong = await server.call(admins.list, by('mqt_wrong'))
    expect([wrong.status, wrong.problem.message]).toEqual([401, BAD_TOKEN])
    const roleId = await newRole('Short-lived', 'admins:read')
    const { secret } = await newToken('Short', roleId)
    server.clock.set('2026-12-21T08:59:59.000Z')
    expect((await server.call(admins.list, by(secret))).status).toBe(200)
    server.clock.set('2026-12-21T09:00:00.000Z')
    const ended = await server.call(admins.list, by(secret))
    expect([ended.status, ended.problem.message]).toEqual([401, endedOn('21/12/2026')])
    server.clock.set(TEST_NOW)
    expect((await server.call(roles.remove, { params: { id: roleId } })).status).toBe(200)
    const roleless = await server.call(admins.list, by(secret))
    expect([roleless.status, roleless.problem.message]).toEqual([401, NO_ROLE])
  })

  // ASVS: 8.2.1
  test('of a role that allows nothing reaches nothing that takes a right, and nothing of a person', async () => {
    const { secret } = await newToken('Powerless', await newRole('Nothing at all'))
    const headers = { authorization: `Bearer ${secret}` }
    const closed = everyEndpoint.filter(({ permission }) => permission !== 'public' && permission !== 'session')
    expect(closed.length).toBeGreaterThan(200)
    for (const endpoint of closed) {
      const answer = await server.inject({ method: endpoint.method, url: addressOf(endpoint), headers })
      expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 403])
    }
  })

  test('of a role that allows everything makes no tokens, and does nothing else of a superadmin or a person', async () => {
    const { secret } = await newToken('Everything', await newRole('Everything', '*'))
    const headers = { authorization: `Bearer ${secret}` }
    for (const endpoint of everyEndpoint) {
      const takes = permissionsOf(endpoint.permission).find((permission) =>
        ['superadmin', 'person', 'feed'].includes(permission),
      )
      if (!takes) continue
      const answer = await server.inject({ method: endpoint.method, url: addressOf(endpoint), headers })
      expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 403])
      expect(answer.json<{ message: string }>().message).toBe(
        {
          superadmin: 'Only a superadmin can do this',
          person: 'Service tokens cannot do this, because they have no account',
          feed: 'Only programs with a feed key can do this',
        }[takes],
      )
    }
    const made = await server.call(serviceTokens.create, {
      ...by(secret),
      body: { name: 'Child', roleId: 1, days: 365 },
    })
    expect(made.status).toBe(403)
    expect((await server.call(session.profile, by(secret))).status).toBe(403)
  })

  test('does what its role allows under its own name, and never under the admin who has its number', async () => {
    const { secret } = await newToken('Catalogue', await newRole('Categories', 'categories:write', 'categories:read'))
    const made = await server.call(categories.create, { ...by(secret), body: { name: 'Opera' } })
    expect(made.status).toBe(200)
    const { rows } = await server.db.execute<{ actor: string; actor_id: number | null }>(
      sql`select actor, actor_id from audit_log where summary = 'Added the category Opera'`,
    )
    expect(rows).toEqual([{ actor: 'Token Catalogue', actor_id: null }])
  })

  test('is never asked to confirm, and moves as many points as its role', async () => {
    const role = await server.call(roles.create, {
      body: {
        name: 'Points',
        permissions: ['points:read', 'points:write', 'admins:read', 'admins:export'],
        pointsLimit: 50,
      },
    })
    const { secret } = await newToken('Loyalty', role.body.data.id)
    server.clock.set('2026-11-22T09:00:00.000Z')
    expect((await server.call(admins.csv, by(secret))).status).toBe(200)
    const award = await server.call(points.award, {
      ...by(secret),
      params: { id: 1 },
      body: { points: 51, reason: 'Too many' },
    })
    expect([award.status, award.problem.message]).not.toEqual([200, undefined])
    expect(award.problem.message).toContain('50')
    server.clock.set(TEST_NOW)
  })

  test('its Idempotency-Key is its own', async () => {
    const roleId = await newRole('Twice', 'categories:write')
    const [one, other] = [await newToken('One', roleId), await newToken('Other', roleId)]
    const add = ({ secret }: { secret: string }, name: string) =>
      server.call(categories.create, {
        as: 'nobody',
        headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'same' },
        body: { name },
      })
    const first = await add(one, 'Ballet')
    expect((await add(one, 'Ballet')).body.data).toEqual(first.body.data)
    expect((await add(other, 'Jazz')).body.data).not.toEqual(first.body.data)
  })

  test('its last use is written down, at most once a minute', async () => {
    const { token, secret } = await newToken('Used', await newRole('Reading', 'admins:read'))
    const used = async (at: string) => {
      server.clock.set(at)
      await server.call(admins.list, by(secret))
      return (await listed(token.id)).last_used_at
    }
    expect(await used('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
    expect(await used('2026-11-21T10:00:59.000Z')).toBe('2026-11-21T10:00:00.000Z')
    expect(await used('2026-11-21T10:01:01.000Z')).toBe('2026-11-21T10:01:01.000Z')
    server.clock.set(TEST_NOW)
  })
})
