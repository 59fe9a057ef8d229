import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import type { Metadata, OutputInfo, SharpOptions } from 'sharp'
import { Refusal, malformed, tooLarge, unsupported } from '#server/http/problem.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { queue } from '#server/queue.ts'
import { loadSharp } from '#server/sharp.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '../contract.ts'
import { HEIC } from '../rules.ts'
import { isCompleteGif } from './gif.ts'

/** What an image is for, with the largest size in pixels that the web applications need. */
export const USES = {
  poster: { width: 1000, height: 1500 },
  'small-poster': { width: 400, height: 600 },
  background: { width: 1920, height: 1080 },
  'small-background': { width: 780, height: 439 },
  cast: { width: 400, height: 600 },
  profile: { width: 512, height: 512 },
  image: { width: 1920, height: 1920 },
} as const
export type Use = keyof typeof USES

export type StoredImage = { name: string; url: string; bytes: number; width: number; height: number }

/** Of all frames together; decoded, each takes 4 bytes. */
export const MAX_PIXELS = 40_000_000
const MAX_FRAMES = 300
const MAX_SECONDS = 30
const JPEG_QUALITY = 82
const PNG_QUALITY = 90

export const TOO_LARGE = `Choose an image of up to ${IMAGE_MAX_BYTES / 1024 / 1024} MB`

/** What is taken, and the words for what is not. */
export type AcceptedImages = { maxBytes: number; tooLarge: string; types: readonly string[]; notOne: string }
const ANY_IMAGE: AcceptedImages = {
  maxBytes: IMAGE_MAX_BYTES,
  tooLarge: TOO_LARGE,
  types: IMAGE_TYPES,
  notOne: 'Only JPEG, PNG, GIF, WebP, AVIF and TIFF images are accepted',
}
const DAMAGED = 'The image is damaged'
const TOO_SLOW = 'The image is too complex to process'
const refuse = (message: string) => new Refusal(422, message)

/** A picture takes much memory while it is worked on, so that few are at a time; the others wait. */
export const atWork = queue(2)

type Encoded = { data: Buffer; width: number; height: number; extension: 'jpg' | 'png' | 'gif' }

/**
 * Reads an image, fits it into the size of its use (never enlarged) and stores it re-encoded: upright, in sRGB, without
 * its metadata. What was opaque becomes JPEG, what was not PNG, an animated GIF or WebP becomes a GIF. The name follows from the
 * content, so that the same image is stored once.
 * @param options.prefix goes before the name; `taken` is narrower than any image
 * @throws 413 too many bytes; 415 no image; 422 empty, damaged, too many pixels or frames; 400 it did not arrive whole
 */
export async function storeImage(
  storage: ObjectStorage,
  input: Buffer | Readable,
  use: Use,
  options: { prefix?: string; accepted?: AcceptedImages } = {},
): Promise<StoredImage> {
  const accepted = options.accepted ?? ANY_IMAGE
  const original = await readAll(input, accepted)
  const { data, width, height, extension } = await atWork(() => encode(original, use, accepted))
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 32)
  const name = `${options.prefix ?? ''}${use}-${hash}.${extension}`
  await storage.put(name, data, extension === 'jpg' ? 'image/jpeg' : `image/${extension}`)
  return { name, url: storage.url(name), bytes: data.length, width, height }
}

/** Never holds more than the limit; what is left of a stream that is too long is not read. */
async function readAll(input: Buffer | Readable, { maxBytes, tooLarge: message }: AcceptedImages): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of Buffer.isBuffer(input) ? [input] : input) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(message)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('The upload was interrupted. Try again.')
  }
  return Buffer.concat(chunks)
}

async function encode(original: Buffer, use: Use, accepted: AcceptedImages): Promise<Encoded> {
  const format = await formatOf(original, accepted)
  const sharp = await loadSharp()
  const shape = await sharp(original, { limitInputPixels: false }).metadata().catch(damaged)
  const frames = shape.pages ?? 1
  const isAnimated = (format === 'gif' || format === 'webp') && frames > 1
  if (shape.width * shape.height * (isAnimated ? frames : 1) > MAX_PIXELS)
    throw refuse(`The image has too many pixels. The maximum is ${MAX_PIXELS / 1e6} million.`)
  if (isAnimated && frames > MAX_FRAMES) throw refuse(`The animation is too long. The maximum is ${MAX_FRAMES} frames.`)
  if (format === 'gif' && !isCompleteGif(original)) throw refuse(DAMAGED)
  return (isAnimated ? encodeAnimation(original, use, shape) : encodeStill(original, use)).catch(damaged)
}

/** The table of a TIFF is often at its end: one that broke off is known by its mark alone. */
export const beginsAsTiff = (file: Buffer): boolean => /^(II\*\0|MM\0\*)/.test(file.toString('latin1', 0, 4))

/** By content alone: what the sender calls it counts for nothing. */
async function formatOf(original: Buffer, { types, notOne }: AcceptedImages): Promise<string> {
  if (original.length === 0) throw refuse('The file is empty')
  const found = (await fileTypeFromBuffer(original))?.mime
  // An animated PNG is a PNG; its first picture is kept.
  const type = found === 'image/apng' ? 'image/png' : found
  if (!type && beginsAsTiff(original)) throw refuse(DAMAGED)
  if (type?.startsWith('image/hei')) throw unsupported(HEIC)
  if (type === undefined || !types.includes(type)) throw unsupported(notOne)
  return type.slice('image/'.length)
}

const fitted = async (original: Buffer, use: Use, options: SharpOptions = {}) => {
  const sharp = await loadSharp()
  return sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', ...options })
    .autoOrient()
    .resize({ ...USES[use], fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS })
}

async function encodeStill(original: Buffer, use: Use): Promise<Encoded> {
  const sharp = await loadSharp()
  const upright = await fitted(original, use)
  const { data: raw, info } = await upright.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const picture = sharp(raw, { raw: { width, height, channels } })
  const opaque = isOpaque(raw, info)
  const data = opaque
    ? await picture.removeAlpha().jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
    : await picture.png({ palette: true, quality: PNG_QUALITY }).toBuffer()
  return { data, width, height, extension: opaque ? 'jpg' : 'png' }
}

/** Many an opaque picture carries an alpha channel that is full everywhere. */
function isOpaque(raw: Buffer, { channels }: OutputInfo): boolean {
  if (channels === 1 || channels === 3) return true
  for (let at = channels - 1; at < raw.length; at += channels) if (raw[at] !== 255) return false
  return true
}

async function encodeAnimation(original: Buffer, use: Use, shape: Metadata): Promise<Encoded> {
  const upright = await fitted(original, use, { animated: true })
  const { data, info } = await upright
    .gif({ loop: shape.loop ?? 0, ...(shape.delay && { delay: shape.delay }) })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.pageHeight ?? info.height, extension: 'gif' }
}

const damaged = (error: unknown): never => {
  if (error instanceof Refusal) throw error
  throw refuse(String(error).includes('timeout') ? TOO_SLOW : DAMAGED)
}
