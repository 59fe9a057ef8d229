import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { RATIO_FREE_BYTES, RATIO_MOST, reasons, UNPACKED_BYTES, Unreadable } from './limits.ts'

const END = 0x06054b50
const LISTED = 0x02014b50
const HEAD = 0x04034b50
const END_LENGTH = 22
const COMMENT_MOST = 65_535
const FILES_MOST = 2000
const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1

type File = { method: number; flags: number; packed: number; offset: number }
/** The bytes of a file as they are unpacked; undefined where there is none of that name. */
export type Unzipped = (name: string) => AsyncIterable<Buffer> | undefined

/**
 * The files of a ZIP archive, by the list at its end. What its heads say of sizes is not believed: unpacking ends where all
 * files together are larger than any workbook that somebody imports.
 * @throws Unreadable
 */
export function unzip(archive: Buffer): Unzipped {
  const files = listOf(archive)
  let left = UNPACKED_BYTES
  async function* unpacked({ method, flags, packed, offset }: File): AsyncGenerator<Buffer> {
    if (flags & ENCRYPTED) throw new Unreadable(reasons.old)
    const begin = contentOf(archive, offset)
    const content = archive.subarray(begin, begin + packed)
    if (content.length < packed || (method !== STORED && method !== DEFLATED)) throw new Unreadable(reasons.broken)
    const most = Math.max(RATIO_FREE_BYTES, content.length * RATIO_MOST)
    let size = 0
    for await (const chunk of method === STORED ? [content] : inflated(content)) {
      left -= chunk.length
      size += chunk.length
      if (left < 0 || size > most) throw new Unreadable(reasons.unpacked)
      yield chunk
    }
  }
  return (name) => {
    const file = files.get(name.toLowerCase())
    return file && unpacked(file)
  }
}

async function* inflated(content: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const feeding = pipeline([content], inflate)
  feeding.catch(() => undefined)
  try {
    yield* inflate as AsyncIterable<Buffer>
    await feeding
  } catch (error) {
    // Zlib's own words say nothing to whoever chose the file.
    throw (error as { code?: string }).code?.startsWith('Z_') ? new Unreadable(reasons.broken) : error
  }
}

function listOf(archive: Buffer): Map<string, File> {
  const end = endOf(archive)
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files = new Map<string, File>()
  if (count > FILES_MOST) throw new Unreadable(reasons.broken)
  for (let n = 0; n < count; n++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== LISTED) throw new Unreadable(reasons.broken)
    const name = archive.readUInt16LE(at + 28)
    files.set(
      archive
        .toString('utf8', at + 46, at + 46 + name)
        .replaceAll('\\', '/')
        .toLowerCase(),
      {
        flags: archive.readUInt16LE(at + 8),
        method: archive.readUInt16LE(at + 10),
        packed: archive.readUInt32LE(at + 20),
        offset: archive.readUInt32LE(at + 42),
      },
    )
    at += 46 + name + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

/** Where the list's own end stands: last of all, before a comment. */
function endOf(archive: Buffer): number {
  const last = archive.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - COMMENT_MOST); at--) if (archive.readUInt32LE(at) === END) return at
  throw new Unreadable(reasons.broken)
}

function contentOf(archive: Buffer, offset: number): number {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== HEAD) throw new Unreadable(reasons.broken)
  return offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
}
