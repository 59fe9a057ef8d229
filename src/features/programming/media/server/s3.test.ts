import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { integrationStates } from '#server/integrations/state.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { s3Peer, type S3Peer } from '#server/test/s3.ts'
import { media } from '../contract.ts'

/** The whole server, with its files in a store that only a key can read. */
let store: S3Peer
let server: TestServer
let png: Buffer
beforeAll(async () => {
  store = await s3Peer()
  server = await testServer({ env: settings(store) })
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await server.close()
  await store.close()
})
beforeEach(() => void (store.faultOf = () => undefined))

const settings = ({ settings: s3 }: S3Peer, more: Record<string, string> = {}) => ({
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  ...more,
})
const refused = { kind: 'status', status: 403 } as const
const upload = (to = server) => to.upload(media.upload, { file: png, name: 'poster.png' })

describe('a file in a store that only a key can read', () => {
  test('is read through this server, which sends browsers on to a signed address', async () => {
    const { data: address } = (await upload()).body
    expect(address).toMatch(/^\/api\/files\/image-[0-9a-f]{32}\.jpg$/)
    const answer = await server.inject({ url: address })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers['cache-control']).toBe('private, max-age=3000')
    const location = new URL(String(answer.headers.location))
    expect(location.origin + location.pathname).toBe(`${store.url}/cinema-files/${path.basename(address)}`)
    // It is good for longer than the answer may be kept.
    expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeGreaterThan(3000 + 30 * 60)
    const file = await fetch(location)
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
  })

  test('that is not there is not there', async () => {
    for (const name of ['image-0000.jpg', '..%2f..%2fsecret', 'IMAGE.jpg']) {
      const answer = await server.inject({ url: `/api/files/${name}` })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ status: 404, message: 'File not found' })
    }
  })

  test('tells when the store fails, without its secrets, and the Connections screen knows', async () => {
    store.faultOf = () => refused
    const answer = await upload()
    expect(answer.status).toBe(503)
    expect(answer.problem).toEqual({ status: 503, message: 'The file store rejected our access key' })
    expect((await integrationStates(server.db))['object-storage']).toMatchObject({
      reason: 'The file store rejected our access key',
    })
    const read = await server.inject({ url: '/api/files/image-0000.jpg' })
    expect(read.statusCode).toBe(503)
    expect(read.headers['cache-control']).toBe('no-store')
  })
})

test('an upload that is broken off leaves no file and no line', async () => {
  const before = [await store.files(), await server.db.$count(auditLog)]
  const socket = connect(Number(new URL(server.app.origin).port), '127.0.0.1')
  socket.end(
    `POST ${addressOf(media.upload)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${await server.token('admin')}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nonly the beginning',
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect([await store.files(), await server.db.$count(auditLog)]).toEqual(before)
})

describe('a store with a public address', () => {
  let cdn: TestServer
  beforeAll(async () => {
    cdn = await testServer({ env: settings(store, { S3_PUBLIC_URL: `${store.url}/cinema-files` }) })
  })
  afterAll(() => cdn.close())

  test('is where browsers read', async () => {
    const { data: address } = (await upload(cdn)).body
    expect(address).toMatch(`${store.url}/cinema-files/image-`)
    expect((await fetch(address)).status).toBe(200)
  })

  test('still hands out what was stored under an address of this server', async () => {
    const name = path.basename((await upload(cdn)).body.data)
    const answer = await new Promise<http.IncomingMessage>((resolve) =>
      http.get(`${cdn.app.origin}/api/files/${name}`, resolve),
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const bytes = (await answer.toArray()).reduce((sum: number, chunk: Buffer) => sum + chunk.length, 0)
    expect(answer.headers['content-length']).toBe(String(bytes))
  })
})
