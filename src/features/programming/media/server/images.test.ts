import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { IMAGE_MAX_BYTES } from '../contract.ts'
import { HEIC } from '../rules.ts'
import { storeImage, USES, type Use } from './images.ts'

/** Storage that only remembers. */
function remembering() {
  const files = new Map<string, { data: Buffer; type: string }>()
  const storage: ObjectStorage = {
    kind: 'embedded',
    put: async (name, body, type) => {
      files.set(name, { data: Buffer.isBuffer(body) ? body : await buffer(body), type })
    },
    get: async () => undefined,
    remove: async () => {},
    async *list() {},
    url: (name) => `/api/files/${name}`,
    test: async () => '',
  }
  return { storage, files }
}

const store = async (input: Buffer | Readable, use: Use = 'image') => {
  const { storage, files } = remembering()
  const image = await storeImage(storage, input, use)
  const { data, type } = files.get(image.name)!
  return { ...image, data, type, meta: await sharp(data).metadata() }
}
const refused = async (input: Buffer | Readable) => {
  const { storage, files } = remembering()
  const refusal = await storeImage(storage, input, 'image').catch((error) => error)
  expect(files.size).toBe(0)
  return { status: refusal.status as number, message: refusal.message as string }
}

/** A picture with something to see: every pixel another, the same each time. */
const picture = (width: number, height: number, channels: 1 | 3 | 4 = 3): Sharp => {
  const raw = Buffer.alloc(width * height * channels)
  for (let at = 0; at < raw.length; at++) raw[at] = (Math.imul(at, 2654435761) >>> 13) & 255
  return sharp(raw, { raw: { width, height, channels } })
}
const animation = (frames: number, width = 120, height = 80) =>
  sharp(Buffer.concat(Array.from({ length: frames }, (_, i) => Buffer.alloc(width * height * 3, (i * 40) % 256))), {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  })
    .gif({ delay: Array.from({ length: frames }, (_, i) => 50 + i * 10), loop: 2 })
    .toBuffer()

const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A small PNG that says it is huge. */
const pixelBomb = (width: number, height: number) => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

describe('what is accepted', () => {
  // Clauses: core 135, 137
  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp', 'avif'] as const)(
    '%s, which becomes JPEG when it is opaque',
    async (format) => {
      const stored = await store(await picture(300, 200).toFormat(format).toBuffer())
      expect(stored).toMatchObject({ type: 'image/jpeg', width: 300, height: 200, bytes: stored.data.length })
      expect(stored.meta).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
      expect(stored.name).toMatch(/^image-[0-9a-f]{32}\.jpg$/)
      expect(stored.url).toBe(`/api/files/${stored.name}`)
    },
  )

  test('a stream as well as a buffer, to the same file', async () => {
    const png = await picture(64, 64).png().toBuffer()
    const chunks = [png.subarray(0, 100), png.subarray(100)]
    expect((await store(Readable.from(chunks))).name).toBe((await store(png)).name)
  })

  test('transparency: it becomes PNG with a palette', async () => {
    const stored = await store(await picture(100, 60, 4).png().toBuffer())
    expect(stored).toMatchObject({ type: 'image/png', name: expect.stringMatching(/\.png$/) })
    expect(stored.meta).toMatchObject({ format: 'png', hasAlpha: true, isPalette: true })
  })

  test('an alpha channel that is full everywhere counts as opaque', async () => {
    expect((await store(await picture(80, 60).ensureAlpha().png().toBuffer())).type).toBe('image/jpeg')
  })

  test('an animated GIF: it stays one, frame by frame, at its own pace', async () => {
    const stored = await store(await animation(6, 1200, 800), 'cast')
    expect(stored).toMatchObject({
      type: 'image/gif',
      width: 400,
      height: 267,
      name: expect.stringMatching(/^cast-.*\.gif$/),
    })
    expect(stored.meta).toMatchObject({ pages: 6, delay: [50, 60, 70, 80, 90, 100], loop: 2 })
  })

  test('transparent WebP and AVIF: they become PNG', async () => {
    for (const format of ['webp', 'avif'] as const)
      expect((await store(await picture(80, 60, 4).toFormat(format).toBuffer())).meta).toMatchObject({
        format: 'png',
        hasAlpha: true,
      })
  })

  test('an animated WebP: it becomes a GIF of the same pace', async () => {
    const webp = await sharp(await animation(4, 60, 40), { animated: true })
      .webp()
      .toBuffer()
    const { type, meta } = await store(webp)
    expect([type, meta.pages, meta.delay]).toEqual(['image/gif', 4, [50, 60, 70, 80]])
  })

  test.each([
    ['grey', () => picture(50, 40, 1).toColourspace('b-w').png()],
    ['16 bits', () => picture(50, 40).toColourspace('rgb16').png()],
    ['CMYK', () => picture(50, 40).toColourspace('cmyk').jpeg()],
  ])('%s becomes plain sRGB', async (_, make) => {
    const { meta } = await store(await make().toBuffer())
    expect(meta).toMatchObject({ space: 'srgb', channels: 3, depth: 'uchar' })
  })
})

