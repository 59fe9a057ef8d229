import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { RATIO_FREE_BYTES, RATIO_MOST, reasons, UNPACKED_BYTES, Unreadable } from './limits.ts'

const FILES_MOST = 2000
const STORED = 0

export type Archive = {
  /** Names of the files, in lower case. */
  names: readonly string[]
  /** Unpacks a file; undefined: no such file in the archive. */
  unpack: (name: string) => AsyncIterable<Buffer> | undefined
}

/**
 * Opens a ZIP archive by the list at its end. Unpacking stops when the files are larger than any real workbook, or one
 * expands too much, whatever sizes the archive states.
 * @throws Unreadable
 */
export async function unzip(file: Buffer): Promise<Archive> {
  const archive = await readable(fromBufferPromise(file, { autoClose: false }))
  const entries = await readable(entriesOf(archive))
  let left = UNPACKED_BYTES
  async function* unpacked(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw new Unreadable(reasons.password)
    const most =
      entry.compressionMethod === STORED ? Infinity : Math.max(RATIO_FREE_BYTES, entry.compressedSize * RATIO_MOST)
    let size = 0
    const stream = await readable(archive.openReadStreamPromise(entry))
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        left -= chunk.length
        size += chunk.length
        if (left < 0 || size > most) throw new Unreadable(reasons.unpacked)
        yield chunk
      }
    } catch (error) {
      throw damaged(error)
    }
  }
  return {
    names: [...entries.keys()],
    unpack: (name) => {
      const entry = entries.get(name.toLowerCase())
      return entry && unpacked(entry)
    },
  }
}

async function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > FILES_MOST) throw new Unreadable(reasons.broken)
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return entries
}

/** Replaces errors of the library and of zlib, whose offsets do not help the person who chose the file. */
const damaged = (error: unknown) => (error instanceof Unreadable ? error : new Unreadable(reasons.broken))

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw damaged(error)
  }
}
