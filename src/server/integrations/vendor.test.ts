import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { peer, peerFaults, sendJson, type Peer } from '../test/peer.ts'
import { IntegrationError } from './error.ts'
import { vendorClient } from './vendor.ts'

const Answer = z.object({ ok: z.boolean() })
let outside: Peer
const waits: number[] = []
const client = (more: { timeoutMs?: number; tries?: number } = {}) =>
  vendorClient({
    name: 'The oracle',
    baseUrl: outside.url,
    headers: { authorization: 'Bearer top-secret' },
    timeoutMs: 5_000,
    wait: async (ms) => void waits.push(ms),
    ...more,
  })
const ask = (more?: Parameters<typeof client>[0]) =>
  client(more).json('/ask', { query: { q: 'a b', no: undefined }, schema: Answer })
const failure = async (call: Promise<unknown>): Promise<IntegrationError> => {
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(IntegrationError)
  return error as IntegrationError
}

// Each test has its own peer, because a late retry of an earlier test would take the answers of the next.
beforeEach(async () => {
  outside = await peer((request, response) => {
    if (request.url === '/ask/shape') return sendJson(response, { ok: 'yes' })
    if (request.url === '/ask/bytes') return void response.end(Buffer.alloc(3 << 20))
    sendJson(response, { ok: true })
  })
})
afterEach(async () => {
  waits.length = 0
  await outside.close()
})

test('sends its key and its query', async () => {
  expect(await ask()).toEqual({ ok: true })
  const [request] = outside.requests
  expect(request!.url).toBe('/ask?q=a+b')
  expect(request!.headers).toMatchObject({ authorization: 'Bearer top-secret', accept: 'application/json' })
})

// ASVS: 13.1.3
describe('retries of temporary errors, with growing pauses', () => {
  test.each([
    ['a fault', peerFaults.broken],
    ['an answer cut off', peerFaults.cutOff],
    ['no JSON', peerFaults.wrongJson],
    ['too many requests', peerFaults.busy],
  ])('%s', async (_, fault) => {
    outside.next = [fault, fault]
    expect(await ask()).toEqual({ ok: true })
    expect(waits).toEqual([300, 600])
  })

  test('wait as long as Retry-After says, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 2_500).toUTCString()
    outside.next = [peerFaults.busyForASecond, { kind: 'status', status: 429, headers: { 'retry-after': date } }]
    expect(await ask()).toEqual({ ok: true })
    expect(waits[0]).toBe(1000)
    expect([1000, 2000, 3000]).toContain(waits[1])
  })

  test('end when Retry-After exceeds the timeout, and report the wait', async () => {
    outside.next = [{ kind: 'status', status: 429, headers: { 'retry-after': '60' } }]
    const error = await failure(ask())
    expect(error.message).toBe('The oracle is rate-limiting us (429). Try again in 60 seconds.')
    expect([error.retryAfter, error.isPassing, waits.length]).toEqual([60, true, 0])
  })

  test.each([
    [peerFaults.broken, 'The oracle reported an error (500)'],
    [peerFaults.cutOff, 'The oracle closed the connection early'],
    [peerFaults.wrongJson, 'The oracle sent an answer that is not JSON'],
    [peerFaults.busy, 'The oracle is rate-limiting us (429). Try again in a minute.'],
  ])('report %j after the last attempt', async (fault, message) => {
    outside.next = [fault, fault, fault, fault]
    const error = await failure(ask())
    expect([error.message, error.isPassing, outside.requests.length]).toEqual([message, true, 3])
  })
})

describe('permanent errors', () => {
  test.each([
    [peerFaults.unauthorised, 'The oracle rejected our access key'],
    [peerFaults.forbidden, 'The oracle rejected our access key'],
    [{ kind: 'status', status: 400 } as const, 'The oracle rejected the request (400)'],
    [
      { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' } } as const,
      "The oracle redirected the request (302). Check its address in the server's configuration.",
    ],
  ])('%j', async (fault, message) => {
    outside.next = [fault]
    const error = await failure(ask())
    expect([error.message, error.isPassing, outside.requests.length]).toEqual([message, false, 1])
  })

  test('include an answer in another format', async () => {
    const error = await failure(client().json('/ask/shape', { schema: Answer }))
    expect(error.message).toMatch(/^The oracle sent an answer in an unknown format \(ok: /)
  })

  test('include an answer with too many bytes', async () => {
    expect((await client().bytes('/ask/bytes', 4 << 20))!.length).toBe(3 << 20)
    expect((await failure(client().bytes('/ask/bytes', 2 << 20))).message).toBe('The oracle sent more than 2 MB')
  })
})

// ASVS: 13.2.6
test('reports an answer that does not arrive in time', async () => {
  outside.next = [peerFaults.slow]
  expect((await failure(ask({ timeoutMs: 50 }))).message).toBe('The oracle did not answer within 0 seconds')
})

test('reports a server that is not there', async () => {
  const closed = vendorClient({
    name: 'The oracle',
    baseUrl: 'http://127.0.0.1:1',
    headers: {},
    timeoutMs: 1000,
    tries: 1,
  })
  expect((await failure(closed.json('/', { schema: Answer }))).message).toBe('The oracle is not answering')
})

test('returns undefined for 404', async () => {
  outside.next = [peerFaults.missing]
  expect(await ask()).toBeUndefined()
})

test('never reports a key or an address', async () => {
  outside.next = [peerFaults.unauthorised]
  const error = await failure(ask())
  expect(JSON.stringify(error) + error.message + error.stack).not.toMatch(/top-secret|127\.0\.0\.1:/)
})
