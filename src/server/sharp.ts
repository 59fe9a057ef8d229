import type { ResizeOptions } from 'sharp'

/** Loads the native image library with the first image, which many servers never process. */
export const loadSharp = async () => (await import('sharp')).default

/** Draws an SVG quickly at its own or another size, for storage at the size of its use. */
export async function pngOf(svg: string, { density = 72, size }: { density?: number; size?: ResizeOptions } = {}) {
  const sharp = await loadSharp()
  const drawn = sharp(Buffer.from(svg), { density })
  return (size ? drawn.resize(size) : drawn).png({ compressionLevel: 1 }).toBuffer()
}
