/** @module-tag nightly */
import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { s3Peer } from '#server/test/s3.ts'
import type { UploadMessage } from '#server/test/upload-server.ts'

vi.setConfig({ testTimeout: 120_000 })

const MB = 1024 * 1024
const FILE_BYTES = 200 * MB
/** Largest growth of the server's memory during an upload of 200 MB. */
const GROWTH_BYTES = 80 * MB

type Store = {
  settings: Record<string, string>
  /** Bytes of each file by its name. */
  files: () => Promise<Record<string, number>>
  /** Remains of interrupted uploads. */
  leftovers: () => Promise<string[]>
  close: () => Promise<void>
}

async function disk(): Promise<Store> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-large-'))
  const files = async () => {
    const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile())
  }
  return {
    settings: { DATA_DIR: dataDir },
    files: async () =>
      Object.fromEntries(
        await Promise.all(
          (await files()).map(async ({ name, parentPath }) => [name, (await stat(path.join(parentPath, name))).size]),
        ),
      ),
    leftovers: () => readdir(path.join(dataDir, 'files/.incoming')),
    close: () => rm(dataDir, { recursive: true }),
  }
}

async function s3(): Promise<Store> {
  const { settings, files, unfinished, close } = await s3Peer()
  const sizeOf = async (name: string) => {
    const answer = await fetch(`${settings.endpoint}/${settings.bucket}/${name}`, { method: 'HEAD' })
    return [name, Number(answer.headers.get('content-length'))]
  }
  return {
    settings: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    files: async () => Object.fromEntries(await Promise.all((await files()).map(sizeOf))),
    leftovers: unfinished,
    close,
  }
}

describe.each([
  ['disk', disk],
  ['S3', s3],
] as const)('an upload to %s', (_, open) => {
  let store: Store
  let child: ChildProcess
  let messages: AsyncIterator<[UploadMessage]>
  let address: string

  beforeAll(async () => {
    store = await open()
    child = fork(path.resolve(import.meta.dirname, '../../test/upload-server.ts'), {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', DEMO: 'off', ...store.settings },
      execArgv: [],
    })
    messages = on(child, 'message') as AsyncIterator<[UploadMessage]>
    const [first] = (await messages.next()).value
    address = (first as { listening: string }).listening
  })
  afterAll(async () => {
    child.disconnect()
    await once(child, 'exit')
    await store.close()
  })

  const nextMessage = async () => (await messages.next()).value[0]
  const memory = async () => {
    child.send('memory')
    return (await nextMessage()) as { rss: number; peak: number }
  }
  const begin = (name: string) => {
    const request = http.request(`${address}/api/large`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    request.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`)
    return request
  }
  const piece = Buffer.alloc(MB, 'film')
  const send = async (request: http.ClientRequest, bytes: number) => {
    for (let left = bytes; left > 0; left -= piece.length)
      if (!request.write(left < piece.length ? piece.subarray(0, left) : piece)) await once(request, 'drain')
  }
  const sendAll = async (name: string, bytes: number) => {
    const request = begin(name)
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    await send(request, bytes)
    request.end('\r\n--b--\r\n')
    const [response] = await answered
    response.resume()
    return response.statusCode
  }

  // ASVS: 5.2.1
  test('takes less than 80 MB of memory for 200 MB', async () => {
    // The first upload also loads and compiles code.
    expect(await sendAll('small.tiff', MB)).toBe(200)
    await nextMessage()
    const before = await memory()
    expect(await sendAll('large.tiff', FILE_BYTES)).toBe(200)
    expect(await nextMessage()).toEqual({ stored: 'large.tiff' })
    const { peak } = await memory()
    expect(peak - before.rss).toBeLessThan(GROWTH_BYTES)
    expect(await store.files()).toEqual({ 'small.tiff': MB, 'large.tiff': FILE_BYTES })
  })

  test('leaves no file when interrupted half way', async () => {
    const before = await store.files()
    const request = begin('broken.tiff').on('error', () => {})
    await send(request, FILE_BYTES / 2)
    request.destroy()
    expect(await nextMessage()).toEqual({ refused: expect.stringContaining('The upload was interrupted. Try again.') })
    expect(await store.files()).toEqual(before)
    expect(await store.leftovers()).toEqual([])
  })

  test('leaves no file above 200 MB', async () => {
    const before = await store.files()
    expect(await sendAll('endless.tiff', FILE_BYTES + 1)).toBe(413)
    expect(await nextMessage()).toEqual({ refused: expect.stringContaining('The file is too large') })
    expect(await store.files()).toEqual(before)
    expect(await store.leftovers()).toEqual([])
  })
})
