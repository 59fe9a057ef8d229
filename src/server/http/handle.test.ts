import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoint.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import type { Db } from '#server/db/connect.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { handle, run, type Writing } from './handle.ts'
import { asRefusal } from './problem.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const count = async (table: string) =>
  (await server.app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n

/** Runs a handler as the server would, without a route of its own. */
const runLoose = (table: Parameters<typeof handle>[0], handlers: object, body?: unknown) => {
  const [route] = handle(table, handlers as never)
  const reply = { raw: { on: () => {} }, code: () => {} }
  const request = {
    id: randomUUID(),
    ip: '127.0.0.1',
    headers: {},
    params: {},
    query: {},
    body,
    log: server.app.log,
    url: '/',
  }
  return run(route!, server.app, undefined, request as never, reply as never)
}

describe('a repeated create', () => {
  const create = (key: string, title = 'Sent twice') =>
    server.call(catalogue.create, { body: { title }, headers: { 'idempotency-key': key } })

  // ASVS: 2.3.4
  test('is done once with equal answers, also when both calls overlap', async () => {
    const key = randomUUID()
    const before = await count('movies')
    const answers = await Promise.all([create(key), create(key), create(key)])
    answers.push(await create(key))
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    expect(await count('movies')).toBe(before + 1)
  })

  test('is rejected with a different body', async () => {
    const key = randomUUID()
    await create(key)
    expect((await create(key, 'Another')).status).toBe(409)
  })

  test('may be tried again with its key after a failure', async () => {
    const key = randomUUID()
    expect((await create(key, '')).status).toBe(422)
    expect((await create(key, 'Mended')).status).toBe(201)
  })
})

const send = async (payload: string) =>
  server.inject({
    method: 'POST',
    url: `/api${catalogue.create.path}`,
    headers: {
      authorization: `Bearer ${await server.token('superadmin')}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    payload,
  })

describe('lone surrogates in texts', () => {
  test.each([
    ['the first half', String.raw`a\ud83db`, 'a\ufffdb'],
    ['the second half', String.raw`\uDE00`, '\ufffd'],
    ['both in the wrong order', String.raw`\ude00\ud83d`, '\ufffd\ufffd'],
    ['a whole character', String.raw`\ud83d\uDE00`, '\u{1f600}'],
    ['one half and a whole one', String.raw`\ud83d\ud83d\ude00`, '\ufffd\u{1f600}'],
    ['words that look like one', String.raw`\\ud83d`, String.raw`\ud83d`],
  ])('%s', async (_, written, read) => {
    const type = `{"type":"${written}","url":"https://v.example/1"}`
    const answer = await send(`{"title":"T ${written}","film_public_contents":[${type}]}`)
    const { id, title } = answer.json().data
    expect(title).toBe(`T ${read}`)
    const { rows } = await server.db.execute(
      sql`select public_contents->0->>'type' as type from movies where id = ${id}`,
    )
    expect(rows).toEqual([{ type: read }])
  })

  test('leaves a malformed escape as an error', async () => {
    const answer = await send(String.raw`{"title":"\ud8"}`)
    expect(answer.json()).toMatchObject({ status: 400, message: 'The body is not valid JSON' })
  })
})

describe('a body that nests without end', () => {
  const deep = `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`

  // ASVS: 1.5.2
  test('is rejected before it is parsed', async () => {
    const answer = await send(deep)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('The body is nested more than 64 levels deep')
  })

  test('does not count brackets inside texts', async () => {
    const answer = await send(JSON.stringify({ title: `\\"${'['.repeat(100)}` }))
    expect(answer.json().data).toMatchObject({ title: `\\"${'['.repeat(100)}` })
  })
})

