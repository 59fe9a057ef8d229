import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { media } from '../contract.ts'
import { publicInternet } from './fetch.ts'

/** Whatever is wrong with an upload or a link, its sender hears what in our own words, and nothing is left of it. */
let server: TestServer
let headers: { authorization: string }
let images: Record<'jpeg' | 'png' | 'gif' | 'tiff', Buffer>
beforeAll(async () => {
  server = await testServer()
  headers = { authorization: `Bearer ${await server.token('admin')}` }
  const picture = () => sharp(Buffer.from(Array.from({ length: 48 * 32 * 3 }, (_, at) => (at * 37) % 251)), raw)
  const raw = { raw: { width: 48, height: 32, channels: 3 as const } }
  images = {
    jpeg: await picture().jpeg().toBuffer(),
    png: await picture().png().toBuffer(),
    gif: await picture().gif().toBuffer(),
    tiff: await picture().tiff().toBuffer(),
  }
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const uploads = fc.constantFrom(media.upload, media.uploadFileImage)

type Sent = { statusCode: number; body: string; headers: Record<string, unknown> }
/** A clear 4xx: our problem's shape, words for people, and the field when it is one. */
function expectRefusal({ statusCode, body, headers: answered }: Sent) {
  expect(statusCode, body).toBeGreaterThanOrEqual(400)
  expect(statusCode, body).toBeLessThan(500)
  expect(String(answered['content-type'])).toMatch(/^application\/json/)
  const problem = JSON.parse(body)
  expect(problem.status).toBe(statusCode)
  // A sentence that begins with a capital and names no part of ours.
  expect(problem.message).toMatch(/^[A-Z][^{}<>]{8,200}$/)
  expect(problem.message).not.toMatch(/undefined|null|Error|boundary|multipart|busboy|ENOTFOUND|vips|sharp/)
  const fields = [{ field: expect.stringMatching(/^(file|url|downloadLink|type)$/), message: problem.message }]
  expect(problem.errors).toEqual(statusCode === 422 ? fields : undefined)
}

const filesOnDisk = async () => {
  const found = await readdir(path.join(server.app.env.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
/** Runs a property of refusals; what they all left behind is looked for once. */
async function expectRefusals<T>(
  values: fc.Arbitrary<T>,
  send: (value: T) => Promise<Sent>,
  runs: { numRuns: number },
) {
  const before = [await filesOnDisk(), await server.db.$count(auditLog)]
  await fc.assert(
    fc.asyncProperty(values, async (value) => expectRefusal(await send(value))),
    runs,
  )
  expect([await filesOnDisk(), await server.db.$count(auditLog)]).toEqual(before)
}

type Part = { field: string; name?: string; type?: string; bytes: Buffer }
const formOf = (parts: Part[], boundary = 'b') =>
  Buffer.concat([
    ...parts.flatMap(({ field, name, type, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n` +
          `${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
const post = (endpoint: (typeof media)[keyof typeof media], payload: Buffer | object, type?: string) =>
  server.inject({
    method: 'POST',
    url: addressOf(endpoint),
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    payload,
  })
const FORM = 'multipart/form-data; boundary=b'
const sendFile = (bytes: Buffer, endpoint: (typeof media)[keyof typeof media] = media.upload) =>
  post(endpoint, formOf([{ field: 'file', name: 'a.png', bytes }]), FORM)

const ofAnyFormat = () => fc.constantFrom(...Object.values(images))
const bytes = (maxLength = 300) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

// ASVS: 1.3.3, 1.3.4
test('files that are no image of ours, whatever they are called', () =>
  expectRefusals(
    fc.record({
      bytes: fc.oneof(
        bytes(),
        fc.string().map((text) => Buffer.from(text)),
        fc
          .tuple(
            fc.constantFrom('%PDF-1.7', 'PK\x03\x04', '<svg xmlns="http://www.w3.org/2000/svg">', 'RIFF', 'BM'),
            bytes(),
          )
          .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest])),
      ),
      name: fc.oneof(
        fc.constantFrom(
          '',
          '.',
          '..',
          '../../../etc/passwd',
          'a.png',
          'con',
          'a\0.png',
          '%00',
          'x'.repeat(5000),
          '; rm -rf',
          'ä',
        ),
        fc.string().map((name) => name.replace(/["\r\n]/g, '')),
      ),
      type: fc.constantFrom(
        'image/png',
        'image/jpeg',
        'text/html',
        'application/json',
        'application/octet-stream',
        'x',
        '',
      ),
    }),
    ({ bytes: content, name, type }) =>
      post(media.upload, formOf([{ field: 'file', name, type, bytes: content }]), FORM),
    { numRuns: 60 },
  ))

/** What a TIFF ends in is about its picture, which comes before: it is broken when its table is. */
const brokenOff = (image: Buffer, share: number) =>
  image.subarray(0, Math.floor(share * (image === images.tiff ? image.readUInt32LE(4) : image.length)))
const share = fc.double({ min: 0, max: 0.97, noNaN: true })

test('images that break off anywhere', () =>
  expectRefusals(fc.tuple(ofAnyFormat(), share), ([image, part]) => sendFile(brokenOff(image, part)), { numRuns: 40 }))

test('images with bytes changed are refused or taken, and never a fault of ours', () =>
  fc.assert(
    fc.asyncProperty(
      ofAnyFormat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      async (image, changes) => {
        const broken = Buffer.from(image)
        for (const [at, value] of changes) broken[at % broken.length] = value
        const answer = await sendFile(broken)
        if (answer.statusCode !== 200) expectRefusal(answer)
      },
    ),
    { numRuns: 60 },
  ))

/** Few bytes that claim many pixels. */
const bombs = {
  png(width: number, height: number) {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([length, body, sum])
    }
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([
      start,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  },
  gif(width: number, height: number, frames = 1) {
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0', 'latin1')
    for (const [part, at] of [
      [head, 6],
      [frame, 13],
    ] as const) {
      part.writeUInt16LE(Math.min(width, 0xffff), at)
      part.writeUInt16LE(Math.min(height, 0xffff), at + 2)
    }
    return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
  },
  tiff(width: number, height: number) {
    const copy = Buffer.from(images.tiff)
    const entries = copy.readUInt32LE(4)
    for (let at = entries + 2; at < entries + 2 + copy.readUInt16LE(entries) * 12; at += 12) {
      const isWidth = copy.readUInt16LE(at) === 256
      if (!isWidth && copy.readUInt16LE(at) !== 257) continue
      copy.writeUInt16LE(4, at + 2)
      copy.writeUInt32LE(isWidth ? width : height, at + 8)
    }
    return copy
  },
  jpeg(width: number, height: number) {
    const copy = Buffer.from(images.jpeg)
    const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
    copy.writeUInt16BE(Math.min(height, 0xffff), frame + 5)
    copy.writeUInt16BE(Math.min(width, 0xffff), frame + 7)
    return copy
  },
}

// ASVS: 5.2.3, 5.2.6
test('bombs of pixels, in each format', () =>
  expectRefusals(
    fc.tuple(
      fc.constantFrom(bombs.png, bombs.gif, bombs.tiff, bombs.jpeg),
      fc.integer({ min: 7000, max: 0x7fffffff }),
      fc.integer({ min: 7000, max: 0x7fffffff }),
    ),
    ([bomb, width, height]) => sendFile(bomb(width, height)),
    { numRuns: 40 },
  ))

test('animations of too many frames', () =>
  expectRefusals(
    fc.tuple(fc.integer({ min: 301, max: 3000 }), fc.integer({ min: 1, max: 400 })),
    ([frames, side]) => sendFile(bombs.gif(side, side, frames)),
    { numRuns: 10 },
  ))

test('what is no form, or a form of something else', () => {
  const file = () => ({ field: 'file', name: 'a.png', bytes: images.png })
  const form = () => formOf([file()])
  const bodies: fc.Arbitrary<[Buffer | object, string | undefined]>[] = [
    fc.json().map((text) => [Buffer.from(text), 'application/json']),
    fc.constant([Buffer.from('{"file":'), 'application/json']),
    fc
      .constantFrom(
        'text/plain',
        'image/png',
        'application/x-www-form-urlencoded',
        'multipart/mixed; boundary=b',
        'nonsense',
        '',
      )
      .map((type) => [form(), type]),
    fc
      .constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'x'.repeat(200)}`,
        'multipart/form-data; boundary=other',
      )
      .map((type) => [form(), type]),
    fc.nat().map((at) => [form().subarray(0, at % (form().length - 5)), FORM]),
    bytes().map((content) => [content, FORM]),
    fc.constantFrom(Buffer.alloc(0), formOf([])).map((content) => [content, FORM]),
    // A field where the file should be, fields with bad names, too many fields.
    fc
      .constantFrom('file', '__proto__', 'constructor', '', 'x'.repeat(2000))
      .map((field) => [formOf([{ field, bytes: Buffer.from('text') }]), FORM]),
    fc.constantFrom('__proto__', 'toString').map((field) => [formOf([{ ...file(), field }]), FORM]),
    fc
      .integer({ min: 21, max: 60 })
      .map((fields) => [
        formOf([...Array.from({ length: fields }, (_, at) => ({ field: `f${at}`, bytes: Buffer.from('x') })), file()]),
        FORM,
      ]),
    // Beside a good file another one, or rubbish.
    fc.integer({ min: 2, max: 5 }).map((count) => [formOf(Array.from({ length: count }, file)), FORM]),
    fc.constant([formOf([file(), { field: '__proto__', bytes: Buffer.from('x') }]), FORM]),
    fc.constant([formOf([file(), { field: 'note', type: 'application/json', bytes: Buffer.from('{') }]), FORM]),
  ]
  return expectRefusals(
    fc.tuple(uploads, fc.oneof(...bodies)),
    ([endpoint, [body, type]]) => post(endpoint, body, type),
    {
      numRuns: 150,
    },
  )
})

const copies = fc.constantFrom([media.uploadWithUrl, 'url'] as const, [media.linkUpload, 'downloadLink'] as const)
const expectLinksRefused = (addresses: fc.Arbitrary<unknown>, runs = { numRuns: 60 }) =>
  expectRefusals(
    fc.tuple(copies, addresses),
    async ([[endpoint, field], address]) =>
      server.inject({ method: 'POST', url: addressOf(endpoint), headers, payload: { [field]: address } }),
    runs,
  )

/** An address inside, as a URL may spell it. */
const octet = fc.nat(255)
const inside = fc
  .tuple(fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 16], [100, 64], [0]), octet, octet, octet)
  .map(([start, ...rest]) => [...start, ...rest].slice(0, 4))
const asNumber = (parts: number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
const spelled = fc
  .tuple(
    inside,
    fc.constantFrom<(parts: number[]) => string>(
      (parts) => parts.join('.'),
      (parts) => `${parts.join('.')}.`,
      (parts) => String(asNumber(parts)),
      (parts) => `0x${asNumber(parts).toString(16)}`,
      (parts) => `0${asNumber(parts).toString(8)}`,
      (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
      (parts) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
      (parts) => `${parts[0]}.${asNumber(parts.slice(1))}`,
      (parts) => `${parts[0]}.${parts[1]}.${asNumber(parts.slice(2))}`,
      (parts) => parts.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (parts) => parts.join('。'),
      (parts) => parts.map((part) => encodeURIComponent(part).replace(/\d/g, (digit) => `%3${digit}`)).join('.'),
      (parts) => `[::ffff:${parts.join('.')}]`,
      (parts) => `[64:ff9b::${parts.join('.')}]`,
      (parts) =>
        `[2002:${((parts[0]! << 8) | parts[1]!).toString(16)}:${((parts[2]! << 8) | parts[3]!).toString(16)}::1]`,
    ),
  )
  .map(([parts, spell]) => spell(parts))
const tail = fc.constantFrom('', '/', '/a.png', '/latest/meta-data/', '?url=http://8.8.8.8/a.png', '#8.8.8.8')

// ASVS: 1.3.6
test('links to private ranges, in every spelling, reach nobody', async () => {
  const sent = [vi.spyOn(http, 'request'), vi.spyOn(https, 'request')]
  const starts = fc.constantFrom('http://', 'https://', 'HTTP://', 'http:\\\\', 'http:/', ' http://')
  await expectLinksRefused(
    fc.tuple(starts, spelled, tail).map((all) => all.join('')),
    { numRuns: 120 },
  )
  for (const spy of sent) expect(spy).not.toHaveBeenCalled()
})

test('links with other schemes, ports, names and passwords, and junk', () =>
  expectLinksRefused(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc
        .anything()
        .map((value) => (JSON.stringify(value) === undefined ? null : JSON.parse(JSON.stringify(value))))
        .filter((value) => typeof value !== 'string'),
      fc
        .tuple(fc.constantFrom('file', 'ftp', 'gopher', 'data', 'javascript', 'blob', 'ws', 'about', 's3'), fc.string())
        .map(([scheme, rest]) => `${scheme}:${rest}`),
      fc
        .tuple(fc.constantFrom('', 'me@', 'me:pw@', ':@', '%00@'), fc.integer({ min: 0, max: 99_999 }))
        .map(([who, port]) => `http://${who}127.0.0.1:${port}/`),
      fc
        .tuple(fc.constantFrom('me@', 'me:pw@', ':pw@'), fc.constantFrom('8.8.8.8', 'pictures.example'))
        .map(([who, host]) => `http://${who}${host}/`),
      fc
        .integer({ min: 1, max: 65_535 })
        .filter((port) => port !== 80)
        .map((port) => `http://8.8.8.8:${port}/`),
      fc.integer({ min: 1990, max: 9000 }).map((length) => `http://8.8.8.8/${'x'.repeat(length)}`),
      fc.constantFrom(
        'http://localhost/',
        'http://LOCALHOST/',
        'http://[::1]/',
        'http://[::]/',
        'http://[fe80::1]/',
        'http://[',
        'http://%',
        'http://..',
        '//127.0.0.1/',
        'http:///',
        'http://ａ\u0000/',
      ),
    ),
    { numRuns: 80 },
  ))

test('links to names that lead inside, or nowhere', async () => {
  vi.spyOn(publicInternet, 'resolve').mockImplementation(async (host) => {
    const [first = ''] = host.split('.')
    if (first === 'nowhere') throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    const address = Buffer.from(first, 'hex').toString()
    // A public one among them makes it no better.
    return ['8.8.8.8', address].map((found) => ({ address: found, family: net.isIP(found) }))
  })
  const inner = fc.oneof(
    inside.map((parts) => parts.join('.')),
    inside.map((parts) => `::ffff:${parts.join('.')}`),
    fc.constantFrom(
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'fc00::',
      'fec0::1',
      'ff02::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
    ),
  )
  await expectLinksRefused(
    fc.oneof(
      fc.constant('http://nowhere.example/a.png'),
      inner
        .map((address) => `http://${Buffer.from(address).toString('hex').replace(/.{60}/g, '$&.')}.example/a.png`)
        .filter((address) => address.length < 90),
    ),
  )
})

test('links to a peer that leads on inside, fails, or sends what is no image', async () => {
  let answer: http.RequestListener
  const peer = http.createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  const origin = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  vi.spyOn(publicInternet, 'isAllowed').mockImplementation((ip) => ip === '127.0.0.1')
  vi.spyOn(publicInternet, 'onlyDefaultPorts', 'get').mockReturnValue(false)
  const answers = fc.oneof(
    // All but the peer's own address is inside here.
    fc
      .tuple(
        fc.constantFrom(301, 302, 303, 307, 308),
        spelled.filter((host) => !/^(127\.0\.0\.1\.?|2130706433)$/.test(host)),
        tail,
      )
      .map(
        ([status, host, rest]): http.RequestListener =>
          (_, response) =>
            void response.writeHead(status, { location: encodeURI(`http://${host}:9${rest}`) }).end(),
      ),
    fc.constantFrom('file:///etc/passwd', 'ftp://127.0.0.1/', 'http://me:pw@127.0.0.1/', '', 'http://[', '/again').map(
      (location): http.RequestListener =>
        (_, response) =>
          void response.writeHead(302, { location }).end(),
    ),
    fc
      .integer({ min: 204, max: 599 })
      .filter((status) => ![301, 302, 303, 307, 308].includes(status))
      .map(
        (status): http.RequestListener =>
          (_, response) =>
            void response.writeHead(status).end(),
      ),
    bytes().map(
      (body): http.RequestListener =>
        (_, response) =>
          void response.end(body),
    ),
    fc.tuple(ofAnyFormat(), share).map(
      ([image, part]): http.RequestListener =>
        (_, response) =>
          void response.end(brokenOff(image, part)),
    ),
    ofAnyFormat().map((image): http.RequestListener => (_, response) => {
      response.writeHead(200, { 'content-length': String(image.length) })
      response.write(image.subarray(0, 20), () => response.destroy())
    }),
  )
  await expectRefusals(
    fc.tuple(copies, answers),
    ([[endpoint, field], listener]) => {
      answer = listener
      return server.inject({
        method: 'POST',
        url: addressOf(endpoint),
        headers,
        payload: { [field]: `${origin}/a.png` },
      })
    },
    { numRuns: 80 },
  )
  peer.closeAllConnections()
  peer.close()
})
