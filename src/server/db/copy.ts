import net from 'node:net'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** What `pg` gives a query of its own kind; its types leave out those of COPY. */
type Wire = {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

const SENT_AT_A_TIME = 64 * 1024

/**
 * Runs `copy … to stdout`, whose answer is held whole.
 * @returns the lines, and how many
 */
export const copyOut = (client: pg.ClientBase, text: string): Promise<{ lines: Buffer; rows: number }> =>
  new Promise((resolve, reject) => {
    const lines: Buffer[] = []
    // A message is a part of what was received last.
    const handleCopyData = ({ chunk }: { chunk: Buffer }) => void lines.push(Buffer.from(chunk))
    submit(client, text, { handleCopyData }, (rows) => resolve({ lines: Buffer.concat(lines), rows }), reject)
  })

/**
 * Runs `copy … from stdin`.
 * @returns how many rows came to be
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

/** A COPY under way. */
export type Copying = {
  /**
   * Settles when the connection can be asked again; of what was cancelled it fails, and the connection is to be closed: a
   * cancellation that is still on its way would meet whatever is asked next.
   */
  over: Promise<unknown>
  /** No lines come any more until it goes on: what was sent already still does. */
  pause: () => void
  goOn: () => void
  /** Ends the statement at once: what was sent already goes to nobody, and it fails. */
  cancel: () => void
}

/**
 * Runs `copy … to stdout`, a line at a time as it arrives.
 * @param onLine gets bytes that are written over when it returns
 */
export function copyEach(client: pg.ClientBase, text: string, onLine: (line: Buffer) => void): Copying {
  const connected = client as unknown as Connected
  const { stream } = connected.connection
  let [isCancelled, isPaused] = [false, false]
  // A connection whose sender is fast is read again and again in one turn of the event loop, and everybody else waits.
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
  // What is asked next would wait for ever for its answer, if the last lines were the ones to pause at.
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
      // Whoever waits for room to send hears of it when there is some.
      stream.resume()
      // The embedded database has one process, which nothing interrupts.
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

/** Over a connection of its own, as the protocol has it: a pooler passes it on to whoever runs the statement by then. */
function cancelAt({ host, port, processID, secretKey }: Connected) {
  const message = Buffer.alloc(16)
  for (const [at, part] of [16, CANCEL_REQUEST, processID!, secretKey].entries()) message.writeInt32BE(part, at * 4)
  const messenger = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  messenger
    .on('error', () => {})
    .setTimeout(ANSWER_TIMEOUT_MS, () => messenger.destroy())
    .resume()
    // The other side ends it, when it has passed it on: PgBouncer 1.18 dies of one that is ended before.
    .write(message)
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The values of a line of COPY's text, in which the database writes some characters otherwise. */
export function valuesOf(text: string): string[] {
  const values = text.split('\t')
  if (!text.includes('\\')) return values
  return values.map((value) => value.replace(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character))
}

/** COPY takes no parameters: they are written into it, as text whose type follows from its place, like theirs. */
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
