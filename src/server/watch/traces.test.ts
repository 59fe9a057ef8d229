import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movies } from '#features/programming/movies/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { peer, type Peer } from '#server/test/peer.ts'
import { session } from '#features/access/session/contract.ts'
import { inJob, step } from './trail.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number; message?: string }
}
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]
const FAILED = 2

let bodies: string[]
let collector: Peer
let tmdb: Peer
beforeAll(async () => {
  collector = await peer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  tmdb = await peer((_request, response) => void response.writeHead(401).end())
})
beforeEach(() => {
  bodies = []
  collector.requests.length = 0
  tmdb.requests.length = 0
})
afterAll(() => Promise.all([collector.close(), tmdb.close()]))

const EMAIL = 'ada@mail.example'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const flagged = (flags: string) => ({ traceparent: `00-${TRACE}-${CALLER}-${flags}` })

/** Returns the spans that a server sends for some work; it sends all before it ends. */
async function spansOf(
  work: (server: TestServer) => Promise<unknown>,
  env: Record<string, string> = {},
): Promise<Sent[]> {
  const server = await testServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D%3D',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=proof',
      TMDB_TOKEN: 'token',
      ...env,
    },
    addresses: { tmdb: tmdb.url },
  })
  await work(server)
  await server.close()
  type Body = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
  return bodies
    .flatMap((body) => (JSON.parse(body) as Body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

describe('a collector', () => {
  test('gets a request as part of its caller’s trace, with its statements and its calls to other systems', async () => {
    const spans = await spansOf((server) =>
      server.call(movies.externalSearch, { query: { query: EMAIL }, headers: flagged('01') }),
    )
    expect(collector.requests[0]).toMatchObject({ method: 'POST', url: '/v1/traces' })
    expect(collector.requests[0]!.headers.authorization).toBe('Bearer abc==')
    const request = spans.find(({ kind }) => kind === SERVER)!
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, name: 'GET /api/moviedb/search' })
    expect(attributesOf(request)).toMatchObject({
      'http.route': '/api/moviedb/search',
      'enduser.id': expect.stringMatching(/^admin \d+$/),
    })
    const [outgoing] = spans.filter(({ name }) => name === 'GET The movie database')
    expect(outgoing).toMatchObject({ kind: CLIENT, traceId: TRACE, parentSpanId: request.spanId })
    expect(attributesOf(outgoing!)).toMatchObject({ 'http.response.status_code': 401 })
    expect(outgoing!.status.code).toBe(FAILED)
    expect(tmdb.requests[0]!.headers.traceparent).toBe(`00-${TRACE}-${outgoing!.spanId}-01`)
    const statements = spans.filter((span) => attributesOf(span)['db.system.name'] === 'postgresql')
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) expect(statement).toMatchObject({ kind: CLIENT, traceId: TRACE })
    expect(bodies.join('')).not.toContain(EMAIL)
    expect(bodies.join('')).toMatch(/"deployment\.environment\.name".{0,40}"proof"/)
    expect(bodies.join('')).toMatch(/"service\.name".{0,40}"marquee"/)
  })

  test('gets statements with their text and without their values', async () => {
    const spans = await spansOf((server) =>
      server.call(session.login, { body: { email: EMAIL, password: 'a secret of mine' }, as: 'nobody' }),
    )
    const texts = spans.map((span) => attributesOf(span)['db.query.text']).filter(Boolean)
    expect(texts).toContainEqual(expect.stringMatching(/^\s*select .* from "?admins"? .*\$1/s))
    expect(bodies.join('')).not.toMatch(/ada@|secret of mine/)
  })

  test('gets a job, and an error in it by its kind only', async () => {
    const spans = await spansOf(async ({ app }) => {
      const { traces } = app.watch
      const failing = () =>
        step('reach the till', {}, async () => {
          throw new RangeError(`no such till for ${EMAIL}`)
        })
      await expect(inJob({ name: 'cinemas.sync', id: 'run-1', traces }, failing)).rejects.toThrow(RangeError)
    })
    const job = spans.find(({ kind }) => kind === CONSUMER)!
    const inner = spans.find(({ name }) => name === 'reach the till')!
    expect(job).toMatchObject({ name: 'cinemas.sync', status: { code: FAILED } })
    expect(inner).toMatchObject({ parentSpanId: job.spanId, traceId: job.traceId })
    expect(attributesOf(inner)).toEqual({ 'error.type': 'RangeError' })
    expect(bodies.join('')).not.toContain('ada@')
  })
})

describe('sampling', () => {
  const request = (flags?: string) => (server: TestServer) =>
    server.inject({ url: '/api/health/live', headers: flags ? flagged(flags) : {} })
  test.each([
    ['nobody', 'always_off', undefined, 0],
    ['everybody', 'always_on', '00', 1],
    ['who is traced already', 'parentbased_always_off', '01', 1],
    ['nobody whose caller is not', 'parentbased_always_on', '00', 0],
    ['a part of the others', 'parentbased_traceidratio', undefined, 0],
  ])('%s: OTEL_TRACES_SAMPLER=%s, caller %s', async (_, OTEL_TRACES_SAMPLER, flags, count) => {
    const spans = await spansOf(request(flags), { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0' })
    expect(spans.filter(({ kind }) => kind === SERVER)).toHaveLength(count)
  })
})

test('a failing collector costs callers nothing, and is logged once', async () => {
  const lines: string[] = []
  collector.faultOf = () => ({ kind: 'status', status: 400 })
  const server = await testServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
  })
  expect((await server.inject({ url: '/api/health/live' })).statusCode).toBe(200)
  await server.close()
  collector.faultOf = () => undefined
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'traces were lost: OTEL_EXPORTER_OTLP_ENDPOINT does not accept them',
  ])
})
