import type { IncomingHttpHeaders } from 'node:http'
import { isKnown } from '#server/http/etag.ts'
import type { Streamed } from '#server/http/handle.ts'
import { sliceOf } from '#server/http/range.ts'
import { isStoredName, cacheControlOf } from '#server/integrations/storage/names.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'

/** A stored file is never a page: nothing in it runs, whatever it turns out to hold. */
const FILE_POLICY = "default-src 'none'; sandbox"
export const NOTHING = Buffer.alloc(0)

/** What goes with a stored file, or with what is made of it. */
export const headersOf = (name: string, etag: string) => ({
  'cache-control': cacheControlOf(name),
  'content-security-policy': FILE_POLICY,
  'content-disposition': `inline; filename="${name}"`,
  // The shop and the app show them too.
  'cross-origin-resource-policy': 'cross-origin',
  etag,
})

/** A stored file, the range of it that is asked for (as players of video do), or that it is known already. */
export async function handOut(
  storage: ObjectStorage,
  name: string,
  requestHeaders: IncomingHttpHeaders,
): Promise<Streamed | undefined> {
  if (!isStoredName(name)) return
  const etag = `"${name}"`
  // A range that was meant for another file (If-Range) is none.
  const range = [undefined, etag].includes(requestHeaders['if-range'] as string | undefined)
    ? requestHeaders.range
    : undefined
  let isBeyond = false
  const found = await storage.get(name, (bytes) => {
    const slice = sliceOf(range, bytes)
    isBeyond = slice === 'beyond'
    return slice === 'beyond' ? undefined : slice
  })
  if (!found) return
  const { body, bytes, slice, type } = found
  const headers = { ...headersOf(name, etag), 'accept-ranges': 'bytes' }
  const isUnchanged = isKnown(requestHeaders['if-none-match'], etag)
  if (isUnchanged || isBeyond) {
    body.destroy()
    if (isUnchanged) return { stream: NOTHING, headers, status: 304 }
    const beyond = { 'cache-control': 'no-store', 'content-range': `bytes */${bytes}` }
    return { stream: NOTHING, headers: beyond, status: 416 }
  }
  if (!slice) return { stream: body, type, headers: { ...headers, 'content-length': String(bytes) } }
  const { start, end } = slice
  const part = { 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': String(end - start + 1) }
  return { stream: body, type, headers: { ...headers, ...part }, status: 206 }
}
