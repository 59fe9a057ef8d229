import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { S3Settings } from '#server/env.ts'
import { peer, peerFaults, type PeerFault } from '#server/test/peer.ts'
import { s3Peer, type S3Peer } from '#server/test/s3.ts'
import { addressInBucket, originOfFiles } from './s3-address.ts'
import { PART_BYTES, s3Storage } from './s3.ts'

let store: S3Peer
let waits: number[]
const here = (settings: Partial<S3Settings> = {}, more: { stallMs?: number; now?: () => number } = {}) =>
  s3Storage({ ...store.settings, ...settings }, undefined, { wait: async (ms) => waits.push(ms), ...more })

beforeAll(async () => {
  store = await s3Peer()
})
afterAll(() => store.close())
beforeEach(() => {
  waits = []
  store.requests.length = 0
})
afterEach(() => {
  store.next.length = 0
  store.faultOf = () => undefined
})

const requests = () => store.requests.map(({ method, url }) => `${method} ${url}`)
/** Makes the requests with a matching method and address fail, a number of times. */
const failing = (which: RegExp, fault: PeerFault, times = Infinity) => {
  let left = times
  store.faultOf = (nth) => {
    const { method, url } = store.requests[nth - 1]!
    return which.test(`${method} ${url}`) && left-- > 0 ? fault : undefined
  }
}
const faultOf = (status: number, code: string): PeerFault => ({
  kind: 'status',
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>key S3RVER at ${store.url}</Message></Error>`,
})
const small = Buffer.from('a picture')
const large = Buffer.alloc(2 * PART_BYTES + 1, 'x')

describe('stored file', () => {
  test('has its type and may be cached forever', async () => {
    for (const [name, file] of [
      ['small.png', small],
      ['large.png', large],
    ] as const) {
      await here().put(name, file, 'image/png')
      const plain = await fetch(`${store.url}/${store.settings.bucket}/${name}`)
      expect(Object.fromEntries(plain.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(file.length),
      })
      await plain.body?.cancel()
    }
  })

  test('is checked for, then sent in one request or in sequential parts', async () => {
    await here().put('one.png', small, 'image/png')
    await here().put('parts.png', large, 'image/png')
    expect(requests().map((line) => line.replace(/uploadId=\w+/, 'uploadId=ID'))).toEqual([
      'HEAD /cinema-files/one.png',
      'PUT /cinema-files/one.png',
      'HEAD /cinema-files/parts.png',
      'POST /cinema-files/parts.png?uploads=',
      'PUT /cinema-files/parts.png?partNumber=1&uploadId=ID',
      'PUT /cinema-files/parts.png?partNumber=2&uploadId=ID',
      'PUT /cinema-files/parts.png?partNumber=3&uploadId=ID',
      'POST /cinema-files/parts.png?uploadId=ID',
    ])
  })

  test('is signed with its content', async () => {
    await here().put('signed.png', small, 'image/png')
    const { headers } = store.requests[1]!
    expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(small).digest('hex'))
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
  })
})

describe('retries of temporary errors', () => {
  test.each<[string, PeerFault]>([
    ['500', peerFaults.broken],
    ['429', peerFaults.busy],
    ['SlowDown', { kind: 'status', status: 503, body: '<Error><Code>SlowDown</Code></Error>' }],
    ['an answer that breaks off', peerFaults.cutOff],
  ])('%s: of every request, three times with longer and longer pauses', async (name, fault) => {
    const file = `again-${name.toLowerCase().replaceAll(' ', '-')}.png`
    for (const which of [/^POST .*uploads=/, /partNumber=2/, /^POST .*uploadId=/]) {
      waits = []
      failing(which, fault, 3)
      await here().put(file, large, 'image/png')
      expect(waits).toEqual([300, 600, 1200])
      const stored = (await here().get(file))!
      expect((await buffer(stored.body)).equals(large)).toBe(true)
      await here().remove(file)
    }
    expect(await store.unfinished()).toEqual([])
  })

  test('find the file stored after a completion whose answer was lost', async () => {
    // The upload is completed, but the answer is lost; after that the store does not know the upload.
    const lost = await peer(async (request, response) => {
      const isCompletion = request.method === 'POST' && /uploadId=/.test(request.url!)
      const body = await buffer(request)
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        httpRequest(store.url + request.url, { method: request.method, headers: request.headers }, resolve)
          .on('error', reject)
          .end(body),
      )
      const text = await buffer(answer)
      if (isCompletion && answer.statusCode === 200) return void response.destroy()
      // Unlike a real store, s3rver does not notice an unknown upload.
      response.writeHead(isCompletion ? 404 : answer.statusCode!, answer.headers).end(text)
    })
    await here({ endpoint: lost.url }).put('lost.png', large, 'image/png')
    expect(lost.requests.at(-1)!.method).toBe('HEAD')
    expect(await store.files()).toContain('lost.png')
    await lost.close()
  })
})

const AGAIN = 'Try again shortly.'
const NOT_STORED = `The file store could not store the file. ${AGAIN}`

test('a store that checks signatures rejects another key', async () => {
  const other = here({ secretAccessKey: 'another' })
  await expect(other.put('a.png', Readable.from([Buffer.from('a')]), 'image/png')).rejects.toThrow(
    'The file store rejected our access key',
  )
  expect(await store.files()).not.toContain('a.png')
})

describe('errors for staff', () => {
  test.each<[string, () => PeerFault, string, boolean]>([
    ['403', () => peerFaults.forbidden, 'The file store rejected our access key', false],
    ['401', () => peerFaults.unauthorised, 'The file store rejected our access key', false],
    ['a wrong signature', () => faultOf(403, 'SignatureDoesNotMatch'), 'The file store rejected our access key', false],
    [
      'a wrong clock',
      () => faultOf(403, 'RequestTimeTooSkewed'),
      "The file store reports that this server's clock is wrong",
      false,
    ],
    [
      'another region',
      () => faultOf(400, 'AuthorizationHeaderMalformed'),
      'The file store is not at the configured address and region',
      false,
    ],
    [
      'a redirect',
      () => ({ kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } }),
      'The file store is not at the configured address and region',
      false,
    ],
    [
      'no room',
      () => faultOf(507, 'XMinioStorageFull'),
      'The file store is full. Nothing was saved. Contact your administrator.',
      false,
    ],
    [
      'another refusal',
      () => faultOf(400, 'InvalidRequest'),
      'The file store could not store the file: it rejected the request (400)',
      false,
    ],
    ['500', () => peerFaults.broken, NOT_STORED, true],
    ['SlowDown', () => faultOf(503, 'SlowDown'), NOT_STORED, true],
    ['an answer that breaks off', () => peerFaults.cutOff, NOT_STORED, true],
  ])('%s', async (_, fault, message, isPassing) => {
    // A HEAD has no body to interrupt, so the next request must fail.
    for (const which of [/^PUT/, /^POST/]) {
      failing(which, fault())
      const body = which.test('PUT') ? small : large
      const stream = Readable.from([body])
      const error = await here()
        .put('failing.png', stream, 'image/png')
        .catch((e) => e)
      expect(error).toMatchObject({ status: 503, message, isPassing })
      expect(stream.destroyed).toBe(true)
      expect(waits).toHaveLength(isPassing ? 3 : 0)
      waits = []
    }
    expect(await store.files()).not.toContain('failing.png')
    expect(await store.unfinished()).toEqual([])
  })

  test('report a missing bucket for every call', async () => {
    const message = 'The file store has no bucket with the configured name'
    const nowhere = here({ bucket: 'no-such-bucket' })
    await expect(nowhere.put('a.png', small, 'image/png')).rejects.toMatchObject({ status: 503, message })
    await expect(nowhere.put('large.png', large, 'image/png')).rejects.toMatchObject({ status: 503, message })
    await expect(nowhere.get('a.png')).rejects.toMatchObject({ status: 503, message })
    await expect(nowhere.remove('a.png')).rejects.toMatchObject({ status: 503, message })
    await expect(nowhere.test()).rejects.toMatchObject({ status: 503, message })
  })

  test('report a store that is down or silent', async () => {
    const unreachable = here({ endpoint: 'http://127.0.0.1:1' })
    await expect(unreachable.get('a.png')).rejects.toThrow(`The file store could not read the file. ${AGAIN}`)
    await expect(unreachable.remove('a.png')).rejects.toThrow(`The file store could not remove the file. ${AGAIN}`)
    failing(/^PUT/, peerFaults.slow)
    await expect(here({}, { stallMs: 30 }).put('slow.png', small, 'image/png')).rejects.toThrow(NOT_STORED)
  })

  // ASVS: 1.5.1
  test('report an answer of something other than a store', async () => {
    const odd = await peer((_request, response) => void response.end('<html>'))
    const elsewhere = here({ endpoint: odd.url })
    // Each file seems to exist, with other content.
    await expect(elsewhere.test()).rejects.toThrow('The file store did not return the stored file')
    await odd.close()
  })
})

describe('a large upload that fails', () => {
  test.each<[string, RegExp, () => PeerFault]>([
    ['in a part', /partNumber=2/, () => faultOf(403, 'AccessDenied')],
    ['in its completion', /^POST .*uploadId=/, () => faultOf(500, 'InternalError')],
    ['in a completion that answers 200', /^POST .*uploadId=/, () => faultOf(200, 'InternalError')],
    [
      'for want of a part’s tag',
      /partNumber=2/,
      () => ({ kind: 'status', status: 200, body: '', headers: { 'x-amz-request-id': '1' } }),
    ],
  ])('%s leaves nothing', async (_, which, fault) => {
    failing(which, fault())
    await expect(here().put('aborted.png', large, 'image/png')).rejects.toMatchObject({ status: 503 })
    expect(requests().at(-1)).toMatch(/^DELETE .*uploadId=/)
    expect(await store.unfinished()).toEqual([])
    expect(await store.files()).not.toContain('aborted.png')
  })

  test('keeps the first error when its parts cannot be deleted', async () => {
    failing(/partNumber=2|^DELETE/, faultOf(403, 'AccessDenied'))
    await expect(here().put('stuck.png', large, 'image/png')).rejects.toThrow('The file store rejected our access key')
    expect(await store.unfinished()).toEqual(['stuck.png'])
  })

  test('fails without an upload ID', async () => {
    failing(/uploads=/, { kind: 'status', status: 200, body: '<InitiateMultipartUploadResult/>' })
    await expect(here().put('nameless.png', large, 'image/png')).rejects.toThrow(NOT_STORED)
  })
})

describe('file being sent', () => {
  test('fails when interrupted, instead of being shorter', async () => {
    failing(/^GET/, peerFaults.cutOff)
    const { body } = (await here().get('cut.png'))!
    await expect(buffer(body)).rejects.toThrow(`The file store could not read the file. ${AGAIN}`)
  })

  test('is aborted when stalled', async () => {
    const drip = await peer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x')
    })
    const { body } = (await here({ endpoint: drip.url }, { stallMs: 500 }).get('drip.png'))!
    await expect(buffer(body)).rejects.toThrow('could not read the file')
    await drip.close()
  })

  test('waits for a slow reader', async () => {
    await here().put('slow-reader.png', large, 'image/png')
    const timeouts = vi.spyOn(Socket.prototype, 'setTimeout')
    const stallMs = 700
    const { body } = (await here({}, { stallMs }).get('slow-reader.png'))!
    const chances = () => timeouts.mock.calls.filter(([ms, again]) => ms === stallMs && again).length
    await expect.poll(chances).toBeGreaterThan(1)
    timeouts.mockRestore()
    expect(body.destroyed).toBe(false)
    body.destroy()
  })

  test('releases the connection when its reader leaves, also while waiting', async () => {
    const aborted = Promise.withResolvers<void>()
    const drip = await peer((_request, response) => {
      response.on('close', aborted.resolve)
      response.writeHead(200, { 'content-length': '100' })
      response.write('x')
    })
    const { body } = (await here({ endpoint: drip.url }).get('drip.png'))!
    body.resume()
    await once(body, 'data')
    body.destroy()
    await expect(aborted.promise).resolves.toBeUndefined()
    await drip.close()
  })
})

describe('addresses', () => {
  const settings = { endpoint: 'https://s3.example', bucket: 'b.c', style: 'path', publicUrl: undefined } as S3Settings
  test.each([
    [{}, 'https://s3.example/b.c/a.png'],
    [{ style: 'virtual-host' }, 'https://b.c.s3.example/a.png'],
    [{ endpoint: 'http://127.0.0.1:9000/store' }, 'http://127.0.0.1:9000/store/b.c/a.png'],
    [{ endpoint: 'http://localhost:9000/store', style: 'virtual-host' }, 'http://b.c.localhost:9000/store/a.png'],
  ] as const)('%j', (more, address) =>
    expect(addressInBucket({ ...settings, ...more } as S3Settings, 'a.png').href).toBe(address),
  )

  // ASVS: 1.2.2
  test('escape names', () =>
    expect(addressInBucket(settings, 'a b?c#d/é.png').href).toBe('https://s3.example/b.c/a%20b%3Fc%23d%2F%C3%A9.png'))

  test('lead to the public address, or to the store', () => {
    expect(originOfFiles(settings)).toBe('https://s3.example')
    expect(originOfFiles({ ...settings, style: 'virtual-host' })).toBe('https://b.c.s3.example')
    expect(originOfFiles({ ...settings, publicUrl: 'https://cdn.example/films' })).toBe('https://cdn.example')
  })

  test('are public, or sent by this server', () => {
    expect(here({ publicUrl: 'https://cdn.example/films' }).url('a.png')).toBe('https://cdn.example/films/a.png')
    expect(here({ publicUrl: 'https://cdn.example' }).signedUrl).toBeUndefined()
    expect(here().url('a.png')).toBe('/api/files/a.png')
    expect(s3Storage(settings, 'https://office.example').url('a.png')).toBe('https://office.example/api/files/a.png')
  })
})

describe('signed address', () => {
  test('can be read by anyone', async () => {
    await here().put('private.png', small, 'image/png')
    const answer = await fetch((await here().signedUrl!('private.png'))!)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(small)
  })

  test('exists only for a stored file', async () => {
    expect(await here().signedUrl!('nothing.png')).toBeUndefined()
    expect(await here().signedUrl!('../private.png')).toBeUndefined()
  })

  test('is the same for half an hour, and valid for an hour after that', async () => {
    const at = async (time: string) =>
      (await here({}, { now: () => Date.parse(`2026-11-21T${time}Z`) }).signedUrl!('private.png'))!
    expect(await at('09:30:00.000')).toBe(await at('09:59:59.999'))
    const { searchParams } = new URL(await at('09:59:59.999'))
    expect([searchParams.get('X-Amz-Date'), searchParams.get('X-Amz-Expires')]).toEqual(['20261121T093000Z', '5400'])
    expect(await at('10:00:00.000')).not.toBe(await at('09:59:59.999'))
  })

  test('has the signature of the specification, by another calculation', async () => {
    const now = () => Date.parse('2026-11-21T09:31:07Z')
    const url = new URL((await here({}, { now }).signedUrl!('private.png'))!)
    // AWS Signature Version 4, authenticating requests by query parameters.
    const scope = '20261121/us-east-1/s3/aws4_request'
    const query =
      'X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      `&X-Amz-Credential=${encodeURIComponent(`S3RVER/${scope}`)}` +
      '&X-Amz-Date=20261121T093000Z&X-Amz-Expires=5400&X-Amz-SignedHeaders=host'
    const canonical = `GET\n/cinema-files/private.png\n${query}\nhost:${url.host}\n\nhost\nUNSIGNED-PAYLOAD`
    const hash = createHash('sha256').update(canonical).digest('hex')
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const key = ['20261121', 'us-east-1', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, 'AWS4S3RVER')
    const signature = hmac(key, `AWS4-HMAC-SHA256\n20261121T093000Z\n${scope}\n${hash}`).toString('hex')
    url.searchParams.sort()
    expect(url.search).toBe(
      `?${query.replace('&X-Amz-SignedHeaders', `&X-Amz-Signature=${signature}&X-Amz-SignedHeaders`)}`,
    )
  })
})

test('stores, reads and removes a file to test the connection', async () => {
  const before = await store.files()
  expect(await here().test()).toBe('Stored, read and removed a small file in its bucket')
  expect(requests().map((line) => line.slice(0, 4))).toEqual(['HEAD', 'PUT ', 'GET ', 'DELE'])
  expect(await store.files()).toEqual(before)
})
