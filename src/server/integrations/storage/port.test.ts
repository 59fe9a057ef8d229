import dns, { type LookupAddress } from 'node:dns'
import { mkdtemp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { S3_HOST, s3Peer } from '#server/test/s3.ts'
import { embeddedStorage, storedPrefix } from './embedded.ts'
import type { ObjectStorage } from './port.ts'
import { s3Storage } from './s3.ts'

/** Setup of an implementation; all have the same cases. */
type Opened = {
  storage: ObjectStorage
  /** Remains of interrupted uploads next to the stored files. */
  leftovers: () => Promise<string[]>
  close: () => Promise<void>
}
const implementations: { name: string; kind: ObjectStorage['kind']; open: () => Promise<Opened> }[] = [
  {
    name: 'embedded',
    kind: 'embedded',
    open: async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-storage-'))
      return {
        storage: embeddedStorage({ hasSentinels: true, dataDir, publicUrl: undefined }),
        leftovers: () => readdir(path.join(dataDir, 'files/.incoming')),
        close: () => rm(dataDir, { recursive: true }),
      }
    },
  },
  {
    name: 'S3, path style',
    kind: 's3',
    open: async () => {
      const peer = await s3Peer()
      return { storage: s3Storage(peer.settings, undefined), leftovers: peer.unfinished, close: peer.close }
    },
  },
  {
    name: 'S3, virtual-host style',
    kind: 's3',
    open: async () => {
      const peer = await s3Peer()
      const { port } = new URL(peer.url)
      const settings = { ...peer.settings, style: 'virtual-host', endpoint: `http://${S3_HOST}:${port}` } as const
      // Replaces the name server: every name leads to the peer.
      const spy = vi
        .spyOn(dns, 'lookup')
        .mockImplementation(((_host: string, _options: object, done: LookupDone) =>
          done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
      const close = async () => {
        spy.mockRestore()
        await peer.close()
      }
      return { storage: s3Storage(settings, undefined), leftovers: peer.unfinished, close }
    },
  },
]

type LookupDone = (error: null, found: LookupAddress[]) => void

const MB = 1024 * 1024
/** File whose parts all differ. */
const largeFile = (bytes: number) => {
  const file = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4096) file.writeUInt32LE(at / 4096, at)
  return file
}
/** Stream of a file, in pieces of an odd size. */
const streamOf = (file: Buffer, end?: Error) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < file.length; at += 99_991) yield file.subarray(at, at + 99_991)
      if (end) throw end
    })(),
    { objectMode: false },
  )

const read = async (storage: ObjectStorage, name: string) => {
  const stored = await storage.get(name)
  return stored && { ...stored, body: (await buffer(stored.body)).toString() }
}

