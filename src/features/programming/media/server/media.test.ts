import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import http, { Agent } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { addressOf, testServer, type TestServer, type Who } from '#server/test/harness.ts'
import { IMAGE_MAX_BYTES, media, UPLOADED } from '../contract.ts'
import { publicInternet } from './fetch.ts'
import { integrationStates } from '#server/integrations/state.ts'
import { NO_MEDIA } from './videos.ts'

let server: TestServer
let png: Buffer
beforeAll(async () => {
  server = await testServer()
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const NAME = /^image-[0-9a-f]{32}\.(jpg|png|gif)$/
const uploads = [media.upload, media.uploadFileImage] as const
const copies = [
  [media.uploadWithUrl, 'url'],
  [media.linkUpload, 'downloadLink'],
] as const

const urlIn = (data: string | { url: string }) => (typeof data === 'string' ? data : data.url)
const nameIn = (data: string | { url: string }) => path.basename(urlIn(data))
const get = (name: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/api/files/${name}`, headers })
const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!
const filesOnDisk = async () => {
  const entries = await readdir(path.join(server.app.env.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe.each(uploads)('$path', (endpoint) => {
  const upload = (file: Buffer, name = 'poster.png', as: Who = 'superadmin') =>
    server.upload(endpoint, { file, name, as })

  // Clauses: core 186; operations 396, 405
  test('stores the image, answers its address, and leaves a line', async () => {
    const answer = await upload(png, 'Poster of the year.png')
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe(UPLOADED)
    expect(urlIn(answer.body.data)).toMatch(/^\/api\/files\//)
    const name = nameIn(answer.body.data)
    expect(name).toMatch(NAME)
    expect(await lastLine()).toMatchObject({
      entity: 'file',
      entityId: name,
      summary: 'Uploaded Poster of the year.png',
      actor: 'superadmin Tester',
    })
    const stored = await get(name)
    expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
  })

  // ASVS: 5.4.1
  test('answers the same address for the same image, whoever sends it under whichever name', async () => {
    const [one, other] = [await upload(png), await upload(png, 'x.gif', 'admin')]
    expect(urlIn(one.body.data)).toBe(urlIn(other.body.data))
  })

  test('is for those who may', async () => {
    expect((await upload(png, 'a.png', 'nobody')).status).toBe(401)
    expect((await upload(png, 'a.png', 'powerless')).status).toBe(403)
  })

  // ASVS: 5.2.2
  // Clauses: core 135
  test('goes by content, not by name', async () => {
    expect((await upload(png, 'poster.exe')).status).toBe(200)
    const answer = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'poster.png')
    expect(answer.status).toBe(415)
    expect(answer.problem.message).toContain('JPEG, PNG, GIF, WebP, AVIF and TIFF')
  })

  test('names the field of a damaged, an empty and a missing file', async () => {
    for (const [file, message] of [
      [png.subarray(0, png.length - 30), 'The image is damaged'],
      [Buffer.alloc(0), 'The file is empty'],
    ] as const) {
      const answer = await upload(file)
      expect(answer.status).toBe(422)
      expect(answer.problem).toMatchObject({ message, errors: [{ field: 'file', message }] })
    }
    const none = await server.call(endpoint, { body: { file: 'poster.png' } })
    expect(none.problem).toMatchObject({ status: 422, errors: [{ field: 'file', message: 'Choose a file' }] })
  })

  // ASVS: 5.2.1
  test('refuses a file that is too large', async () => {
    const answer = await upload(Buffer.concat([png, Buffer.alloc(IMAGE_MAX_BYTES)]))
    expect(answer.status).toBe(413)
    expect(answer.problem.message).toBe('Choose an image of up to 15 MB')
  })

  test('a form that ends in the middle of its file: 400', async () => {
    const half = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      png,
    ])
    const headers = {
      authorization: `Bearer ${await server.token('admin')}`,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const answer = await server.inject({ method: 'POST', url: addressOf(endpoint), headers, payload: half })
    expect(answer.statusCode).toBe(400)
  })

  // Clauses: core 198; operations 449
  test('tells when the store fails, which the name storage-fault.png brings about', async () => {
    const answer = await upload(png, 'storage-fault.png')
    expect(answer.status).toBe(503)
    expect(answer.problem.message).toContain('The file store could not store the file')
  })
})

describe('over a real connection', () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const headers = async () => ({
    authorization: `Bearer ${await server.token('admin')}`,
    'content-type': 'multipart/form-data; boundary=b',
  })

  test('an upload that is broken off leaves no file and no line', async () => {
    const before = [await filesOnDisk(), (await lastLine()).id]
    const { authorization, 'content-type': type } = await headers()
    const socket = connect(Number(new URL(server.app.origin).port), '127.0.0.1')
    socket.end(
      `POST ${addressOf(media.upload)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n` +
        `content-type: ${type}\r\ncontent-length: 100000\r\n\r\n${head}only the beginning`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    expect([await filesOnDisk(), (await lastLine()).id]).toEqual(before)
  })

  test.each([
    ['too much', [0xff, 0xd8, 0xff], 413, 'Choose an image of up to 15 MB'],
    ['what is no media', [], 415, NO_MEDIA],
  ])('the sender of %s hears so, and the connection serves the next call', async (_, begin, status, message) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const options = { method: 'POST', agent, headers: await headers() }
    const request = http.request(`${server.app.origin}${addressOf(media.upload)}`, options)
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    request.write(head)
    request.write(Buffer.from(begin))
    request.write(Buffer.alloc(2 * IMAGE_MAX_BYTES))
    await new Promise<void>((sent) => request.end('\r\n--b--\r\n', sent))
    const [response] = await answered
    expect(response.statusCode).toBe(status)
    expect(await json(response)).toMatchObject({ message })
    const next = http.get(`${server.app.origin}/api/health/live`, { agent })
    const [alive] = (await once(next, 'response')) as [http.IncomingMessage]
    expect([alive.statusCode, next.reusedSocket]).toEqual([200, true])
    alive.resume()
    agent.destroy()
  })
})

describe.each(copies)('$path', (endpoint, field) => {
  const copy = (address: unknown, as: Who = 'superadmin') => server.call(endpoint, { body: { [field]: address }, as })

  /** The image host of the test is on this machine, where nobody may fetch from. */
  const withPeer = async (answer: http.RequestListener, work: (address: string) => Promise<void>) => {
    const peer = http.createServer(answer).listen(0, '127.0.0.1')
    await once(peer, 'listening')
    vi.spyOn(publicInternet, 'isAllowed').mockImplementation((ip) => ip === '127.0.0.1')
    vi.spyOn(publicInternet, 'onlyDefaultPorts', 'get').mockReturnValue(false)
    await work(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`)
    peer.closeAllConnections()
    peer.close()
  }

  // Clauses: core 185, 187
  test('stores a copy and leaves a line without what may be a key', () =>
    withPeer(
      (_request, response) => response.end(png),
      async (peer) => {
        const answer = await copy(`${peer}/poster.png?signature=secret#top`)
        expect(answer.status).toBe(200)
        expect(answer.body.message).toBe(UPLOADED)
        const name = nameIn(answer.body.data)
        expect((await get(name)).statusCode).toBe(200)
        expect(await lastLine()).toMatchObject({
          entity: 'file',
          entityId: name,
          summary: `Uploaded ${peer}/poster.png`,
        })
      },
    ))

  test('names the field when the peer fails, or sends no picture', () =>
    withPeer(
      ({ url }, response) => void (url === '/page' ? response.end('<html>') : response.writeHead(404).end()),
      async (peer) => {
        const missing = await copy(`${peer}/poster.png`)
        const message = 'The address responded with 404'
        expect(missing.problem).toEqual({ status: 422, message, errors: [{ field, message }] })
        expect((await copy(`${peer}/page`)).status).toBe(415)
      },
    ))

  test('tells when the store fails', () =>
    withPeer(
      (_request, response) => response.end(png),
      async (peer) => expect((await copy(`${peer}/storage-fault.png`)).status).toBe(503),
    ))

  test('does not reach inside', async () => {
    const inside = createServer().listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const reached = vi.fn<() => void>()
    inside.on('connection', reached)
    for (const address of [
      `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`,
      'http://127.0.0.1/',
      'http://[::1]/',
    ]) {
      const answer = await copy(address)
      expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message: expect.any(String) }] })
    }
    expect(reached).not.toHaveBeenCalled()
    inside.close()
  })

  test.each([
    ['', 'URL is empty'],
    ['   ', 'URL is empty'],
    [undefined, 'URL is empty'],
    [7, 'URL is empty'],
    ['not an address', 'Enter a web address'],
    [`http://a.example/${'x'.repeat(2000)}`, 'Enter up to 2000 characters'],
  ])('refuses %j', async (address, message) => {
    const answer = await copy(address)
    expect(answer.problem).toEqual({ status: 422, message, errors: [{ field, message }] })
  })

  test('is for those who may', async () => {
    expect((await copy('http://127.0.0.1/', 'nobody')).status).toBe(401)
    expect((await copy('http://127.0.0.1/', 'powerless')).status).toBe(403)
  })
})

