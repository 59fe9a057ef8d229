import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its content comes as it is asked for. Each is asked for when the one before is written. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string> }

/** Bit 3: sizes and sum follow the content. Bit 11: names are UTF-8. */
const FLAGS = (1 << 3) | (1 << 11)
const VERSION = 20
const DEFLATED = 8

type Written = { name: Buffer; sum: number; packed: number; size: number; offset: number }

/**
 * A ZIP archive as a stream: each file is packed as it is read, and nothing is kept but the list at the end. Files of 4 GB
 * and more do not fit. A file that cannot be read breaks the stream off, so that a cut archive is never taken for whole.
 */
export const zipped = (entries: Iterable<ZipEntry>, at: Date): Readable => Readable.from(archive(entries, dosTime(at)))

async function* archive(entries: Iterable<ZipEntry>, when: Buffer): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  const count = (bytes: Buffer) => {
    offset += bytes.length
    return bytes
  }
  for (const { name: text, content } of entries) {
    const file: Written = { name: Buffer.from(text), sum: 0, packed: 0, size: 0, offset }
    yield count(Buffer.concat([u32(0x04034b50), common(when, file, true), file.name]))
    for await (const chunk of deflated(content, file)) yield count(chunk)
    yield count(Buffer.concat([u32(0x08074b50), sizes(file)]))
    written.push(file)
  }
  const list = Buffer.concat(written.map((file) => listed(file, when)))
  const end = [u32(0x06054b50), u16(0), u16(0), u16(written.length), u16(written.length), u32(list.length), u32(offset)]
  yield Buffer.concat([list, ...end, u16(0)])
}

async function* deflated(content: AsyncIterable<Buffer | string>, file: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION })
  // Whatever goes wrong with the content is thrown where the packed bytes are read; whoever reads no further ends it.
  const feeding = pipeline(content, counted, deflate)
  feeding.catch(() => undefined)
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    file.packed += chunk.length
    yield chunk
  }
  await feeding

  async function* counted(chunks: AsyncIterable<Buffer | string>) {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      file.sum = crc32(bytes, file.sum)
      file.size += bytes.length
      yield bytes
    }
  }
}

const listed = (file: Written, when: Buffer) =>
  Buffer.concat([
    u32(0x02014b50),
    u16(VERSION),
    common(when, file, false),
    // Comment, disk and attributes: none.
    Buffer.alloc(10),
    u32(file.offset),
    file.name,
  ])

/** What the head of a file and its line in the list have in common. In the head, sum and sizes are not known yet. */
const common = (when: Buffer, file: Written, isHead: boolean) =>
  Buffer.concat([
    u16(VERSION),
    u16(FLAGS),
    u16(DEFLATED),
    when,
    isHead ? Buffer.alloc(12) : sizes(file),
    u16(file.name.length),
    u16(0),
  ])

const sizes = ({ sum, packed, size }: Written) => Buffer.concat([u32(sum), u32(packed), u32(size)])

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Two seconds exact, from 1980: as ZIP has it. UTC, as the archive does not say a zone. */
function dosTime(at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return Buffer.concat([u16(time), u16(day)])
}
