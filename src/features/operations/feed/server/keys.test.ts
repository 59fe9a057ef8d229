import { BAD_KEY } from '#server/auth/keys.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { addressOf, TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { feed } from '../contract.ts'
import { messages } from '../rules.ts'
import { newKey, sender } from './test/sender.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const visit = (id: string) => ({ id, at: '2026-11-20T10:00:00Z' })
const listed = async (id: number) => (await server.call(feed.keys)).body.data.keys.find((key) => key.id === id)!

describe('feed keys', () => {
  test('returns the secret of a new key once and stores only a hash, without it in the audit log', async () => {
    const answer = await server.call(feed.createKey, {
      body: { name: ' Kiosk ', source: 'kiosk', record_types: ['visits', 'purchases', 'visits'] },
    })
    expect(answer.body.message).toBe(messages.keyMade)
    const { key, secret } = answer.body.data
    expect(secret).toMatch(/^mqf_[\w-]{43}$/)
    expect(key).toEqual({
      id: key.id,
      name: 'Kiosk',
      source: 'kiosk',
      record_types: ['purchases', 'visits'],
      last4: secret.slice(-4),
      created_at: TEST_NOW,
      created_by: 'superadmin Tester',
      last_used_at: null,
      revoked_at: null,
      version: 1,
    })
    expect(await listed(key.id)).toEqual(key)
    const { rows } = await server.db.execute(sql`
      select (select json_agg(k) from feed_keys k)::text as keys, (select json_agg(a) from audit_log a)::text as audit,
        (select json_agg(i) from idempotency_keys i)::text as replies`)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).toContain('Created the feed key Kiosk')
  })

  test('stores no secret for a request with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { name: 'Once', source: 'once', record_types: ['visits'] }
    const { body: made } = await server.call(feed.createKey, { body, headers })
    const { rows } = await server.db.execute(sql`select reply from idempotency_keys where reply::text like '%mqf_%'`)
    expect(rows).toEqual([])
    const again = await server.call(feed.createKey, { body, headers })
    expect([again.status, again.problem.errors]).toEqual([422, [{ field: 'name', message: messages.nameExists }]])
    expect(made.data.secret).toMatch(/^mqf_/)
  })

  test.each([
    [{ name: '', source: 'a', record_types: ['visits'] }, 'name', 'Name is empty'],
    [{ name: 'A', source: '', record_types: ['visits'] }, 'source', 'Source is empty'],
    [
      { name: 'A', source: 'Web Shop', record_types: ['visits'] },
      'source',
      'Use small letters, digits and hyphens, such as web-shop; at most 40',
    ],
    [
      { name: 'A', source: 'marquee', record_types: ['visits'] },
      'source',
      'marquee is reserved for changes made in Marquee',
    ],
    [{ name: 'A', source: 'a', record_types: [] }, 'record_types', 'Choose at least one record type'],
    [{ name: 'A', source: 'a', record_types: ['visits', 'weather'] }, 'record_types.1', 'Record type not found'],
  ])('rejects a key with %j', async (body, field, message) => {
    const answer = await server.call(feed.createKey, { body })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('edits a key and rejects a name in use', async () => {
    const { key } = await newKey(server, { name: 'Changing' })
    const change = (body: object) => server.call(feed.changeKey, { params: { id: key.id }, body })
    const changed = await change({ name: 'Changed', record_types: ['errors'], version: 1 })
    expect(changed.body).toMatchObject({
      message: messages.keyChanged,
      data: { name: 'Changed', record_types: ['errors'], version: 2 },
    })
    await newKey(server, { name: 'Somebody else' })
    const duplicate = await change({ name: 'SOMEBODY ELSE', record_types: ['visits'], version: 2 })
    expect([duplicate.status, duplicate.problem.message]).toEqual([422, messages.nameExists])
  })

  test('revokes a key once, keeps it in the list and frees its name', async () => {
    const { key, secret } = await newKey(server, { name: 'Revoked' })
    const revoke = () => server.call(feed.revokeKey, { params: { id: key.id } })
    expect((await revoke()).body).toMatchObject({ message: messages.keyRevoked, data: { revoked_at: TEST_NOW } })
    const again = await revoke()
    expect([again.status, again.problem.message]).toEqual([409, messages.isRevoked])
    expect((await listed(key.id)).revoked_at).toBe(TEST_NOW)
    const answer = await sender(server, secret)('visits', [visit('1')])
    expect([answer.status, answer.problem.message]).toEqual([401, BAD_KEY])
    await newKey(server, { name: 'Revoked' })
  })

  test('returns 404 for an unknown key', async () => {
    const answers = [
      await server.call(feed.revokeKey, { params: { id: 999 } }),
      await server.call(feed.changeKey, { params: { id: 999 }, body: { name: 'A', record_types: ['visits'] } }),
    ]
    expect(answers.map(({ problem }) => problem.message)).toEqual(['Key not found', 'Key not found'])
  })
})

describe('request with a feed key', () => {
  test('rejects an invalid key with 401', async () => {
    const answer = await sender(server, 'mqf_wrong')('visits', [visit('1')])
    expect([answer.status, answer.problem.message]).toEqual([401, BAD_KEY])
  })

  test('accepts only the record types of the key', async () => {
    const { secret } = await newKey(server, { name: 'Visits alone', record_types: ['visits'] })
    const send = sender(server, secret)
    expect((await send('visits', [visit('alone')])).data).toMatchObject({ accepted: 1 })
    const answer = await send('errors', [{ id: '1', at: '2026-11-20T10:00:00Z', message: 'Broken' }])
    expect([answer.status, answer.problem.message]).toEqual([403, messages.recordTypeDenied])
  })

  test('reaches no other endpoint', async () => {
    const { secret } = await newKey(server, { name: 'Nothing else' })
    const others = everyEndpoint.filter(({ permission }) => permission !== 'feed' && permission !== 'public')
    for (const endpoint of others) {
      const headers = { authorization: `Bearer ${secret}` }
      const answer = await server.inject({ method: endpoint.method, url: addressOf(endpoint), headers })
      expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 403])
    }
  })

  test('requires a key instead of the session of an admin', async () => {
    for (const as of ['superadmin', 'admin'] as const) {
      const answer = await server.call(feed.ingest, { params: { record_type: 'visits' }, body: [visit('1')], as })
      expect(answer.status).toBe(403)
    }
  })

  test('records the last use of the key, at most once a minute', async () => {
    const { key, secret } = await newKey(server, { name: 'Used' })
    const send = sender(server, secret)
    const used = async (at: string) => {
      server.clock.set(at)
      await send('visits', [visit(at)])
      const { last_used_at, version } = await listed(key.id)
      expect(version).toBe(1)
      return last_used_at
    }
    expect(await used('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
    expect(await used('2026-11-21T10:00:59.000Z')).toBe('2026-11-21T10:00:00.000Z')
    expect(await used('2026-11-21T10:01:01.000Z')).toBe('2026-11-21T10:01:01.000Z')
    server.clock.set(TEST_NOW)
  })
})