// Clauses: core 185
test('uploadWithUrl knows one type', async () => {
  const answer = await server.call(media.uploadWithUrl, { body: { url: 'http://127.0.0.1/', type: 'book' } })
  expect(answer.problem).toMatchObject({ status: 422, errors: [{ field: 'type', message: 'type must be movieImage' }] })
})

describe('/files/{name}', () => {
  let name: string
  beforeAll(async () => {
    name = nameIn((await server.upload(media.upload, { file: png, name: 'a.png' })).body.data)
  })

  // ASVS: 3.2.1, 5.3.1
  test('is open, kept for ever, and never a page', async () => {
    const answer = await get(name)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${name}"`,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: `"${name}"`,
    })
  })

  test('answers HEAD without the body', async () => {
    const answer = await server.inject({ method: 'HEAD', url: `/api/files/${name}` })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
  })

  test.each([(etag: string) => etag, (etag: string) => `W/${etag}`, (etag: string) => `"other", ${etag}`, () => '*'])(
    'answers 304 to one who has it (%#)',
    async (address) => {
      const answer = await get(name, { 'if-none-match': address(`"${name}"`) })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0])
      expect(answer.headers).toMatchObject({
        etag: `"${name}"`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
    },
  )

  test('answers whole to one who has another', async () => {
    expect((await get(name, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  // ASVS: 5.3.2
  test.each([
    'image-0000.jpg',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '.incoming',
    'x%00.jpg',
    'a',
    'IMAGE.jpg',
    'x'.repeat(150),
  ])('knows no %s, and does not let that be kept', async (unknown) => {
    const answer = await get(unknown)
    expect(answer.statusCode).toBe(404)
    expect(String(answer.headers['cache-control'])).not.toContain('public')
  })

  test('tells when the store fails', async () => {
    expect((await get('fault-image.png')).statusCode).toBe(503)
  })

  test('a name that no file can have is of no file, and says nothing of the store', async () => {
    const before = await integrationStates(server.db)
    for (const none of ['', 'a', 'ä.png', 'x'.repeat(300)]) {
      const answer = await get(encodeURIComponent(none))
      expect([answer.statusCode, answer.json().message]).toEqual([404, none ? 'File not found' : 'Address not found'])
    }
    expect((await integrationStates(server.db))['object-storage']).toEqual(before['object-storage'])
  })

  test('comes in the size of a place in a list, twice as fine as CSS pixels, and is made once', async () => {
    const tall = await sharp({ create: { width: 400, height: 600, channels: 4, background: '#7c3aed80' } })
      .png()
      .toBuffer()
    const poster = nameIn((await server.upload(media.upload, { file: tall, name: 'b.png' })).body.data)
    const read = vi.spyOn(server.app.storage, 'get')
    const answer = await get(`${poster}?place=poster`)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${poster}-poster"`,
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 60, height: 84, hasAlpha: true })
    expect(answer.rawPayload.length).toBeLessThan(2000)
    const known = await get(`${poster}?place=poster`, { 'if-none-match': `"${poster}-poster"` })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    expect(read).toHaveBeenCalledTimes(1)
    const square = await get(`${poster}?place=square`)
    expect(await sharp(square.rawPayload).metadata()).toMatchObject({ width: 72, height: 72 })
    expect((await get(`${poster}?place=door`)).statusCode).toBe(422)
  })

  test('what no thumb can be made of, or is a person, comes as it is', async () => {
    const { storage } = server.app
    await storage.put('image-damaged.jpg', Buffer.from('no picture'), 'image/jpeg')
    await storage.put('profile-2.png', png, 'image/png')
    await storage.put('video-1.mp4', Buffer.from('x'), 'video/mp4')
    for (const [file, type] of [
      ['image-damaged.jpg', 'image/jpeg'],
      ['profile-2.png', 'image/png'],
      ['video-1.mp4', 'video/mp4'],
    ] as const) {
      const answer = await get(`${file}?place=wide`)
      expect([file, answer.statusCode, answer.headers['content-type']]).toEqual([file, 200, type])
    }
    expect((await get('image-none.jpg?place=wide')).statusCode).toBe(404)
    expect((await get('fault-image.png?place=wide')).statusCode).toBe(503)
  })

  // ASVS: 14.2.2
  test('a picture of a person is kept by the browser of who saw it, and for an hour', async () => {
    await server.app.storage.put('profile-1.png', Buffer.from('x'), 'image/png')
    expect((await get('profile-1.png')).headers['cache-control']).toBe('private, max-age=3600')
  })
})

describe('outside of the demo', () => {
  // ASVS: 15.2.3
  test('nobody makes the store fail by a name', async () => {
    const real = await testServer({ hasSentinels: false })
    const answer = await real.upload(media.upload, { file: png, name: 'storage-fault.png' })
    expect(answer.status).toBe(200)
    expect((await real.inject({ method: 'GET', url: '/api/files/fault-image.png' })).statusCode).toBe(404)
    expect((await integrationStates(real.db))['object-storage']?.reason ?? null).toBeNull()
    await real.close()
  })
})
