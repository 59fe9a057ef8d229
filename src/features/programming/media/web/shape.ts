/** In pixels. */
export type Size = { width: number; height: number }

export const ratioOf = ({ width, height }: Size): number => width / height
/** Whether a picture has a place's shape as well as pixels allow. */
export const hasShape = (picture: Size, ratio: number): boolean => Math.abs(ratioOf(picture) / ratio - 1) < 0.01

/** What a screen with two pixels to one of CSS shows of a place; no picture is kept larger than that (USES.image). */
const STORED_SIZE = 1920
export const finest = ({ width, height }: Size): Size => {
  const scale = Math.min(2, STORED_SIZE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
