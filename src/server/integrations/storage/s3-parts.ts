import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Body of a request. */
export type Piece = { bytes: Buffer; sha256: string }
/** Part of a file; `isLast`: the file ends with it. */
export type Part = Piece & { isLast: boolean }

export const pieceOf = (bytes: Buffer): Piece => ({ bytes, sha256: hash('sha256', bytes, 'hex') })

/**
 * Splits a file into parts of `size` bytes; only the last is shorter, and an empty file is one empty part. Parts of a
 * stream share their memory: each is valid until the next is requested.
 */
export async function* partsOf(body: Buffer | Readable, size: number): AsyncGenerator<Part> {
  if (Buffer.isBuffer(body)) {
    for (let at = 0; at === 0 || at < body.length; at += size)
      yield { ...pieceOf(body.subarray(at, at + size)), isLast: at + size >= body.length }
    return
  }
  const buffer = Buffer.allocUnsafeSlow(size)
  let filled = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (let offset = 0; offset < chunk.length;) {
      // A full part is returned when more data arrives, because it is then not the last.
      if (filled === size) {
        yield { ...pieceOf(buffer), isLast: false }
        filled = 0
      }
      const copied = chunk.copy(buffer, filled, offset)
      filled += copied
      offset += copied
    }
  }
  yield { ...pieceOf(buffer.subarray(0, filled)), isLast: true }
}
