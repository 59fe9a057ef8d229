import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inRoot } from '#server/root.ts'
import { HEIC } from '../rules.ts'
import { storeImage } from './images.ts'

const FOLDER = inRoot('src/features/programming/media/server/cases')

/** Nine points of a picture by the letter of their colour, row by row: green above, red on the left, blue on the right; - without one. */
async function coloursOf(picture: Buffer): Promise<string> {
  const points = await sharp(picture).resize(3, 3, { fit: 'fill', kernel: 'nearest' }).removeAlpha().raw().toBuffer()
  const chars = Array.from({ length: 9 }, (_, n) => {
    const [red, green, blue] = points.subarray(3 * n, 3 * n + 3) as unknown as [number, number, number]
    if (red === green && green === blue) return '-'
    return red > green && red > blue ? 'r' : green > blue ? 'g' : 'b'
  }).join('')
  return `${chars.slice(0, 3)} ${chars.slice(3, 6)} ${chars.slice(6)}`
}

async function stored(name: string) {
  const files = new Map<string, Buffer>()
  const storage = {
    kind: 'embedded' as const,
    put: async (as: string, body: Buffer | NodeJS.ReadableStream) =>
      void files.set(as, Buffer.isBuffer(body) ? body : await buffer(body)),
    get: async () => undefined,
    remove: async () => {},
    async *list() {},
    url: (as: string) => as,
    test: async () => '',
  }
  const image = await storeImage(storage, readFileSync(path.join(FOLDER, name)), 'image')
  const file = files.get(image.name)!
  const { format } = await sharp(file).metadata()
  return `${format} ${image.width}x${image.height} ${await coloursOf(file)}`
}

const UPRIGHT = 'jpeg 600x400 ggg rrb rrb'
const OTHER = 'Only JPEG, PNG, GIF, WebP, AVIF and TIFF images are accepted'

const CASES: readonly [file: string, comesTo: string][] = [
  ['alpha.png', 'png 600x400 ggg rbb rbb'],
  ['anim-rgba.webp', 'png 600x400 ggg rbb rbb'],
  ['anim.gif', UPRIGHT],
  ['anim.webp', UPRIGHT],
  ['avif.avif', UPRIGHT],
  ['bmp.bmp', `415 ${OTHER}`],
  ['cmyk.jpg', UPRIGHT],
  ['exif3.jpg', 'jpeg 600x400 bbr bbr bbr'],
  ['exif6.avif', 'jpeg 400x600 rrr rrr bbb'],
  ['exif6.jpg', 'jpeg 400x600 rrr rrr bbb'],
  ['exif6.png', 'jpeg 400x600 rrr rrr bbb'],
  ['exif6.webp', 'jpeg 400x600 rrr rrr bbb'],
  ['exif8.jpg', 'jpeg 400x600 gbb gbb grr'],
  ['gray.jpg', 'jpeg 600x400 --- --- ---'],
  ['gray16.png', 'jpeg 600x400 --- --- ---'],
  ['heic.heic', `415 ${HEIC}`],
  ['leading-newline.jpg', `415 ${OTHER}`],
  ['mpo.jpg', 'jpeg 400x600 rrr rrr bbb'],
  ['p3.jpg', UPRIGHT],
  ['palette-trans.png', 'png 600x400 ggg rbb rbb'],
  ['png-as-jpg.jpg', UPRIGHT],
  ['progressive.jpg', UPRIGHT],
  ['rgb16.png', UPRIGHT],
  ['svg.svg', `415 ${OTHER}`],
  ['tiff-lzw.tif', UPRIGHT],
  ['tiff-multipage.tif', UPRIGHT],
  ['tiny1x1.png', 'jpeg 1x1 rrr rrr rrr'],
  ['trailing-garbage.jpg', UPRIGHT],
  ['truncated.jpg', '422 The image is damaged'],
  ['verytall.jpg', 'jpeg 9x1920 rrr rrr rrr'],
]

test('each picture has its case', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(CASES.map(([name]) => name).toSorted())
})

test.each(CASES)('%s comes to %s', async (name, comesTo) => {
  const came = await stored(name).catch(({ status, message }) => `${status} ${message}`)
  expect(came).toBe(comesTo)
})