describe('a write', () => {
  const row = { method: 'POST', path: '/loose', permission: 'public', summary: 'Loose' } as const

  test.runIf(inject('database').postgres)(
    'says that it may have been saved when the database does not confirm its commit',
    async () => {
      const other = new pg.Client({ connectionString: server.app.env.databaseUrl })
      await other.connect()
      const endOf = async (pid: number) => {
        await other.query('select pg_terminate_backend($1)', [pid])
        await vi.waitFor(async () =>
          expect((await other.query('select from pg_stat_activity where pid = $1', [pid])).rows).toHaveLength(0),
        )
      }
      const ending = async (db: Db) => {
        const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await endOf(rows[0]!.pid)
      }
      const done = async ({ db, record }: Writing) => {
        await record({ entity: 'loose', id: 1, summary: 'Edited the record' })
        await ending(db)
        return null
      }
      const table = endpoints('loose', { done: row })
      await expect(runLoose(table, { done })).rejects.toMatchObject({
        status: 503,
        message: 'We lost the connection while saving. Refresh to check whether your change was saved.',
      })
      const before = async ({ db }: Writing) => {
        await ending(db)
        await db.execute(sql`select 1`)
      }
      const refused = await runLoose(table, { done: before }).catch(asRefusal)
      expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('Nothing was saved') })
      await other.end()
    },
  )

  // ASVS: 2.2.2, 16.5.3
  test('fails and changes nothing without an audit log entry', async () => {
    const before = await count('roles')
    const table = endpoints('loose', { forgetful: row })
    const forgetful = async ({ db }: { db: typeof server.db }) =>
      void (await db.execute(sql`insert into roles (name) values ('Forgotten')`))
    await expect(runLoose(table, { forgetful })).rejects.toThrow('loose.forgetful wrote no audit log entry')
    expect(await count('roles')).toBe(before)
  })

  // ASVS: 2.3.3
  test('leaves neither the change nor the entry when it fails after recording', async () => {
    const before = await count('audit_log')
    const table = endpoints('loose', { failing: row })
    const failing = async ({ record }: { record: (line: object) => Promise<void> }) => {
      await record({ entity: 'role', id: 1, summary: 'Never happened' })
      throw new Error('at the last moment')
    }
    await expect(runLoose(table, { failing })).rejects.toThrow('at the last moment')
    expect(await count('audit_log')).toBe(before)
  })

  // ASVS: 8.2.3, 15.3.1
  test('answers no field outside its contract, and no other shape', async () => {
    const table = endpoints('loose', { named: { ...row, audit: 'none', reply: z.object({ name: z.string() }) } })
    expect(await runLoose(table, { named: async () => ({ name: 'x', passwordHash: 'y' }) })).toEqual({
      data: { name: 'x' },
    })
    await expect(runLoose(table, { named: async () => ({ name: 7 }) })).rejects.toThrow(
      'loose.named answered outside its contract',
    )
  })
})

describe('the audit log', () => {
  // ASVS: 16.4.2
  test('cannot be changed or emptied', async () => {
    await server.call(catalogue.create, { body: { title: 'Audited' } })
    for (const statement of ['update audit_log set actor = $$x$$', 'delete from audit_log', 'truncate audit_log'])
      await expect(server.app.database.pool.query(statement)).rejects.toThrow('append-only')
  })
})

describe('errors', () => {
  test('answers 404 to an unknown address', async () => {
    const answer = await server.inject({ method: 'GET', url: '/api/nowhere' })
    expect([answer.statusCode, answer.json()]).toEqual([404, { status: 404, message: 'Address not found' }])
  })

  test('answers 400 to a character that cannot be stored', async () => {
    const answer = await server.call(catalogue.create, { body: { title: 'a\u0000b' } })
    expect(answer.status).toBe(400)
  })

  // ASVS: 1.4.2
  test('answers 400 to a number that cannot be stored', async () => {
    const error: unknown = await server.db.execute(sql`select 99999999999::integer`).catch((reason: unknown) => reason)
    expect(asRefusal(error)).toMatchObject({ status: 400, message: 'A number is too large to be stored' })
  })

  test('answers 413 to a body above the limit without reading it', async () => {
    const answer = await server.call(catalogue.create, { body: { title: 'x'.repeat(1_100_000) } })
    expect(answer.status).toBe(413)
  })

  test('answers 415 to an unsupported content type', async () => {
    const headers = { authorization: `Bearer ${await server.token('superadmin')}`, 'content-type': 'application/xml' }
    const answer = await server.inject({ method: 'POST', url: '/api/films', headers, payload: '<film/>' })
    expect(answer.statusCode).toBe(415)
  })

  // ASVS: 3.4.5, 3.4.6, 14.2.2, 14.3.2
  test('sends the security headers with every answer, and lets none be cached', async () => {
    const answer = await server.call(catalogue.genres)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  // ASVS: 13.4.2, 16.5.1
  test('answers 503 with Retry-After and without SQL when the database is unavailable', async () => {
    const broken = await testServer()
    const authorization = `Bearer ${await broken.token('superadmin')}`
    await broken.app.database.close()
    const answer = await broken.inject({ method: 'GET', url: '/api/genres', headers: { authorization } })
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().message).toMatch(/^We cannot reach the database/)
    const health = await broken.inject({ method: 'GET', url: '/api/health/ready' })
    expect(health.statusCode).toBe(503)
    expect((await broken.inject({ method: 'GET', url: '/api/health/live' })).statusCode).toBe(200)
    await broken.close()
  })
})

describe('the documents', () => {
  // ASVS: 2.1.1
  test('describe every call in OpenAPI 3.1, with no schema left open', async () => {
    const document = (await server.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/movie/visiblity/{id}'].post.responses['403']).toBeDefined()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    for (const reference of new Set(references)) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce((at, part) => at?.[part], document)
      expect(found, reference).toBeDefined()
    }
  })

  test('include a page for people', async () => {
    const page = await server.inject({ method: 'GET', url: '/api/docs' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('/movie/fetch-movie/{id}')
    expect(page.body).not.toContain('<script')
  })
})
