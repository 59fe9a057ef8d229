import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movies } from '#features/programming/movies/contract.ts'
import { testServer, type TestServer } from '../test/harness.ts'
import { peer, sendJson, type Peer } from '../test/peer.ts'

const lines: Record<string, unknown>[] = []
let server: TestServer
let tmdb: Peer
beforeAll(async () => {
  tmdb = await peer((_request, response) =>
    sendJson(response, { page: 1, results: [], total_pages: 1, total_results: 0 }),
  )
  server = await testServer({
    env: { LOG_LEVEL: 'info', TMDB_TOKEN: 'token' },
    addresses: { tmdb: tmdb.url },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  })
})
afterAll(async () => {
  await server.close()
  await tmdb.close()
})
beforeEach(() => {
  lines.length = 0
  tmdb.requests.length = 0
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
const ask = (headers: Record<string, string> = {}) => server.inject({ url: '/api/health/live', headers })

describe('the log', () => {
  test("has one entry for each request: route, result, duration and the caller's number", async () => {
    const { headers } = await server.call(movies.fetch, { params: { id: 'HO-7' }, as: 'admin' })
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        level: 30,
        reqId: headers['x-request-id'],
        method: 'GET',
        route: '/api/movie/fetch-movie/:id',
        url: '/api/movie/fetch-movie/HO-7',
        status: 404,
        ms: expect.any(Number),
        ip: '127.0.0.1',
        caller: expect.stringMatching(/^admin \d+$/),
      }),
    ])
  })

  test('has one entry for a request without a route or with an unreadable address, both masked', async () => {
    await server.inject({ url: '/nowhere/ada@mail.example?email=ada' })
    await server.inject({ url: '/api/%zz' })
    expect(lines.map(({ msg, route, url, status }) => [msg, route, url, status])).toEqual([
      ['request', 'other', '/nowhere/…?email=…', 404],
      ['request', 'other', '/api/%zz', 400],
    ])
  })
})

describe('a request', () => {
  test.each(['a1', 'req_7.b:c-D', 'f'.repeat(64)])('keeps its own id: %s', async (id) => {
    expect((await ask({ 'x-request-id': id })).headers['x-request-id']).toBe(id)
    expect(lines[0]).toMatchObject({ reqId: id })
  })

  test.each(['', 'a b', 'ada@mail.example', 'f'.repeat(65), '"quoted"', 'é'])(
    'gets a new id in place of “%s”',
    async (id) => {
      expect((await ask({ 'x-request-id': id })).headers['x-request-id']).toMatch(UUID)
    },
  )

  test('keeps its trace, and the log names it', async () => {
    expect((await ask({ traceparent })).headers.traceparent).toBe(traceparent)
    expect(lines[0]).toMatchObject({ traceId: TRACE })
  })

  test.each([
    ['nothing', ''],
    ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['no parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a version that cannot be', `ff-${TRACE}-00f067aa0ba902b7-01`],
    ['capitals', traceparent.toUpperCase()],
    ['more than there is', `${traceparent}-x`],
  ])('has no trace if its header is %s', async (_, bad) => {
    expect((await ask({ traceparent: bad })).headers.traceparent).toBeUndefined()
    expect(lines[0]).not.toHaveProperty('traceId')
  })

  test('passes its id and its trace to the systems that it calls', async () => {
    const headers = { 'x-request-id': 'from-the-proxy', traceparent, tracestate: 'vendor=1' }
    await server.call(movies.externalSearch, { query: { query: 'Zobo' }, headers })
    expect(tmdb.requests.length).toBeGreaterThan(0)
    for (const request of tmdb.requests) expect(request.headers).toMatchObject(headers)
  })
})
