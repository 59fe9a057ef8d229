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

describe('a key', () => {
  test('is answered with its secret once; stored is a hash, and the audit knows neither', async () => {
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
    expect(JSON.stringify(rows)).toContain('Made the feed key Kiosk')
  })

  test('that is asked for with an Idempotency-Key leaves its secret nowhere', async () => {
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
      'Small letters, digits and hyphens, such as web-shop; at most 40',
    ],
    [
      { name: 'A', source: 'marquee', record_types: ['visits'] },
      'source',
      'marquee is the source of what staff do here',
    ],
    [{ name: 'A', source: 'a', record_types: [] }, 'record_types', 'Choose at least one stream'],
    [{ name: 'A', source: 'a', record_types: ['visits', 'weather'] }, 'record_types.1', 'There is no such stream'],
  ])('is refused as %j', async (body, field, message) => {
    const answer = await server.call(feed.createKey, { body })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('is changed, and keeps a name of its own', async () => {
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

  test('is revoked once, stays in the list, and gives its name free', async () => {
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

  test('that is not there', async () => {
    const answers = [
      await server.call(feed.revokeKey, { params: { id: 999 } }),
      await server.call(feed.changeKey, { params: { id: 999 }, body: { name: 'A', record_types: ['visits'] } }),
    ]
    expect(answers.map(({ problem }) => problem.message)).toEqual(['There is no such key', 'There is no such key'])
  })
})

describe('a program', () => {
  test('with a wrong key is refused', async () => {
    const answer = await sender(server, 'mqf_wrong')('visits', [visit('1')])
    expect([answer.status, answer.problem.message]).toEqual([401, BAD_KEY])
  })

  test('tells the streams of its key alone', async () => {
    const { secret } = await newKey(server, { name: 'Visits alone', record_types: ['visits'] })
    const send = sender(server, secret)
    expect((await send('visits', [visit('alone')])).data).toMatchObject({ accepted: 1 })
    const answer = await send('errors', [{ id: '1', at: '2026-11-20T10:00:00Z', message: 'Broken' }])
    expect([answer.status, answer.problem.message]).toEqual([403, messages.recordTypeDenied])
  })

  test('may nothing else', async () => {
    const { secret } = await newKey(server, { name: 'Nothing else' })
    const others = everyEndpoint.filter(({ permission }) => permission !== 'feed' && permission !== 'public')
    for (const endpoint of others) {
      const headers = { authorization: `Bearer ${secret}` }
      const answer = await server.inject({ method: endpoint.method, url: addressOf(endpoint), headers })
      expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 403])
    }
  })

  test('is what an admin is not', async () => {
    for (const as of ['superadmin', 'admin'] as const) {
      const answer = await server.call(feed.ingest, { params: { record_type: 'visits' }, body: [visit('1')], as })
      expect(answer.status).toBe(403)
    }
  })

  test('its last use is written down, at most once a minute', async () => {
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
