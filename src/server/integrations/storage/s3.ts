import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { API_BASE } from '#contract/base.ts'
import type { S3Settings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { storeFault } from './faults.ts'
import { checkStoredName, isStoredName, cacheControlOf } from './names.ts'
import type { ObjectStorage } from './port.ts'
import { refusedInside, s3Client, type S3Client, type S3ClientOptions } from './s3-client.ts'
import { partsOf, pieceOf, type Part } from './s3-parts.ts'

/** Size of the parts of a larger file, one in memory at a time. S3 needs at least 5 MB. */
export const PART_BYTES = 5 * 1024 * 1024
/**
 * Start of a signed address's validity: the beginning of the half hour. All requests within the half hour get the same
 * address, so that browsers keep the picture; it is valid for an hour after the half hour.
 */
const SIGNED_FROM_MS = 30 * 60 * 1000
const SIGNED_SECONDS = 90 * 60

/**
 * Stores files in a bucket of an S3-compatible store. A crash during a large upload leaves its parts in the store until
 * a lifecycle rule of the bucket deletes them (docs/configuration.md).
 * @param publicUrl address of this server
 */
export function s3Storage(
  settings: S3Settings,
  publicUrl: string | undefined,
  { now = Date.now, ...more }: S3ClientOptions = {},
): ObjectStorage {
  const client = s3Client(settings, { now, ...more })
  const exists = async (name: string) => Boolean(await client.ask({ method: 'HEAD', name, action: 'read' }))

  const storage: ObjectStorage = {
    kind: 's3',

    async put(name, body, type) {
      // Otherwise a stream that fails before it is read would crash the process.
      if (!Buffer.isBuffer(body)) body.on('error', () => {})
      try {
        checkStoredName(name)
        if (await client.ask({ method: 'HEAD', name, action: 'store' })) return
        const headers = { 'content-type': type, 'cache-control': cacheControlOf(name) }
        const parts = partsOf(body, PART_BYTES)
        const { value: first } = (await parts.next()) as { value: Part }
        if (!first.isLast) return await putParts(client, name, headers, first, parts)
        if (!(await client.ask({ method: 'PUT', name, action: 'store', headers, body: first })))
          throw storeFault('store')
      } finally {
        if (!Buffer.isBuffer(body)) body.destroy()
      }
    },

    async get(name) {
      if (!isStoredName(name)) return
      const found = await client.open({ method: 'GET', name, action: 'read' })
      if (!found) return
      const { 'content-length': bytes, 'content-type': type = 'application/octet-stream' } = found.headers
      return { body: found.body, bytes: Number(bytes), type }
    },

    remove: async (name) => {
      if (isStoredName(name)) await client.ask({ method: 'DELETE', name, action: 'remove' })
    },

    async *list() {
      let from: string | undefined
      do {
        const query = { 'list-type': '2', ...(from !== undefined && { 'continuation-token': from }) }
        const text = (await client.ask({ method: 'GET', name: '', action: 'read', query }))?.text ?? ''
        for (const [, one] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = inside(one!, 'Key')
          if (isStoredName(name)) yield { name, bytes: Number(inside(one!, 'Size')), etag: inside(one!, 'ETag') }
        }
        from = inside(text, 'NextContinuationToken') || undefined
      } while (from !== undefined)
    },

    url: (name) =>
      settings.publicUrl ? `${settings.publicUrl}/${name}` : `${publicUrl ?? ''}${API_BASE}/files/${name}`,

    async test() {
      const name = `test-${randomUUID()}`
      await storage.put(name, Buffer.from(name), 'text/plain')
      const found = await storage.get(name)
      const isSame = found && (await buffer(found.body)).toString() === name
      await storage.remove(name)
      if (!isSame) throw new IntegrationError('The file store did not return the stored file', { status: 503 })
      return 'Stored, read and removed a small file in its bucket'
    },
  }
  // An address signed with an expiring key would expire while browsers keep it.
  if (settings.publicUrl || settings.identity || settings.sessionToken) return storage
  return {
    ...storage,
    signedUrl: async (name) => {
      if (!isStoredName(name) || !(await exists(name))) return
      return client.presign(name, new Date(now() - (now() % SIGNED_FROM_MS)), SIGNED_SECONDS)
    },
  }
}

/** Uploads in parts; an error of either side leaves nothing. */
async function putParts(
  client: S3Client,
  name: string,
  headers: Record<string, string>,
  first: Part,
  rest: AsyncIterable<Part>,
) {
  const begun = await client.ask({ method: 'POST', name, action: 'store', query: { uploads: '' }, headers })
  const uploadId = inside(begun?.text ?? '', 'UploadId')
  if (!uploadId) throw storeFault('store')
  const upload = { name, action: 'store', query: { uploadId } } as const
  try {
    const etags = [await putPart(client, upload, 1, first)]
    for await (const part of rest) etags.push(await putPart(client, upload, etags.length + 1, part))
    await complete(client, upload, etags)
  } catch (error) {
    // The first error is reported. If this request fails too, the bucket's lifecycle rule deletes the parts.
    await client.ask({ ...upload, method: 'DELETE' }).catch(() => {})
    throw error
  }
}

type Upload = { name: string; action: 'store'; query: { uploadId: string } }

async function putPart(client: S3Client, upload: Upload, partNumber: number, part: Part): Promise<string> {
  const query = { partNumber: String(partNumber), ...upload.query }
  const etag = (await client.ask({ ...upload, method: 'PUT', query, body: part }))?.headers.etag
  if (!etag) throw storeFault('store')
  return etag
}

async function complete(client: S3Client, upload: Upload, etags: string[]) {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
  const body = pieceOf(Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`))
  const headers = { 'content-type': 'application/xml' }
  // The store answers 200 before it has joined the parts; the body has the result.
  const completed = await client.ask({ ...upload, method: 'POST', headers, body }, (answer) => {
    if (!answer.text.includes('<CompleteMultipartUploadResult')) throw refusedInside('store', answer)
  })
  // After a lost answer, a repeated completion finds no upload.
  if (!completed && !(await client.ask({ method: 'HEAD', name: upload.name, action: 'store' })))
    throw storeFault('store')
}

const inside = (xml: string, tag: string) => unescaped(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '')
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (xml: string) =>
  xml.replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) => (code ? String.fromCharCode(code) : (NAMED[name] ?? all)))
