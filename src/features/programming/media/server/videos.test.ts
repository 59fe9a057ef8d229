import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { s3Peer } from '#server/test/s3.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { IMAGE_MAX_BYTES, media } from '../contract.ts'
import { isVideo } from '../rules.ts'

const MB = 1024 * 1024
const MAX_MB = 16
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { VIDEO_MAX_MB: String(MAX_MB) } })
})
afterAll(() => server.close())

/** The first bytes of each kind, and something that follows. */
const rest = randomBytes(20_000)
const brand = (name: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${name}`),
    Buffer.alloc(4),
    Buffer.from(`${name}isom`),
    rest,
  ])
const matroska = (kind: string) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x83 + kind.length, 0x42, 0x82, 0x80 + kind.length]),
    Buffer.from(kind),
    rest,
  ])
const avi = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), rest])
const mp4 = brand('isom')

const upload = (file: Buffer, name = 'film.mp4', to = server) => to.upload(media.upload, { file, name })
const get = (name: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/api/files/${name}`, headers })
const filesOnDisk = async () => {
  const folder = path.join(server.app.env.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

describe('a video', () => {
  // Clauses: operations 302
  test.each([
    ['mp4', mp4, 'mp4', 'video/mp4'],
    ['mp4 of another brand', brand('mp42'), 'mp4', 'video/mp4'],
    ["Apple's mp4", brand('M4V '), 'mp4', 'video/mp4'],
    ['mov', brand('qt  '), 'mov', 'video/quicktime'],
    ['mkv', matroska('matroska'), 'mkv', 'video/matroska'],
    ['avi', avi, 'avi', 'video/vnd.avi'],
  ])('%s is kept as it is, whatever it is called', async (_, file, ending, type) => {
    const answer = await upload(file, 'holiday.txt')
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Uploaded video')
    const name = path.basename(answer.body.data)
    expect(name).toMatch(new RegExp(`^video-[0-9a-f]{32}\\.${ending}$`))
    expect(isVideo(answer.body.data)).toBe(true)
    const stored = await get(name)
    expect(stored.headers['content-type']).toBe(type)
    expect(stored.rawPayload.equals(file)).toBe(true)
    const [line] = await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line).toMatchObject({ entity: 'file', entityId: name, summary: 'Uploaded holiday.txt' })
  })

  // ASVS: 5.2.2
  test.each([
    ['a web video', matroska('webm')],
    ['sound', brand('M4A ')],
    ['a document', Buffer.concat([Buffer.from('%PDF-1.7\n'), rest])],
    ['a text', Buffer.from('no film at all')],
    ['a large film whose beginning is lost', Buffer.alloc(IMAGE_MAX_BYTES + 1, 'film')],
    ['a program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), rest])],
  ])('%s is none', async (_, file) => {
    const answer = await upload(file)
    expect(answer.status).toBe(415)
    expect(answer.problem.message).toBe(
      'Only JPEG, PNG, GIF, WebP, AVIF and TIFF images and MP4, MKV, AVI and MOV videos are accepted',
    )
  })

  // Clauses: operations 321
  test('is not taken where a picture is asked for', async () => {
    const answer = await server.upload(media.uploadFileImage, { file: mp4, name: 'poster.jpg' })
    expect(answer.status).toBe(415)
  })

  test('that is too large is refused, and nothing of it stays', async () => {
    const before = await filesOnDisk()
    expect((await upload(Buffer.concat([mp4, Buffer.alloc(MAX_MB * MB - mp4.length)]))).status).toBe(200)
    const answer = await upload(Buffer.concat([mp4, Buffer.alloc(MAX_MB * MB)]))
    expect(answer.problem).toMatchObject({ status: 413, message: 'The file is too large. The limit is 16 MB.' })
    expect(await filesOnDisk()).toBe(before + 1)
  })

  test('that is broken off leaves nothing', async () => {
    const before = await filesOnDisk()
    const { storage } = server.app
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()]
    const put: typeof storage.put = async (...file) => {
      begun.resolve()
      ended.resolve(await storage.put(...file).catch((error: unknown) => error))
      throw await ended.promise
    }
    server.app.storage = { ...storage, put }
    const socket = connect(Number(new URL(server.app.origin).port), '127.0.0.1')
    socket.write(
      `POST ${addressOf(media.upload)} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${await server.token('admin')}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
    )
    socket.write(mp4)
    await begun.promise
    socket.destroy()
    expect(String(await ended.promise)).toContain('The upload was interrupted. Try again.')
    expect(await filesOnDisk()).toBe(before)
    server.app.storage = storage
  })

  test('tells when the store fails, which the name storage-fault.mp4 brings about', async () =>
    expect((await upload(mp4, 'storage-fault.mp4')).status).toBe(503))
})

test('a picture is still re-encoded', async () => {
  const png = await sharp({ create: { width: 2400, height: 40, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()
  const answer = await upload(png)
  expect(answer.body.data).toMatch(/image-[0-9a-f]{32}\.jpg$/)
  const { rawPayload } = await get(path.basename(answer.body.data))
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1920 })
})

describe('a range of a file', () => {
  let name: string
  beforeAll(async () => {
    name = path.basename((await upload(mp4)).body.data)
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=1000-', 1000, mp4.length - 1],
    ['bytes=-500', mp4.length - 500, mp4.length - 1],
    ['bytes=0-99999999', 0, mp4.length - 1],
  ])('%s', async (range, start, end) => {
    const answer = await get(name, { range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes ${start}-${end}/${mp4.length}`,
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.rawPayload.equals(mp4.subarray(start, end + 1))).toBe(true)
  })

  test('beyond its end: 416 with its size, not kept', async () => {
    const answer = await get(name, { range: `bytes=${mp4.length}-` })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([416, 0])
    expect(answer.headers).toMatchObject({ 'content-range': `bytes */${mp4.length}`, 'cache-control': 'no-store' })
  })

  test.each(['bytes=0-9,20-29', 'pages=1-2', 'bytes=9-3'])('%s is answered whole', async (range) => {
    const answer = await get(name, { range })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, mp4.length])
    expect(answer.headers['accept-ranges']).toBe('bytes')
  })

  test('of a file that it was not meant for is answered whole', async () => {
    const range = 'bytes=0-99'
    expect((await get(name, { range, 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await get(name, { range, 'if-range': `"${name}"` })).statusCode).toBe(206)
  })

  test('of a file that is known already: 304', async () =>
    expect((await get(name, { range: 'bytes=0-99', 'if-none-match': `"${name}"` })).statusCode).toBe(304))
})

test('in S3 a video is stored with its type, and read from there', async () => {
  const store = await s3Peer()
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings
  const withS3 = await testServer({
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
  // More than one part.
  const large = Buffer.concat([mp4, Buffer.alloc(6 * MB, 'film')])
  const address = (await upload(large, 'film.mp4', withS3)).body.data
  const sent = await withS3.inject({ url: address })
  expect(sent.statusCode).toBe(302)
  const file = await fetch(String(sent.headers.location))
  expect(file.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await file.arrayBuffer()).equals(large)).toBe(true)
  await withS3.close()
  await store.close()
})
