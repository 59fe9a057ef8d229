import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. The archive reads its content after it wrote the files before. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string> }

/**
 * Streams a ZIP archive in constant memory: it compresses each file while it reads the file.
 * A file that cannot be read destroys the stream, so a cut archive never looks complete.
 */
export function zipped(entries: Iterable<ZipEntry>, at: Date): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  void addAll(archive, entries, at).catch((error: Error) => output.destroy(error))
  return output
}

async function addAll(archive: ZipFile, entries: Iterable<ZipEntry>, mtime: Date) {
  for (const { name, content } of entries) {
    const source = Readable.from(content, { objectMode: false })
    const stop = () => source.destroy()
    archive.outputStream.once('close', stop)
    archive.addReadStream(source, name, { mtime })
    await finished(source)
    archive.outputStream.off('close', stop)
  }
  archive.end()
}
