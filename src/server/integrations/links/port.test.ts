import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { peer, peerFaults, sendJson, type Peer } from '../../test/peer.ts'
import { bitlyShortLinks } from './bitly.ts'
import { embeddedShortLinks } from './embedded.ts'
import type { ShortLinks } from './port.ts'

const ADDRESS = 'https://office.chain.example/r/GRACE4EV'

/** Documented answers of Bitly to POST /v4/shorten and GET /v4/user, from this machine. */
const bodies: { long_url: string; domain?: string; group_guid?: string }[] = []
let outside: Peer
beforeAll(async () => {
  outside = await peer(async (request, response) => {
    if (request.headers.authorization !== 'Bearer top-secret') return void response.writeHead(403).end()
    if (request.url === '/v4/user')
      return sendJson(response, { login: 'chain', name: 'The chain', is_active: true, emails: [] })
    if (request.url !== '/v4/shorten' || request.method !== 'POST') return void response.writeHead(404).end()
    const body = JSON.parse(await text(request)) as (typeof bodies)[number]
    bodies.push(body)
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        created_at: '2026-11-21T09:00:00+0000',
        id: 'bit.ly/4aBcDeF',
        link: 'https://bit.ly/4aBcDeF',
        custom_bitlinks: [],
        long_url: body.long_url,
        archived: false,
        tags: [],
        deeplinks: [],
        references: { group: 'https://api-ssl.bitly.com/v4/groups/Ba1bc23dE4F' },
      }),
    )
    await once(response, 'finish')
  })
})
afterAll(() => outside.close())
beforeEach(() => {
  outside.next = []
  outside.requests.length = 0
  bodies.length = 0
})

const bitly = (more: { token?: string; domain?: string; group?: string; url?: string } = {}) =>
  bitlyShortLinks(
    { token: 'top-secret', url: `${outside.url}/v4`, domain: undefined, group: undefined, ...more },
    { wait: async () => undefined, timeoutMs: 2000 },
  )

type Kit = { links: ShortLinks; name: string; breakIt: () => void; broken: string }
const kits: Record<string, () => Kit> = {
  embedded: () => {
    const kit: Kit = {
      links: embeddedShortLinks({ hasSentinels: true }),
      name: 'Grace',
      breakIt: () => (kit.name = 'Shortener Down'),
      broken: '503',
    }
    return kit
  },
  Bitly: () => ({
    links: bitly(),
    name: 'Grace',
    breakIt: () => void (outside.next = [peerFaults.broken]),
    broken: '500',
  }),
}

describe.each(Object.entries(kits))('%s', (_, make) => {
  test('shortens an address', async () => {
    const { links, name } = make()
    expect(await links.shorten({ address: ADDRESS, name })).toMatch(/^https:\/\/\S{8,40}$/)
  })

  test('names the status of a failure', async () => {
    const kit = make()
    kit.breakIt()
    await expect(kit.links.shorten({ address: ADDRESS, name: kit.name })).rejects.toMatchObject({
      message: `The link shortener reported an error (${kit.broken})`,
      status: 502,
    })
  })

  test('tests the connection without creating a link', async () => {
    expect(await make().links.test()).toMatch(/^[A-Z].*\w$/)
    expect(bodies).toEqual([])
  })
})

describe('Bitly', () => {
  test('sends our own link with the group and domain of the settings', async () => {
    const link = await bitly({ domain: 'go.chain.example', group: 'Ba1bc23dE4F' }).shorten({
      address: ADDRESS,
      name: '',
    })
    expect(link).toBe('https://bit.ly/4aBcDeF')
    expect(bodies).toEqual([{ long_url: ADDRESS, domain: 'go.chain.example', group_guid: 'Ba1bc23dE4F' }])
    await bitly().shorten({ address: ADDRESS, name: '' })
    expect(bodies[1]).toEqual({ long_url: ADDRESS })
  })

  test.each([
    ['a key that is not right', () => bitly({ token: 'wrong' }), 'The link shortener rejected our access key (403)'],
    [
      'an address that leads elsewhere',
      () => bitly({ url: `${outside.url}/v3` }),
      "The link shortener rejected the request (404). Check its address in the server's configuration.",
    ],
    ['an address where nobody is', () => bitly({ url: 'http://127.0.0.1:1' }), 'The link shortener is not answering'],
  ])('reports %s', async (_, links, message) => {
    await expect(links().shorten({ address: ADDRESS, name: '' })).rejects.toMatchObject({
      name: 'Error',
      message,
      status: 502,
    })
    await expect(links().test()).rejects.toMatchObject({ name: 'Error', message, status: 502 })
  })

  test.each([
    [peerFaults.busy, 'The link shortener is rate-limiting us (429). Try again in a minute.'],
    [peerFaults.wrongJson, 'The link shortener sent an answer that is not JSON'],
    [peerFaults.cutOff, 'The link shortener closed the connection early'],
    [
      { kind: 'status', status: 422, body: '{"message":"INVALID_ARG_LONG_URL"}' } as const,
      'The link shortener rejected the request (422)',
    ],
  ])('reports %j for staff, and sends an action once', async (fault, message) => {
    outside.next = [fault]
    await expect(bitly().shorten({ address: ADDRESS, name: '' })).rejects.toMatchObject({
      name: 'Error',
      message,
      status: 502,
    })
    expect(outside.requests).toHaveLength(1)
  })
})
