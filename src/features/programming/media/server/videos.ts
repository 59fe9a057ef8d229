import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { Refusal, malformed, unsupported } from '#server/http/problem.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { HEIC, VIDEO_ENDINGS } from '../rules.ts'
import { beginsAsTiff, storeImage } from './images.ts'

/** What it takes to tell a file's type. */
const BEGINNING_BYTES = 4100

export const NO_MEDIA = 'Only JPEG, PNG, GIF, WebP, AVIF and TIFF images and MP4, MKV, AVI and MOV videos are accepted'

/**
 * Stores an image as `storeImage` does, and a video as it is, streamed: it is never in memory whole. What it is is decided by
 * content. A video's name is its own alone.
 * @throws what `storeImage` throws; 415 for any other file
 */
export async function storeMedia(
  storage: ObjectStorage,
  input: Readable,
  { prefix = '' } = {},
): Promise<{ name: string; url: string }> {
  const { beginning, stream: complete } = await begun(input)
  const type = (await fileTypeFromBuffer(beginning))?.mime ?? ''
  const ending = VIDEO_ENDINGS[type]
  if (ending) {
    const name = `${prefix}video-${randomUUID().replaceAll('-', '')}.${ending}`
    await storage.put(name, complete, ending === 'mp4' ? 'video/mp4' : type)
    return { name, url: storage.url(name) }
  }
  const couldBeImage = type.startsWith('image/') || beginsAsTiff(beginning) || beginning.length === 0
  if (!couldBeImage) {
    complete.destroy()
    throw unsupported(NO_MEDIA)
  }
  try {
    return await storeImage(storage, complete, 'image', { prefix })
  } catch (error) {
    // Here it could have been a video, too.
    throw error instanceof Refusal && error.status === 415 && error.message !== HEIC ? unsupported(NO_MEDIA) : error
  }
}

/** The beginning of a stream, and the stream with its beginning still to be read. */
async function begun(input: Readable): Promise<{ beginning: Buffer; stream: Readable }> {
  // One that fails before it is read on is heard of when it is.
  input.on('error', () => {})
  const read: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of input.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      read.push(chunk)
      bytes += chunk.length
      if (bytes >= BEGINNING_BYTES) break
    }
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('The upload was interrupted. Try again.')
  }
  const beginning = Buffer.concat(read)
  if (input.readableEnded) return { beginning, stream: Readable.from([beginning], { objectMode: false }) }
  input.unshift(beginning)
  return { beginning, stream: input }
}
