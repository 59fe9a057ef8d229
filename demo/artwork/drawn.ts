import type { Env } from '#server/env.ts'
import { pngOf } from '#server/sharp.ts'
import { artwork, SIZES, type ArtworkKind } from './artwork.ts'

/**
 * The artwork as a PNG, in pixels; its height follows from its kind where none is given. The small demo, which tests load
 * again and again, has it at half the size.
 */
export function drawn(
  { demoSize }: Pick<Env, 'demoSize'>,
  [kind, seed, genres]: [kind: ArtworkKind, seed: string, genres?: readonly string[]],
  { width, height }: { width: number; height?: number },
): Promise<Buffer> {
  const scale = demoSize === 'small' ? 0.5 : 1
  return pngOf(artwork(kind, seed, genres), {
    density: (72 * scale * width) / SIZES[kind][0],
    ...(height && { size: { width: scale * width, height: scale * height, fit: 'cover' } }),
  })
}
