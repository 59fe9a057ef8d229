import net from 'node:net'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** Functions that `pg` gives to custom queries; its types have no COPY. */
type Wire = {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

const SENT_AT_A_TIME = 64 * 1024

/**
 * Runs `copy … to stdout` with the complete answer in memory.
 * @returns the lines, and their number
 */
export const copyOut = (client: pg.ClientBase, text: string): Promise<{ lines: Buffer; rows: number }> =>
  new Promise((resolve, reject) => {
    const lines: Buffer[] = []
    // A copy, because the message is part of the receive buffer.
    const handleCopyData = ({ chunk }: { chunk: Buffer }) => void lines.push(Buffer.from(chunk))
    submit(client, text, { handleCopyData }, (rows) => resolve({ lines: Buffer.concat(lines), rows }), reject)
  })

/**
 * Runs `copy … from stdin`.
 * @returns the number of rows
 */
export const copyIn = (client: pg.ClientBase, text: string, lines: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const handleCopyInResponse = (wire: Wire) => {
      for (let at = 0; at < lines.length; at += SENT_AT_A_TIME)
        wire.sendCopyFromChunk(lines.subarray(at, at + SENT_AT_A_TIME))
      wire.endCopyFrom()
    }
    submit(client, text, { handleCopyInResponse }, resolve, reject)
  })

/** COPY in progress. */
export type Copying = {
  /**
   * Settles when the connection is free for the next statement. Rejects after a cancellation: close the connection
   * then, because a late cancellation could end the next statement.
   */
  over: Promise<unknown>
  /** Stops reading lines until `goOn`; lines already received still arrive. */
  pause: () => void
  goOn: () => void
  /** Ends the statement immediately with an error, and discards lines already received. */
  cancel: () => void
}

/**
 * Runs `copy … to stdout` and passes on each line as it arrives.
 * @param onLine gets bytes that are overwritten after it returns
 */
export function copyEach(client: pg.ClientBase, text: string, onLine: (line: Buffer) => void): Copying {
  const connected = client as unknown as Connected
  const { stream } = connected.connection
  let [isCancelled, isPaused] = [false, false]
  // Otherwise a fast sender would be read repeatedly in one turn of the event loop, and all others would wait.
  const onRead = () => {
    stream.pause()
    setImmediate(() => void (isPaused || stream.resume()))
  }
  stream.on('data', onRead)
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => void (isCancelled || onLine(chunk))
  const done = new Promise((resolve, reject) => submit(client, text, { handleCopyData }, resolve, reject)).then(
    (rows) => {
      if (isCancelled) throw new Error('Broken off when it had just ended')
      return rows
    },
  )
  // Otherwise the next statement would never get its answer, if the last lines paused the stream.
  const over = done.finally(() => {
    stream.off('data', onRead)
    stream.resume()
  })
  over.catch(() => {})
  return {
    over,
    pause: () => {
      isPaused = true
      stream.pause()
    },
    goOn: () => {
      isPaused = false
      stream.resume()
    },
    cancel: () => {
      if (isCancelled) return
      isCancelled = true
      isPaused = false
      // Otherwise a paused stream would never report the end.
      stream.resume()
      // The embedded database has one process, which cannot be interrupted.
      if (connected.processID) cancelAt(connected)
    },
  }
}

type Connected = {
  connection: { stream: net.Socket }
  host: string
  port: number
  processID: number | null
  secretKey: number
}

const CANCEL_REQUEST = 80_877_102
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Sends the cancellation over a separate connection, as the protocol requires. A pooler passes it on to the server of
 * the statement.
 */
function cancelAt({ host, port, processID, secretKey }: Connected) {
  const message = Buffer.alloc(16)
  for (const [at, part] of [16, CANCEL_REQUEST, processID!, secretKey].entries()) message.writeInt32BE(part, at * 4)
  const messenger = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  messenger
    .on('error', () => {})
    .setTimeout(ANSWER_TIMEOUT_MS, () => messenger.destroy())
    .resume()
    // The other side closes the connection after it has passed the message on. PgBouncer 1.18 crashes if the client
    // closes first.
    .write(message)
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns the values of a COPY line, without the escapes of the text format. */
export function valuesOf(text: string): string[] {
  const values = text.split('\t')
  if (!text.includes('\\')) return values
  return values.map((value) => value.replace(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character))
}

/** Writes parameters into the text, because COPY takes none. They are untyped literals, like parameters. */
class Written extends PgDialect {
  override escapeParam(_: number, value?: unknown): string {
    return literalOf(value)
  }
}
const written = new Written()

export const statementOf = (statement: SQL): string => written.sqlToQuery(statement).sql

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`)
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`)
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value))
    throw new TypeError(`A ${typeof value} cannot be written into a statement`)
  return pg.escapeLiteral(String(value))
}
const elementOf = (value: unknown) => (value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)

function submit(
  client: pg.ClientBase,
  text: string,
  more: object,
  done: (rows: number) => void,
  failed: (error: Error) => void,
) {
  let rows = 0
  const query = {
    submit: (wire: Wire) => wire.query(text),
    handleCommandComplete: ({ text: tag }: { text: string }) => (rows = Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0)),
    handleReadyForQuery: () => done(rows),
    handleError: failed,
    ...more,
  }
  client.query(query as unknown as pg.Submittable)
}
