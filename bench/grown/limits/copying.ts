import { Readable } from 'node:stream'
import type pg from 'pg'

/** Bytes of one write: a write for each row would cost more than the row. */
const AT_ONCE = 64 * 1024

type Connection = { query: (text: string) => void; stream: { pause: () => void; resume: () => void } }

/** The bytes of a COPY as a stream, and what `pg` calls with each message of it. */
export function copying(statement: string): { out: Readable; messages: pg.Submittable } {
  let connection: Connection
  const out = new Readable({ highWaterMark: 4 * AT_ONCE, read: () => connection.stream.resume() })
  let gathered = Buffer.allocUnsafe(AT_ONCE)
  let size = 0
  const send = () => {
    if (!out.push(gathered.subarray(0, size))) connection.stream.pause()
    gathered = Buffer.allocUnsafe(AT_ONCE)
    size = 0
  }
  const messages = {
    submit: (to: Connection) => (connection = to).query(statement),
    // The bytes of a message are `pg`'s own, which writes the next ones over them.
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      if (size + chunk.length > AT_ONCE) send()
      size += chunk.copy(gathered, size)
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => {
      if (size) send()
      out.push(null)
    },
    handleError: (error: Error) => out.destroy(error),
  }
  return { out, messages: messages as unknown as pg.Submittable }
}
