/**
 * What the file costs at least: the database's own COPY of the same cells behind a handler of node:http that permits,
 * records and escapes nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import pg from 'pg'

const COPY = `
  copy (
    select to_char(at at time zone 'Africa/Lagos', 'DD/MM/YYYY HH24:MI'), actor, action, entity, entity_id, summary,
      before, after
    from audit_log order by id desc
  ) to stdout (format csv)`
/** Bytes of one write: a write for each row would cost more than the row. */
const AT_ONCE = 64 * 1024

type Connection = { query: (text: string) => void; stream: { pause: () => void; resume: () => void } }

/** The bytes of a COPY as a stream, and what `pg` calls with each message of it. */
function copying() {
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
    submit: (to: Connection) => (connection = to).query(COPY),
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

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv' })
  const { out, messages } = copying()
  client.query(messages)
  pipeline(out, response, () => {})
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await client.end()
  process.exit(0)
})
