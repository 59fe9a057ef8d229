import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What one request carries. */
export type Piece = { bytes: Buffer; sha256: string }
/** A piece of a file; `isLast` tells that the file ends with it. */
export type Part = Piece & { isLast: boolean }

export const pieceOf = (bytes: Buffer): Piece => ({ bytes, sha256: hash('sha256', bytes, 'hex') })

/**
 * Cuts a file into parts of `size` bytes; only the last is shorter, and an empty file is one empty part. A stream's parts
 * share their memory: each is good until the next is asked for.
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
      // A full part goes out when more comes: it is then known not to be the last.
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
