/**
 * Embedded PostgreSQL: PGlite in a separate process, with the wire protocol over a socket. This way both databases use the
 * same `pg` pool, a long query never blocks the event loop, and a crash ends no server.
 *
 * PGlite has one backend. A batch of messages (up to Sync or a simple Query) runs completely. During a transaction only its
 * connection is served: otherwise one connection could get the rows of another.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { constants, cp, mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { SNAPSHOT_REQUEST, snapshotFolder, type DatabaseMessage, type Order } from './embedded.ts'
import { lockFile } from './lock.ts'
import { lookAfterOne } from './upkeep.ts'

const SSL_REQUEST = 80877103
const READY_FOR_QUERY = 0x5a
const NOTIFICATION = 0x41
const COPY_IN = 0x47
const IDLE = 0x49
/** Messages after which a client waits: Sync, Query, Flush, CopyData, CopyDone, CopyFail, FunctionCall. */
const ENDS_BATCH = 'QSHdcfF'
/** The same during a COPY: CopyDone, CopyFail. */
const ENDS_COPY = 'cf'
const COPY_FROM_CLIENT = /^\s*copy\s[^;]*\sfrom\s+stdin\b[^;]*;?\s*\0$/i
/** CopyInResponse for lines of text, the only part of the answer that the client needs. */
const SEND_LINES = Buffer.from([COPY_IN, 0, 0, 0, 7, 0, 0, 0])

type Connection = {
  socket: Socket
  pending: Buffer
  started: boolean
  batch: Buffer[]
  ready: Buffer[][]
  /** True while the client sends the lines of a COPY. */
  isCopying: boolean
  closed: boolean
}

/** Time in ms to wait for a process killed a moment ago, which still locks the folder. */
const PREDECESSOR_MS = 10_000
/** Growth of the write-ahead log, in parts of 16 MB, after which a checkpoint frees it; and the interval of checks. */
const LOG_PARTS = 4
const LOOK_MS = 100

const order = JSON.parse(process.argv[2]!) as Order
const folder = path.join(order.dataDir, 'database')
// The terminal or the service manager also signals the server, which needs its database until its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
endWithServer(order.temporary)

const connections = new Set<Connection>()
let inTransaction: Connection | undefined
let running = false
let whenIdle: (() => void) | undefined

const send = (message: DatabaseMessage) => new Promise((done) => process.send!(message, done))
const { db, unlock } = await open().catch(async (error: Error) => {
  await send({ failed: error.message ?? `The embedded database cannot be opened: ${inspect(error)}` })
  return process.exit(1)
})
let lookedAt = -Infinity
let storedParts = logParts()
let caughtUpAt = performance.now()
const server = createServer(accept)
if (process.platform !== 'win32') rmSync(order.socket, { force: true })
server.listen(order.socket, () => void send({ ready: true }))
process.on('message', (message) => message === 'close' && void close())

/**
 * Opens the database with a second lock, because the server's own lock ends with the server: this one lasts until the
 * last write.
 */
async function open() {
  const unlock = lockFile(path.join(order.dataDir, 'database.writer.lock'), PREDECESSOR_MS)
  if (!existsSync(folder)) await make()
  const db = await PGlite.create(folder, {
    extensions: { pg_trgm, btree_gist },
    // Otherwise a log that was once long would stay long. The machine's file cache has the pages as well, so more
    // buffers gain nothing, and all are cleared at the start.
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'shared_buffers=32MB'],
  })
  return { db, unlock }
}

/** Creates the database under another name, so that an interruption leaves no incomplete database. */
async function make() {
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  const made = await PGlite.create(making)
  await made.close()
  renameSync(making, folder)
}

/**
 * Ends this process when the server has ended in any way, because standard input then closes.
 * Uses a thread, because a long query blocks the main thread. Its code is plain JavaScript, because WebAssembly in two
 * threads is not safe in every version of V8.
 */
function endWithServer(temporary: string) {
  const watch = `
    const { rmSync } = require('node:fs')
    const { workerData } = require('node:worker_threads')
    new (require('node:net').Socket)({ fd: 0 }).resume().on('error', () => {}).on('close', () => {
      rmSync(workerData, { recursive: true, force: true })
      process.kill(process.pid, 'SIGKILL')
    })`
  new Worker(watch, { eval: true, execArgv: [], workerData: temporary }).unref()
}

