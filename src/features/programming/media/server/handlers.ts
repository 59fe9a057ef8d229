import type { AuditSummary } from '#server/audit/summary.ts'
import type { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import { handle, type Context } from '#server/http/handle.ts'
import { invalid, notFound, Refusal } from '#server/http/problem.ts'
import { storedPrefix } from '#server/integrations/storage/embedded.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { media, UPLOADED_VIDEO } from '../contract.ts'
import { isVideo } from '../rules.ts'
import { fetchImage } from './fetch.ts'
import { handOut } from './serve.ts'
import { storeImage } from './images.ts'
import { handOutThumb } from './thumbs.ts'
import { storeMedia } from './videos.ts'

/** Shorter than a signed address is good for. */
const SIGNED_FOR = 'private, max-age=3000'

type Kit = { app: App; write: Context<(typeof media)['upload']>['write'] }

export const handlers = handle(media, {
  uploadWithUrl: async ({ body, request, ...kit }) => ({ url: await keepCopy(kit, 'url', body.url, request.signal) }),
  uploadFileImage: async ({ file, ...kit }) => ({ url: await keepFile(kit, await file(), image) }),
  linkUpload: ({ body, request, ...kit }) => keepCopy(kit, 'downloadLink', body.downloadLink, request.signal),
  upload: async ({ file, say, ...kit }) => {
    const url = await keepFile(kit, await file(), storeMedia)
    if (isVideo(url)) say(UPLOADED_VIDEO)
    return url
  },

  file: async ({ params, query, app, request }) => {
    const thumb = query.place && (await handOutThumb(app.storage, params.name, query.place, request.headers))
    if (thumb) return thumb
    if (app.storage.signedUrl) return sentOn(await app.storage.signedUrl(params.name))
    const file = await handOut(app.storage, params.name, request.headers)
    if (!file) throw notFound('file')
    return file
  },
})

const sentOn = (redirect: string | undefined) => {
  if (!redirect) throw notFound('file')
  return { redirect, headers: { 'cache-control': SIGNED_FOR } }
}

type Store = (
  storage: ObjectStorage,
  input: Readable,
  options: { prefix: string },
) => Promise<{ name: string; url: string }>
const image: Store = (storage, input, options) => storeImage(storage, input, 'image', options)

const keepFile = (kit: Kit, { name, stream }: { name: string; stream: Readable }, store: Store) =>
  keep(kit, stream, name || 'a file', store).catch(pointingAt('file'))

/** A copy of what lies at an address that a person gave. */
async function keepCopy(kit: Kit, field: string, address: string, signal: AbortSignal): Promise<string> {
  try {
    const fetched = await fetchImage(address, signal)
    // What follows the path may hold somebody's key.
    return await keep(kit, fetched, address.replace(/[?#].*$/s, ''), image)
  } catch (error) {
    return pointingAt(field)(error)
  }
}

/** Stores and audits. A file called storage-fault.png, or an address that ends so, finds the store failing. */
async function keep({ app, write }: Kit, file: Readable, calledBySender: string, store: Store): Promise<string> {
  const prefix = storedPrefix(app.env, calledBySender)
  const { name, url } = await store(app.storage, file, { prefix })
  const summary: AuditSummary = `Uploaded ${calledBySender.slice(0, 200)}`
  await write(({ record }) => record({ entity: 'file', id: name, summary }))
  return url
}

/** Gives a refusal of the input the field that the caller sent it in. */
const pointingAt = (field: string) => (error: unknown) => {
  throw error instanceof Refusal && error.status === 422 ? invalid({ [field]: error.message }) : error
}
