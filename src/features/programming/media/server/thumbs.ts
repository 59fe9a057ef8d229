import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PLACES, type Place } from '#contract/places.ts'
import { isKnown } from '#server/http/etag.ts'
import type { Streamed } from '#server/http/handle.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { loadSharp } from '#server/sharp.ts'
import { IMAGE_MAX_BYTES } from '../contract.ts'
import { headersOf, NOTHING } from './serve.ts'
import { atWork, MAX_PIXELS } from './images.ts'

/** Some 3 kB each; browsers keep theirs for a year, so that few are asked for twice. */
const CACHE_SIZE = 500
/** Pixels of a screen to one of CSS, as on most laptops and phones. */
const DENSITY = 2
const QUALITY = 78
/** Pictures of people are in no list: what is kept here would outlive their erasure. */
const IS_LISTED = /^(?!profile-).*\.(jpe?g|png|gif)$/

const thumbs = new WeakMap<ObjectStorage, Map<string, Promise<Buffer | undefined>>>()

/**
 * A stored picture in the size of a place in a list; undefined where there is none, or it is no picture.
 * @throws IntegrationError (503) when the store fails
 */
export async function handOutThumb(
  storage: ObjectStorage,
  name: string,
  place: Place,
  requestHeaders: IncomingHttpHeaders,
): Promise<Streamed | undefined> {
  if (!IS_LISTED.test(name)) return
  const thumb = await cachedThumb(storage, name, place)
  if (!thumb) return
  const headers = headersOf(`${path.parse(name).name}.webp`, `"${name}-${place}"`)
  if (isKnown(requestHeaders['if-none-match'], headers.etag)) return { stream: NOTHING, headers, status: 304 }
  return {
    stream: thumb,
    type: 'image/webp',
    headers: { ...headers, 'content-length': String(thumb.length) },
  }
}

/** The ones that were asked for last, made once however many ask. */
function cachedThumb(storage: ObjectStorage, name: string, place: Place): Promise<Buffer | undefined> {
  const cache = thumbs.get(storage) ?? new Map<string, Promise<Buffer | undefined>>()
  thumbs.set(storage, cache)
  const key = `${place} ${name}`
  const thumb = cache.get(key) ?? makeThumb(storage, name, place)
  cache.delete(key)
  cache.set(key, thumb)
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!)
  thumb.then(
    (made) => made ?? cache.delete(key),
    () => cache.delete(key),
  )
  return thumb
}

async function makeThumb(storage: ObjectStorage, name: string, place: Place): Promise<Buffer | undefined> {
  const found = await storage.get(name)
  if (!found) return
  if (found.bytes > IMAGE_MAX_BYTES) return void found.body.destroy()
  const original = await buffer(found.body)
  const { width, height } = PLACES[place]
  const sharp = await loadSharp()
  return atWork(() =>
    sharp(original, { limitInputPixels: MAX_PIXELS })
      .resize({ width: width * DENSITY, height: height * DENSITY, fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer()
      // What cannot be read is handed out as it is.
      .catch(() => undefined),
  )
}
