import { endingOf } from '../rules.ts'
import { frameOf, MIDDLE, sentSize, type Crop, type Frame } from './crop.ts'
import { ratioOf, type Size } from './shape.ts'

/** A picture that the browser reads: its file, and what it shows, upright. */
export type Picture = { file: File; bitmap: ImageBitmap; isOpaque: boolean }

/** What a place needs, and takes. */
export type Needs = Size & {
  /** Content types. */
  types: readonly string[]
  maxBytes: number
}

/** Below this a picture that is not cropped is sent as it is: a shrunk one would come no sooner. */
const SMALL_BYTES = 300 * 1024
const QUALITY = 0.82
/** What is still too large is tried at this size, so many times. */
const SMALLER = 0.75
const TRIES = 6
/** Wide enough to be a soft ground, and no more. */
const GROUND_PIXELS = 12

/**
 * Reads a picture to be cropped or shrunk.
 * @returns undefined of what is left as it is: animations, and what this browser cannot read
 */
export async function readPicture(file: File): Promise<Picture | undefined> {
  if (await isAnimated(file)) return
  try {
    const bitmap = await createImageBitmap(file)
    return { file, bitmap, isOpaque: file.type === 'image/jpeg' || isOpaque(drawn(bitmap, { width: 64, height: 64 })) }
  } catch {
    return
  }
}

/** A GIF, or a WebP or PNG that says it is an animation. */
async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif' || endingOf(file.name) === 'gif') return true
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  const text = String.fromCharCode(...head)
  if (text.startsWith('VP8X', 12)) return Boolean(head[20]! & 2)
  return text.startsWith('\x89PNG') && text.includes('acTL')
}

/**
 * The file that is sent for a place: the part that it shows, upright, without metadata, in the size that the place needs;
 * the picture's own file where that does.
 */
export async function prepare(picture: Picture, needs: Needs, crop?: Crop): Promise<File> {
  const { file, bitmap } = picture
  const frame = crop ? frameOf(bitmap, ratioOf(needs), crop) : frameOf(bitmap, ratioOf(bitmap), MIDDLE)
  const isAccepted = needs.types.includes(file.type)
  const { width } = sentSize(frame, needs)
  const isAlone = !crop && isAccepted && width === bitmap.width && file.size <= Math.min(SMALL_BYTES, needs.maxBytes)
  if (isAlone) return file
  let size = sentSize(frame, needs)
  let sent: Blob = file
  for (let tries = 0; tries < TRIES; tries++) {
    sent = await encoded(drawn(bitmap, size, frame, picture.isOpaque), needs.types)
    if (sent.size <= needs.maxBytes) break
    size = { width: Math.ceil(size.width * SMALLER), height: Math.ceil(size.height * SMALLER) }
  }
  if (!crop && isAccepted && file.size <= Math.min(sent.size, needs.maxBytes)) return file
  const ending = sent.type.slice('image/'.length).replace('jpeg', 'jpg')
  return new File([sent], `${file.name.replace(/\.\w+$/, '') || 'picture'}.${ending}`, { type: sent.type })
}

/** A part of a picture in a size; where it reaches beyond, over a soft copy of the picture, or over nothing where one sees through it. */
export function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  bitmap: ImageBitmap,
  size: Size,
  frame: Frame,
  isOpaque: boolean,
): void {
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, size.width, size.height)
  const isBeyond = frame.left < -0.5 || frame.top < -0.5
  if (isBeyond && isOpaque) {
    const ratio = ratioOf(size)
    const small = { width: GROUND_PIXELS, height: Math.max(1, Math.round(GROUND_PIXELS / ratio)) }
    const ground = drawn(bitmap, small, frameOf(bitmap, ratioOf(small), MIDDLE))
    context.drawImage(ground, 0, 0, size.width, size.height)
  }
  const scale = { x: size.width / frame.width, y: size.height / frame.height }
  context.drawImage(
    bitmap,
    -frame.left * scale.x,
    -frame.top * scale.y,
    bitmap.width * scale.x,
    bitmap.height * scale.y,
  )
}

function drawn(bitmap: ImageBitmap, size: Size, frame?: Frame, isOpaque = false): OffscreenCanvas {
  const canvas = new OffscreenCanvas(size.width, size.height)
  draw(canvas.getContext('2d')!, bitmap, size, frame ?? { left: 0, top: 0, ...sizeOf(bitmap) }, isOpaque)
  return canvas
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** WebP where the place takes it and the browser writes it (Safari does not), else JPEG, or PNG of what one sees through. */
async function encoded(canvas: OffscreenCanvas, types: readonly string[]): Promise<Blob> {
  if (types.includes('image/webp')) {
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    if (webp.type === 'image/webp') return webp
  }
  return canvas.convertToBlob({ type: isOpaque(canvas) ? 'image/jpeg' : 'image/png', quality: QUALITY })
}

function isOpaque(canvas: OffscreenCanvas): boolean {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}
