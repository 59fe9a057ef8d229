import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEnv } from '../../env.ts'
import { fcmPeer, type FcmPeer } from '../../test/fcm-peer.ts'
import { testServer, type TestServer } from '../../test/harness.ts'
import { peerFaults, type PeerFault } from '../../test/peer.ts'
import { embeddedPush } from './embedded.ts'
import { fcmPush } from './fcm.ts'
import type { Push, PushService } from './port.ts'

let server: TestServer
let fcm: FcmPeer
beforeAll(async () => {
  server = await testServer()
  fcm = await fcmPeer()
})
afterAll(async () => {
  await fcm.close()
  await server.close()
})
beforeEach(async () => {
  fcm.peer.next = []
  fcm.peer.requests.length = 0
  fcm.received.length = 0
  fcm.accessTokens = 0
  fcm.displayed.clear()
  fcm.faults.clear()
  await server.db.execute(sql`truncate push_outbox`)
})

const PUSH: Push = { title: 'Half price', body: 'Tonight alone', link: 'https://m.example/n/A', image: undefined }
const settings = (more: Record<string, string> = {}) =>
  parseEnv({ FCM_SERVICE_ACCOUNT: fcm.account, ...more }, { addresses: { fcm: fcm.url } }).fcm!
const vendor = () => fcmPush(settings(), { timeoutMs: 3000 })

/** Implementation, the tokens that fail, and the messages shown by devices. */
type Kit = {
  push: PushService
  unknown: string
  throttled: string
  unreachable: string
  arrived: () => Promise<string[]>
}
const kits: Record<string, () => Kit> = {
  embedded: () => ({
    push: embeddedPush(server.db, server.clock, server.app.env),
    unknown: 'unregistered-1',
    throttled: 'throttled-1',
    unreachable: 'timeout-1',
    arrived: async () => {
      const { rows } = await server.db.execute<{ token: string; title: string }>(
        sql`select token, title from push_outbox where state = 'shown' order by id`,
      )
      return rows.map(({ token, title }) => `${token}: ${title}`)
    },
  }),
  FCM: () => ({
    push: vendor(),
    get unknown() {
      fcm.faults.set('gone', 'unregistered')
      return 'gone'
    },
    get throttled() {
      fcm.peer.next = [undefined, { kind: 'status', status: 429, headers: { 'retry-after': '30' } }]
      return 'busy'
    },
    get unreachable() {
      fcm.peer.next = [undefined, peerFaults.slow]
      return 'slow'
    },
    arrived: async () =>
      [...fcm.displayed].flatMap(([token, messages]) =>
        [...messages.values()].map((m) => `${token}: ${m.notification.title}`),
      ),
  }),
}

describe.each(Object.entries(kits))('%s', (_, make) => {
  test('accepts a push for a device', async () => {
    const { push, arrived } = make()
    expect(await push.send('device-1', PUSH, 'CODE1')).toBe('accepted')
    expect(await arrived()).toEqual(['device-1: Half price'])
  })

  test('shows a repeated push once, and another push in addition', async () => {
    const { push, arrived } = make()
    for (const id of ['CODE1', 'CODE1', 'CODE2']) expect(await push.send('device-1', PUSH, id)).toBe('accepted')
    expect(await arrived()).toEqual(['device-1: Half price', 'device-1: Half price'])
  })

  test('returns unregistered for an unknown token, without an error', async () => {
    const { push, unknown, arrived } = make()
    expect(await push.send(unknown, PUSH, 'CODE1')).toBe('unregistered')
    expect(await arrived()).toEqual([])
  })

  test('reports how long to wait when rate-limited, then accepts the push', async () => {
    const { push, throttled, arrived } = make()
    const token = throttled
    await expect(push.send(token, PUSH, 'CODE1')).rejects.toMatchObject({
      message: 'The push service is rate-limiting us (429). Try again in 30 seconds.',
      isPassing: true,
      retryAfter: 30,
    })
    expect(await push.send(token, PUSH, 'CODE1')).toBe('accepted')
    expect(await arrived()).toEqual([`${token}: Half price`])
  })

  test('reports a timeout as temporary', async () => {
    const { push, unreachable } = make()
    await expect(push.send(unreachable, PUSH, 'CODE1')).rejects.toMatchObject({
      message: expect.stringMatching(/^The push service did not answer within \d+ seconds$/),
      isPassing: true,
      isOfOneRequest: false,
    })
  })

  test('tests the connection without sending a push', async () => {
    const { push, arrived } = make()
    expect(await push.test()).toMatch(/^[A-Z].*\w$/)
    expect(await arrived()).toEqual([])
  })
})

