/**
 * The embedded PostgreSQL: one PGlite in a worker thread that speaks the wire protocol over MessagePorts, so that the
 * application uses the same `pg` pool in both modes and a long query never blocks the event loop.
 *
 * PGlite has one backend. A batch of messages (up to Sync or a simple Query) runs as a whole, and while a transaction is
 * open only its connection is served; interleaving two connections would give one of them the other's rows.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const SSL_REQUEST = 80877103
const READY_FOR_QUERY = 0x5a
const NOTIFICATION = 0x41
const IDLE = 0x49
/** Sync, Query, Flush, CopyData, CopyDone, CopyFail, FunctionCall: the messages after which a client waits. */
const ENDS_BATCH = 'QSHdcfF'

type Connection = {
  port: MessagePort
  pending: Buffer
  started: boolean
  batch: Buffer[]
  ready: Buffer[][]
  closed: boolean
}

const db = await PGlite.create(workerData.dataDir as string, { extensions: { pg_trgm, btree_gist } })
const connections = new Set<Connection>()
let inTransaction: Connection | undefined
let running = false
let whenIdle: (() => void) | undefined

parentPort!.on('message', (message: { type: 'connect'; port: MessagePort } | { type: 'close' }) => {
  if (message.type === 'connect') accept(message.port)
  else void close()
})
parentPort!.postMessage('ready')

function accept(port: MessagePort) {
  const connection: Connection = { port, pending: Buffer.alloc(0), started: false, batch: [], ready: [], closed: false }
  connections.add(connection)
  port.on('message', (data: Uint8Array | null) => {
    if (data === null) hangUp(connection)
    else receive(connection, data)
    void pump()
  })
}

function hangUp(connection: Connection) {
  if (connection.closed) return
  connection.closed = true
  connection.ready.push([])
}

/** Cuts the byte stream into messages and messages into batches. */
function receive(connection: Connection, data: Uint8Array) {
  const chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  connection.pending = connection.pending.length ? Buffer.concat([connection.pending, chunk]) : chunk
  for (;;) {
    const header = connection.started ? 1 : 0
    if (connection.pending.length < header + 4) return
    const length = connection.pending.readInt32BE(header) + header
    if (connection.pending.length < length) return
    const message = connection.pending.subarray(0, length)
    connection.pending = connection.pending.subarray(length)
    if (!connection.started) {
      if (message.readInt32BE(4) === SSL_REQUEST) {
        connection.port.postMessage(Buffer.from('N'))
        continue
      }
      connection.started = true
      connection.ready.push([message])
      continue
    }
    const type = String.fromCharCode(message[0]!)
    if (type === 'X') {
      hangUp(connection)
      continue
    }
    connection.batch.push(message)
    if (ENDS_BATCH.includes(type)) {
      connection.ready.push(connection.batch)
      connection.batch = []
    }
  }
}

function next(): Connection | undefined {
  if (inTransaction) return inTransaction.ready.length ? inTransaction : undefined
  for (const connection of connections) if (connection.ready.length) return connection
}

async function pump() {
  if (running) return
  running = true
  try {
    for (let connection = next(); connection; connection = next()) {
      const batch = connection.ready.shift()!
      // Round robin, so that one busy connection does not starve the others.
      connections.delete(connection)
      if (connection.closed && batch.length === 0) {
        if (inTransaction === connection) {
          await db.exec('rollback')
          inTransaction = undefined
        }
        connection.port.close()
        continue
      }
      connections.add(connection)
      await run(connection, batch)
    }
  } catch (error) {
    console.error('The embedded database stopped:', error)
    process.exit(70)
  } finally {
    running = false
    whenIdle?.()
  }
}

async function run(connection: Connection, batch: Buffer[]) {
  const chunks: Buffer[] = []
  for (const message of batch)
    await db.runExclusive(() =>
      db.execProtocolRawStream(message, { onRawData: (data) => void chunks.push(Buffer.from(data)) }),
    )
  const answer = Buffer.concat(chunks)
  let status = 0
  const kept: Buffer[] = []
  let from = 0
  for (let at = 0; at + 5 <= answer.length;) {
    const length = answer.readInt32BE(at + 1) + 1
    if (answer[at] === READY_FOR_QUERY) status = answer[at + 5]!
    if (answer[at] === NOTIFICATION) {
      // One backend listens for all: a notification goes to every connection, as each would have its own.
      kept.push(answer.subarray(from, at))
      for (const other of connections) other.port.postMessage(Buffer.from(answer.subarray(at, at + length)))
      from = at + length
    }
    at += length
  }
  kept.push(answer.subarray(from))
  connection.port.postMessage(kept.length === 1 ? answer : Buffer.concat(kept))
  inTransaction = status === IDLE ? undefined : connection
}

async function close() {
  if (running) await new Promise<void>((resolve) => (whenIdle = resolve))
  await db.close()
  for (const { port } of connections) port.close()
  // Nothing is left to wait for: the thread ends by itself, which is gentler than being terminated.
  parentPort!.close()
}
