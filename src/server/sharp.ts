import type { ResizeOptions } from 'sharp'

/** The library that reads and writes pictures, with its native code: loaded with the first picture, which many a server never sees. */
export const loadSharp = async () => (await import('sharp')).default

/** Draws an SVG quickly, at its size or another, for whoever stores it in the size of its use. */
export async function pngOf(svg: string, { density = 72, size }: { density?: number; size?: ResizeOptions } = {}) {
  const sharp = await loadSharp()
  const drawn = sharp(Buffer.from(svg), { density })
  return (size ? drawn.resize(size) : drawn).png({ compressionLevel: 1 }).toBuffer()
}