describe('FCM', () => {
  test('sends the fields with which each platform shows a message once', async () => {
    await vendor().send('device-1', { ...PUSH, image: 'https://m.example/i.jpg' }, 'CODE1')
    expect(fcm.received).toEqual([
      expect.objectContaining({
        token: 'device-1',
        notification: { title: 'Half price', body: 'Tonight alone', image: 'https://m.example/i.jpg' },
        data: { message_id: 'CODE1', link: 'https://m.example/n/A' },
        android: { collapse_key: 'CODE1', ttl: '86400s', notification: { tag: 'CODE1' } },
      }),
    ])
    const [{ apns, webpush }] = fcm.received as [Required<(typeof fcm.received)[number]>]
    expect(apns.headers['apns-collapse-id']).toBe('CODE1')
    expect(webpush).toMatchObject({ headers: { Topic: 'CODE1' }, fcm_options: { link: 'https://m.example/n/A' } })
  })

  test('shares one access token between concurrent sends', async () => {
    const push = vendor()
    await Promise.all(Array.from({ length: 20 }, (_, n) => push.send(`device-${n}`, PUSH, 'CODE1')))
    expect([fcm.received.length, fcm.accessTokens]).toEqual([20, 1])
  })

  test('renews a rejected access token once for concurrent sends', async () => {
    const push = vendor()
    await push.send('device-1', PUSH, 'CODE1')
    fcm.endAccessTokens()
    const sent = await Promise.all(['a', 'b', 'c'].map((token) => push.send(token, PUSH, 'CODE1')))
    expect(sent).toEqual(['accepted', 'accepted', 'accepted'])
    expect(fcm.accessTokens).toBe(2)
    fcm.peer.next = [peerFaults.unauthorised, undefined, peerFaults.unauthorised]
    await expect(push.send('d', PUSH, 'CODE1')).rejects.toMatchObject({
      message: 'The push service rejected our access key',
      answered: 401,
    })
  })

  test('returns unregistered for a malformed token', async () => {
    fcm.faults.set('x', 'invalid')
    expect(await vendor().send('x', PUSH, 'CODE1')).toBe('unregistered')
  })

  test('keeps the device when a token belongs to another project', async () => {
    fcm.faults.set('y', 'other-project')
    await expect(vendor().send('y', PUSH, 'CODE1')).rejects.toMatchObject({
      message: 'The push service reports that the devices belong to another project than our service account',
      isPassing: false,
      isOfOneRequest: false,
    })
  })

  test('blames the message when only the message is rejected', async () => {
    await expect(vendor().send('device-1', { ...PUSH, body: 'x'.repeat(5000) }, 'CODE1')).rejects.toMatchObject({
      message: 'The push service rejected this message',
      isPassing: false,
      isOfOneRequest: true,
    })
  })

  test.each<[string, PeerFault, object]>([
    ['a fault', { kind: 'status', status: 503, headers: { 'retry-after': '20' } }, { isPassing: true, retryAfter: 20 }],
    ['a broken answer', peerFaults.cutOff, { isPassing: true }],
    ['no JSON', peerFaults.wrongJson, { isPassing: true }],
    ['a service account that may not send', { kind: 'status', status: 403, body: forbidden() }, { isPassing: false }],
  ])('reports %s and sends once', async (_, fault, outcome) => {
    fcm.peer.next = [undefined, fault]
    await expect(vendor().send('device-1', PUSH, 'CODE1')).rejects.toMatchObject({ isOfOneRequest: false, ...outcome })
    expect(fcm.peer.requests).toHaveLength(2)
    expect(fcm.received).toEqual([])
  })

  test('reports a missing access token and retries with the next push', async () => {
    const push = vendor()
    fcm.peer.next = [peerFaults.broken]
    await expect(push.send('device-1', PUSH, 'CODE1')).rejects.toMatchObject({ isPassing: true })
    expect(await push.send('device-1', PUSH, 'CODE1')).toBe('accepted')
  })

  test.each([
    ['{}', 'FCM_SERVICE_ACCOUNT'],
    ['/nowhere/key.json', 'FCM_SERVICE_ACCOUNT'],
  ])('rejects %s as a service account, in one line without the value', (value, name) => {
    expect(() => settings({ FCM_SERVICE_ACCOUNT: value })).toThrow(
      new Error(`${name} must be the key of a service account, or the path of a file with the key`),
    )
  })
})

function forbidden() {
  return JSON.stringify({ error: { code: 403, message: 'Permission denied on resource', status: 'PERMISSION_DENIED' } })
}