describe.each(implementations)('$name', ({ kind, open }) => {
  let opened: Opened
  let storage: ObjectStorage
  beforeAll(async () => {
    opened = await open()
    storage = opened.storage
  })
  afterAll(() => opened.close())

  test('returns its kind', () => expect(storage.kind).toBe(kind))

  test('returns a stored file with its size and type', async () => {
    await storage.put('image-1.jpg', Buffer.from('first'), 'image/jpeg')
    expect(await read(storage, 'image-1.jpg')).toEqual({ body: 'first', bytes: 5, type: 'image/jpeg' })
  })

  test('stores a stream', async () => {
    await storage.put('image-2.png', Readable.from([Buffer.from('se'), Buffer.from('cond')]), 'image/png')
    expect(await read(storage, 'image-2.png')).toEqual({ body: 'second', bytes: 6, type: 'image/png' })
  })

  test('stores an empty file', async () => {
    await storage.put('image-0.gif', Buffer.alloc(0), 'image/gif')
    expect(await read(storage, 'image-0.gif')).toEqual({ body: '', bytes: 0, type: 'image/gif' })
  })

  test('keeps the file of a used name and ends the new stream', async () => {
    await storage.put('image-3.jpg', Buffer.from('old'), 'image/jpeg')
    const late = Readable.from([Buffer.from('new')])
    await storage.put('image-3.jpg', late, 'image/jpeg')
    expect((await read(storage, 'image-3.jpg'))?.body).toBe('old')
    expect(late.destroyed).toBe(true)
  })

  test('stores one file when concurrent requests store a name', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => storage.put('image-4.jpg', Buffer.alloc(200_000, 'x'), 'image/jpeg')),
    )
    expect((await read(storage, 'image-4.jpg'))?.bytes).toBe(200_000)
  })

  test('stores nothing of an interrupted stream and passes its error on', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('the wire was cut')
      })(),
    )
    await expect(storage.put('image-5.jpg', broken, 'image/jpeg')).rejects.toThrow('the wire was cut')
    expect(await storage.get('image-5.jpg')).toBeUndefined()
  })

  test.each([8 * MB - 1, 8 * MB, 8 * MB + 1, 20 * MB])(
    'stores %i bytes, of a buffer and of a stream',
    async (bytes) => {
      const file = largeFile(bytes)
      for (const [name, body] of [
        [`large-${bytes}.tiff`, file],
        [`large-${bytes}-stream.tiff`, streamOf(file)],
      ] as const) {
        await storage.put(name, body, 'image/tiff')
        const stored = await storage.get(name)
        expect(stored?.bytes).toBe(bytes)
        expect((await buffer(stored!.body)).equals(file)).toBe(true)
      }
      expect(await opened.leftovers()).toEqual([])
    },
  )

  test.each([1, 7, 9, 20])('leaves nothing of a stream interrupted after %i MB', async (mb) => {
    const broken = streamOf(largeFile(mb * MB), new Error('the wire was cut'))
    await expect(storage.put('broken.tiff', broken, 'image/tiff')).rejects.toThrow('the wire was cut')
    expect(await storage.get('broken.tiff')).toBeUndefined()
    expect(await opened.leftovers()).toEqual([])
  })

  test('reports a stream that fails before it is read', async () => {
    const broken = new Readable({ read() {} })
    process.nextTick(() => broken.destroy(new Error('the wire was cut')))
    await expect(storage.put('early.tiff', broken, 'image/tiff')).rejects.toThrow('the wire was cut')
    expect(await storage.get('early.tiff')).toBeUndefined()
  })

  test('releases a file that is not read to its end', async () => {
    await storage.put('left.tiff', largeFile(20 * MB), 'image/tiff')
    const { body } = (await storage.get('left.tiff'))!
    for await (const chunk of body) {
      expect(chunk).not.toHaveLength(0)
      break
    }
    expect(body.destroyed).toBe(true)
    expect((await read(storage, 'left.tiff'))?.bytes).toBe(20 * MB)
  })

  test('lists its files with their sizes', async () => {
    const listed = await Array.fromAsync(storage.list())
    const sizes = Object.fromEntries(listed.map(({ name, bytes }) => [name, bytes]))
    expect(sizes).toMatchObject({ 'image-0.gif': 0, 'image-1.jpg': 5, 'left.tiff': 20 * MB })
    expect(Object.keys(sizes)).toHaveLength(listed.length)
    expect(sizes).not.toHaveProperty('image-5.jpg')
  })

  test('tests the connection and leaves nothing', async () => {
    expect(await storage.test()).toMatch(/^(Stores files in the data folder|Stored, read and removed a small file)/)
  })

  test('removes a file, and ignores an unknown one', async () => {
    await storage.put('image-6.jpg', Buffer.from('gone'), 'image/jpeg')
    await storage.remove('image-6.jpg')
    await storage.remove('image-6.jpg')
    expect(await storage.get('image-6.jpg')).toBeUndefined()
  })

  // ASVS: 5.3.2
  test.each(['../secret.txt', 'a/b.jpg', '.hidden', '', 'a', 'UPPER.jpg', 'image-1.jpg\0', `${'x'.repeat(130)}.jpg`])(
    'knows no file called %j',
    async (name) => {
      await expect(storage.put(name, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('is no name for a stored file')
      expect(await storage.get(name)).toBeUndefined()
      await storage.remove(name)
    },
  )

  test('returns the address for browsers', () => expect(storage.url('image-1.jpg')).toMatch(/\/image-1\.jpg$/))
})

describe('embedded storage on its disk', () => {
  let dataDir: string
  const here = () => embeddedStorage({ hasSentinels: true, dataDir, publicUrl: undefined })
  const incoming = () => path.join(dataDir, 'files/.incoming')
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-storage-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  test('leaves nothing of an interrupted upload', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(10)
        throw new Error('cut')
      })(),
    )
    await expect(here().put('image-1.jpg', broken, 'image/jpeg')).rejects.toThrow('cut')
    expect(await readdir(incoming())).toEqual([])
  })

  test('deletes the remains of a crash, not the uploads of another server', async () => {
    await mkdir(incoming(), { recursive: true })
    await writeFile(path.join(incoming(), 'old'), 'half')
    await writeFile(path.join(incoming(), 'fresh'), 'half')
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(path.join(incoming(), 'old'), longAgo, longAgo)
    await here().put('image-2.jpg', Buffer.from('x'), 'image/jpeg')
    expect(await readdir(incoming())).toEqual(['fresh'])
  })

  test('answers 503 with a message when the disk fails, and recovers', async () => {
    const broken = path.join(dataDir, 'broken')
    await writeFile(broken, 'a file where the folder should be')
    const storage = embeddedStorage({ hasSentinels: true, dataDir: broken, publicUrl: undefined })
    const put = () => storage.put('image-3.jpg', Buffer.from('x'), 'image/jpeg')
    await expect(put()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('file store') })
    await rm(broken)
    await put()
    expect((await read(storage, 'image-3.jpg'))?.body).toBe('x')
  })

  test('fails for names with the test trigger', async () => {
    const name = `${storedPrefix({ hasSentinels: true }, 'storage-fault.png')}image-1.jpg`
    await expect(here().put(name, Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({ status: 503 })
    await expect(here().get(name)).rejects.toMatchObject({ status: 503 })
  })

  test('has no test trigger outside of the demo', async () => {
    expect(storedPrefix({ hasSentinels: false }, 'storage-fault.png')).toBe('')
    const real = embeddedStorage({ hasSentinels: false, dataDir, publicUrl: undefined })
    expect(await real.get('fault-image-1.jpg')).toBeUndefined()
  })

  test('returns relative addresses, or starts with the public address', () => {
    expect(here().url('image-1.jpg')).toBe('/api/files/image-1.jpg')
    const elsewhere = embeddedStorage({ hasSentinels: true, dataDir, publicUrl: 'https://office.example' })
    expect(elsewhere.url('image-1.jpg')).toBe('https://office.example/api/files/image-1.jpg')
  })
})
