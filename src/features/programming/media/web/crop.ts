import { ratioOf, type Size } from './shape.ts'

export type Frame = Size & { left: number; top: number }

/** Which part of a picture a place shows: its centre, as shares of the picture, and how near it is. At 1 the part is as large as the shape lets it be. */
export type Crop = { x: number; y: number; zoom: number }

export const NEAREST = 8
export const MIDDLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }

/** The zoom at which the whole picture is in sight. */
export const fullZoom = (picture: Size, ratio: number): number =>
  Math.min(ratioOf(picture) / ratio, ratio / ratioOf(picture))

/** The part in pixels of the picture; it reaches beyond the picture where the whole is in sight. */
export function frameOf(picture: Size, ratio: number, { x, y, zoom }: Crop): Frame {
  const isWide = ratioOf(picture) > ratio
  const width = (isWide ? picture.height * ratio : picture.width) / zoom
  const height = (isWide ? picture.height : picture.width / ratio) / zoom
  return { width, height, left: x * picture.width - width / 2, top: y * picture.height - height / 2 }
}

/** The nearest crop that is allowed: no gap at an edge while the picture is larger than the frame there, none off the middle else. */
export function clamped(picture: Size, ratio: number, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, fullZoom(picture, ratio)), NEAREST)
  const { width, height } = frameOf(picture, ratio, { ...crop, zoom })
  const clamp = (at: number, share: number) => (share >= 1 ? 0.5 : Math.min(Math.max(at, share / 2), 1 - share / 2))
  return { x: clamp(crop.x, width / picture.width), y: clamp(crop.y, height / picture.height), zoom }
}

/** Moves what is seen by shares of the frame: the picture follows the hand. */
export function moveCrop(picture: Size, ratio: number, crop: Crop, right: number, down: number): Crop {
  const { width, height } = frameOf(picture, ratio, crop)
  const x = crop.x - (right * width) / picture.width
  const y = crop.y - (down * height) / picture.height
  return clamped(picture, ratio, { ...crop, x, y })
}

/** Zooms by a factor; what is at this point of the frame (shares of it) stays there. */
export function zoomed(picture: Size, ratio: number, crop: Crop, factor: number, at = { x: 0.5, y: 0.5 }): Crop {
  const { zoom } = clamped(picture, ratio, { ...crop, zoom: crop.zoom * factor })
  const [before, after] = [frameOf(picture, ratio, crop), frameOf(picture, ratio, { ...crop, zoom })]
  const x = crop.x + ((at.x - 0.5) * (before.width - after.width)) / picture.width
  const y = crop.y + ((at.y - 0.5) * (before.height - after.height)) / picture.height
  return clamped(picture, ratio, { x, y, zoom })
}

/** The size in which a part is sent: never larger than it is, nor than its place needs. */
export function sentSize(frame: Size, place: Size): Size {
  const scale = Math.min(1, Math.max(place.width / frame.width, place.height / frame.height))
  return {
    width: Math.max(1, Math.round(frame.width * scale)),
    height: Math.max(1, Math.round(frame.height * scale)),
  }
}
