/** Reports errors to a real server that speaks Sentry's protocol. */
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '../failures.ts'
import { parseEnv } from '../env.ts'
import { peer, type Peer } from '../test/peer.ts'
import { VERSION } from '../version.ts'
import { sentry } from './sentry.ts'

let there: Peer
let bodies: string[]
let lost: unknown[]
beforeAll(async () => {
  there = await peer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200).end('{}')
  })
})
afterAll(() => there.close())
beforeEach(() => {
  bodies = []
  lost = []
  there.requests.length = 0
})

const of = (dsn: string) => {
  const settings = parseEnv({ SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: 'test' }).sentry!
  const masked = (text: string) => text.replace(/\S+@\S+/g, '[email]')
  return sentry(settings, { masked, onLost: (error) => void lost.push(error) })
}
const here = () => of(`${there.url.replace('//', '//public-key@')}/base/42`)
const fault = (more: Partial<Fault> = {}): Fault => ({
  id: '0191a3c0-0000-7000-8000-000000000001',
  at: '2026-11-21T09:00:00.000Z',
  message: 'TypeError: no seat for ada@mail.example',
  stack: 'TypeError: no seat for ada@mail.example\n    at seat (src/a.ts:3:7)\n    at node:internal/x:1:2',
  component: 'GET /api/movies',
  page: 'https://office.example/customers/7',
  release: VERSION,
  admin: 7,
  ...more,
})

test('sends an error as an event with its place and release, and without a person', async () => {
  const { report, settled } = here()
  report([fault()])
  await settled()
  const [request] = there.requests
  expect([request!.method, request!.url]).toEqual(['POST', '/base/api/42/envelope/'])
  expect(request!.headers['x-sentry-auth']).toBe(
    `Sentry sentry_version=7, sentry_client=marquee/${VERSION}, sentry_key=public-key`,
  )
  const [header, item, event] = bodies[0]!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(header).toMatchObject({ event_id: '0191a3c0000070008000000000000001' })
  expect(item).toEqual({ type: 'event' })
  expect(event).toEqual({
    event_id: '0191a3c0000070008000000000000001',
    timestamp: '2026-11-21T09:00:00.000Z',
    platform: 'node',
    level: 'error',
    release: `marquee@${VERSION}`,
    environment: 'test',
    transaction: 'GET /api/movies',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'no seat for [email]',
          stacktrace: {
            frames: [
              { filename: 'node:internal/x', lineno: 1, colno: 2, in_app: false },
              { function: 'seat', filename: 'src/a.ts', lineno: 3, colno: 7, in_app: true },
            ],
          },
        },
      ],
    },
  })
})

test('drops events that are not accepted, logs that once, and pauses', async () => {
  const { report, settled } = here()
  there.next.push({ kind: 'status', status: 429 })
  report([fault(), fault()])
  await settled()
  report([fault()])
  await settled()
  expect(there.requests).toHaveLength(1)
  expect(lost).toMatchObject([{ message: 'Sentry answered 429' }])
})

test('sends at most a hundred errors of a storm', async () => {
  const { report, settled } = here()
  report(Array.from({ length: 500 }, () => fault()))
  await settled()
  expect(there.requests).toHaveLength(100)
})

test('sends nothing without an address, and names a wrong address', () => {
  expect(parseEnv({}).sentry).toBeUndefined()
  for (const SENTRY_DSN of ['https://sentry.example/1', 'https://key@sentry.example', 'key@sentry.example/1'])
    expect(() => parseEnv({ SENTRY_DSN })).toThrow('SENTRY_DSN must be an address such as https://key@host/1')
})