describe('sizes', () => {
  test.each(Object.keys(USES) as Use[])('%s is fitted inside its size', async (use) => {
    const { width, height } = await store(await picture(2400, 2400).jpeg().toBuffer(), use)
    const side = Math.min(USES[use].width, USES[use].height)
    expect([width, height]).toEqual([side, side])
  })

  test('nothing is enlarged or cut', async () => {
    expect(await store(await picture(90, 30).png().toBuffer(), 'poster')).toMatchObject({ width: 90, height: 30 })
    expect(await store(await picture(3200, 800).png().toBuffer())).toMatchObject({ width: 1920, height: 480 })
  })
})

describe('metadata', () => {
  const photo = () =>
    picture(300, 200)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

  test('turns the picture upright and tells nothing of where it was taken', async () => {
    const original = await photo()
    expect((await sharp(original).metadata()).orientation).toBe(6)
    const { width, height, meta, data } = await store(original)
    expect([width, height]).toEqual([200, 300])
    expect(meta).toMatchObject({ width: 200, height: 300 })
    expect([meta.exif, meta.xmp, meta.iptc, meta.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(data.includes('Somebody')).toBe(false)
  })
})

describe('names', () => {
  test('the same picture for the same use has the same name; another has another', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map((n) =>
        picture(40 * n, 40)
          .png()
          .toBuffer(),
      ),
    )
    expect((await store(one!)).name).toBe((await store(one!)).name)
    expect((await store(one!)).name).not.toBe((await store(other!)).name)
    expect((await store(one!, 'cast')).name).toMatch(/^cast-/)
  })
})

describe('what is refused', () => {
  // Clauses: core 135
  test.each<[string, Buffer]>([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      'SVG with a prologue',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['HTML', Buffer.from('<!doctype html><html><body>hello</body></html>')],
    ['ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['text', Buffer.from('hello')],
    ['one byte', Buffer.from([0xff])],
  ])('%s: 415', async (_, input) => {
    expect(await refused(input)).toEqual({
      status: 415,
      message: expect.stringContaining('JPEG, PNG, GIF, WebP, AVIF and TIFF'),
    })
  })

  test.each(['heic', 'heix', 'mif1'])('HEIC (%s), with the words for it: 415', async (brand) => {
    const box = Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(400)])
    expect(await refused(box)).toEqual({ status: 415, message: HEIC })
  })

  test('nothing at all: 422', async () => {
    expect(await refused(Buffer.alloc(0))).toEqual({ status: 422, message: 'The file is empty' })
    expect(await refused(Readable.from([]))).toEqual({ status: 422, message: 'The file is empty' })
  })

  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp', 'avif'] as const)('a %s that breaks off: 422', async (format) => {
    const complete = await picture(300, 200).toFormat(format).toBuffer()
    for (const part of [0.3, 0.6, 0.95])
      expect(await refused(complete.subarray(0, complete.length * part))).toEqual({
        status: 422,
        message: 'The image is damaged',
      })
  })

  test('an animation that breaks off: 422', async () => {
    const complete = await animation(6)
    for (const length of [complete.length * 0.3, complete.length * 0.7, complete.length - 1])
      expect(await refused(complete.subarray(0, length))).toEqual({ status: 422, message: 'The image is damaged' })
  })

  test('a header of each type with rubbish after it: 415 or 422, never a fault of ours', async () => {
    // Any bytes are a picture to WebP once it has begun.
    for (const format of ['jpeg', 'png', 'gif', 'tiff', 'avif'] as const) {
      const complete = await picture(30, 20).toFormat(format).toBuffer()
      for (const length of [4, 12, 24, 60]) {
        const { status } = await refused(Buffer.concat([complete.subarray(0, length), Buffer.alloc(500, 0xa5)]))
        expect([415, 422]).toContain(status)
      }
    }
  })

  test('few bytes that claim many pixels: 422', async () => {
    const refusal = { status: 422, message: 'The image has too many pixels. The maximum is 40 million.' }
    expect(await refused(pixelBomb(30_000, 30_000))).toEqual(refusal)
    expect(await refused(pixelBomb(100_000, 401))).toEqual(refusal)
    const blank = sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
    expect(await refused(await blank.webp({ effort: 0 }).toBuffer())).toEqual(refusal)
  })

  test('an animation of too many frames: 422', async () => {
    expect(await refused(await animation(301, 2, 2))).toEqual({
      status: 422,
      message: 'The animation is too long. The maximum is 300 frames.',
    })
  })

  test('too many bytes: 413, and the rest is never asked for', async () => {
    const piece = Buffer.alloc(1024 * 1024)
    let given = 0
    const endless = Readable.from(
      (function* () {
        for (;;) yield (given++, piece)
      })(),
    )
    expect(await refused(endless)).toEqual({ status: 413, message: 'Choose an image of up to 15 MB' })
    expect(endless.destroyed).toBe(true)
    expect(given).toBeLessThanOrEqual(IMAGE_MAX_BYTES / piece.length + 20)
    expect((await refused(Buffer.alloc(IMAGE_MAX_BYTES + 1))).status).toBe(413)
  })

  test('a stream that breaks off: 400', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(10)
        throw new Error('cut')
      })(),
    )
    expect(await refused(broken)).toEqual({ status: 400, message: 'The upload was interrupted. Try again.' })
  })
})
