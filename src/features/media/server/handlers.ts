import type { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import { handle, type Context } from '#server/http/handle.ts'
import { invalid, notFound, Refusal } from '#server/http/problem.ts'
import { STORAGE_FAULT } from '#server/integrations/storage/embedded.ts'
import { media } from '../contract.ts'
import { fetchImage } from './fetch.ts'
import { storeImage } from './images.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A stored file is never a page: nothing in it runs, whatever it turns out to hold. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** Shorter than a signed address is good for. */
const SIGNED_FOR = 'private, max-age=3000'

type Kit = { app: App; write: Context<(typeof media)['upload']>['write'] }

export const handlers = handle(media, {
  uploadWithUrl: async ({ body, request, ...kit }) => ({ url: await keepCopy(kit, 'url', body.url, request.signal) }),
  uploadFileImage: async ({ file, ...kit }) => ({ url: await keepFile(kit, await file()) }),
  linkUpload: ({ body, request, ...kit }) => keepCopy(kit, 'downloadLink', body.downloadLink, request.signal),
  upload: async ({ file, ...kit }) => keepFile(kit, await file()),

  file: async ({ params, app, request }) => {
    if (app.storage.signedUrl) return sentOn(await app.storage.signedUrl(params.name))
    const found = await app.storage.get(params.name)
    if (!found) throw notFound('file')
    const etag = `"${params.name}"`
    const headers = { 'cache-control': FOR_EVER, 'content-security-policy': FILE_POLICY, etag }
    const unchanged = isKnown(request.headers['if-none-match'], etag)
    if (!unchanged)
      return { stream: found.body, type: found.type, headers: { ...headers, 'content-length': String(found.bytes) } }
    found.body.destroy()
    return { stream: Buffer.alloc(0), headers, unchanged }
  },
})

const sentOn = (redirect: string | undefined) => {
  if (!redirect) throw notFound('file')
  return { redirect, headers: { 'cache-control': SIGNED_FOR } }
}

const keepFile = (kit: Kit, { name, stream }: { name: string; stream: Readable }) =>
  keep(kit, stream, name || 'a file').catch(pointingAt('file'))

/** A copy of what lies at an address that a person gave. */
async function keepCopy(kit: Kit, field: string, address: string, signal: AbortSignal): Promise<string> {
  try {
    const image = await fetchImage(address, signal)
    // What follows the path may hold somebody's key.
    return await keep(kit, image, address.replace(/[?#].*$/s, ''))
  } catch (error) {
    return pointingAt(field)(error)
  }
}

/** Stores and audits. A file called storage-fault.png, or an address that ends so, finds the store failing. */
async function keep({ app, write }: Kit, image: Readable, calledBySender: string): Promise<string> {
  const prefix = /(^|\/)storage-fault\.\w+$/.test(calledBySender) ? STORAGE_FAULT : ''
  const { name, url } = await storeImage(app.storage, image, 'image', { prefix })
  const summary = `Uploaded ${calledBySender.slice(0, 200)}`
  await write(({ record }) => record({ entity: 'file', id: name, summary }))
  return url
}

/** Gives a refusal of the input the field that the caller sent it in. */
const pointingAt = (field: string) => (error: unknown) => {
  throw error instanceof Refusal && error.status === 422 ? invalid({ [field]: error.message }) : error
}

/** Whether one of the tags that the browser holds is this one (RFC 9110, If-None-Match: a weak comparison). */
const isKnown = (held: string | undefined, etag: string) =>
  held !== undefined && held.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