function accept(socket: Socket) {
  const connection: Connection = {
    socket,
    pending: Buffer.alloc(0),
    started: false,
    batch: [],
    ready: [],
    isCopying: false,
    closed: false,
  }
  connections.add(connection)
  socket.on('data', (data: Buffer) => {
    receive(connection, data)
    void pump()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    hangUp(connection)
    void pump()
  })
}

function hangUp(connection: Connection) {
  if (connection.closed) return
  connection.closed = true
  connection.ready.push([])
}

/** Splits the byte stream into messages, and messages into batches. */
function receive(connection: Connection, chunk: Buffer) {
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
        connection.socket.write('N')
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
    if (!connection.isCopying && type === 'Q' && COPY_FROM_CLIENT.test(message.toString('latin1', 5))) {
      // The backend needs all lines together, because it cannot wait for more.
      connection.isCopying = true
      connection.socket.write(SEND_LINES)
    } else if ((connection.isCopying ? ENDS_COPY : ENDS_BATCH).includes(type)) {
      connection.ready.push(connection.isCopying ? [Buffer.concat(connection.batch)] : connection.batch)
      connection.batch = []
      connection.isCopying = false
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
      // Round robin, so that a busy connection does not starve the others.
      connections.delete(connection)
      if (connection.closed && batch.length === 0) {
        if (inTransaction === connection) {
          await db.exec('rollback')
          inTransaction = undefined
        }
        connection.socket.end()
        continue
      }
      connections.add(connection)
      if (isSnapshotRequest(batch)) {
        connection.socket.end(await snapshot())
        continue
      }
      await run(connection, batch)
      if (!inTransaction) await shortenLog()
      if (!inTransaction && !next()) await keepUp()
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
  const stored: Buffer[] = []
  let from = 0
  for (let at = 0; at + 5 <= answer.length;) {
    const length = answer.readInt32BE(at + 1) + 1
    if (answer[at] === READY_FOR_QUERY) status = answer[at + 5]!
    if (answer[at] === NOTIFICATION || answer[at] === COPY_IN) {
      stored.push(answer.subarray(from, at))
      // One backend listens for all connections, so a notification goes to each of them.
      if (answer[at] === NOTIFICATION)
        for (const other of connections) other.socket.write(answer.subarray(at, at + length))
      from = at + length
    }
    at += length
  }
  stored.push(answer.subarray(from))
  connection.socket.write(stored.length === 1 ? answer : Buffer.concat(stored))
  inTransaction = status === IDLE ? undefined : connection
}

/** Recognises the request for a snapshot, which replaces a connection's start, like a request for TLS. */
const isSnapshotRequest = ([first]: Buffer[]) => first?.length === 8 && first.readInt32BE(4) === SNAPSHOT_REQUEST

/**
 * Copies the folder while no transaction is open and no statement runs. If the file system can, blocks are shared.
 * @returns the answer: an empty text or the error
 */
async function snapshot(): Promise<string> {
  const copy = snapshotFolder(order.dataDir)
  try {
    await rm(copy, { recursive: true, force: true })
    await mkdir(copy, { mode: 0o700 })
    await db.exec('checkpoint')
    await cp(folder, path.join(copy, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}

/** Counts the parts of the log; the database itself reports an unreadable log. */
function logParts(): number {
  try {
    return readdirSync(path.join(folder, 'pg_wal')).length
  } catch {
    return 0
  }
}

/** Runs a checkpoint, the only way to free the write-ahead log, because a single backend makes none. */
async function shortenLog() {
  if (performance.now() - lookedAt < LOOK_MS) return
  lookedAt = performance.now()
  if (logParts() <= storedParts + LOG_PARTS) return
  await db.exec('checkpoint')
  storedParts = logParts()
}

/** Maintains one table, then serves waiting clients before the next table. */
async function keepUp() {
  if (performance.now() - caughtUpAt < order.upkeepMs) return
  const isMore = await lookAfterOne((statement) => db.query(statement)).catch((error: Error) => {
    console.error('The embedded database could not maintain a table:', error.message)
    return false
  })
  if (!isMore) caughtUpAt = performance.now()
}

async function close() {
  if (running) await new Promise<void>((resolve) => (whenIdle = resolve))
  await db.close()
  unlock()
  process.exit(0)
}
