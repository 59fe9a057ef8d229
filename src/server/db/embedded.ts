import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockFile } from './lock.ts'

export type Embedded = {
  /** Opens a connection for `pg`'s `stream` option. */
  stream: () => Socket
  /** Ends a runaway query in well under a second: connections break, committed rows stay. */
  restart: () => Promise<void>
  /** Returns the time of the last answer, in ms. A running statement sends none. */
  lastMessageAt: () => number
  close: () => Promise<void>
}

/**
 * Start options of the database process: its folder, its address, a temporary folder deleted at its end, and the
 * interval of maintenance checks in ms.
 */
export type Order = { dataDir: string; socket: string; temporary: string; upkeepMs: number }
/** Message of the process: ready for connections, or the reason why not. */
export type DatabaseMessage = { ready: true } | { failed: string }

/** Code of a snapshot request, instead of a protocol version. */
export const SNAPSHOT_REQUEST = 80877199
/** Folder with the copy of the database. */
export const snapshotFolder = (dataDir: string) => path.join(dataDir, 'snapshot')
/** File with the address of the database while a server has it open. */
export const addressFile = (dataDir: string) => path.join(dataDir, 'database.address')
/** Name of the socket, as `pg` and psql expect it in its folder. */
const SOCKET = '.s.PGSQL.5432'
/** Program next to this file, as source or built. */
const PROGRAM = path.join(import.meta.dirname, `embedded-process${path.extname(import.meta.filename)}`)
export const serverLock = (dataDir: string) => path.join(dataDir, 'database.lock')

/** Owner only, because the folder has customers, password hashes and the session key. */
const OWNER_ONLY = 0o700
/** Longest temporary folder in bytes, because a socket's address is limited to 108 bytes. */
const LONGEST_FOLDER = 80
const UPKEEP_MS = 30_000

/**
 * Opens the database of a folder in a separate process, and creates it at the first start. If the process dies, this
 * process lives, and the next one continues with all acknowledged data.
 * The folder is locked while open, because two processes in a folder would lose each other's rows.
 * The process has started when this returns its promise, so that the caller can do other work until it is ready.
 * @throws Error with a sentence for the console when another process has locked the folder
 */
export async function openEmbedded(dataDir: string, upkeepMs = UPKEEP_MS): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY })
  chmodSync(dataDir, OWNER_ONLY)
  const unlock = lockFile(serverLock(dataDir))
  const short = Buffer.byteLength(tmpdir()) > LONGEST_FOLDER ? '/tmp' : tmpdir()
  const temporary = mkdtempSync(path.join(short, 'marquee-'))
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\marquee-${randomUUID()}` : path.join(temporary, SOCKET)

  const leaving = new WeakSet<ChildProcess>()
  const leave = (running: ChildProcess) => {
    leaving.add(running)
    return once(running, 'exit')
  }
  const begin = async () => {
    const running = await startProcess({ dataDir, socket, temporary, upkeepMs })
    // A process that ends unexpectedly is replaced.
    running.once('exit', () => leaving.has(running) || (database = begun()))
    return running
  }
  /** Starts the process. Clients receive a start error, and the next connection tries again. */
  const begun = () => {
    const beginning = begin()
    beginning.catch(() => {})
    return beginning
  }
  const release = async () => {
    await rm(addressFile(dataDir), { force: true })
    unlock()
    await rm(temporary, { recursive: true, force: true })
  }

  let database = begun()
  try {
    await database
    const address = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(temporary)}`
    await rm(addressFile(dataDir), { force: true })
    if (process.platform !== 'win32') await writeFile(addressFile(dataDir), address, { mode: 0o600 })
  } catch (error) {
    await release()
    throw error
  }
  let lastSignAt = 0
  return {
    stream: () => {
      const stream = new Socket().on('data', () => (lastSignAt = Date.now()))
      // Connections during a restart wait for its end.
      stream.connect = () => {
        const awaited = database
        awaited.then(
          () => Socket.prototype.connect.call(stream, socket),
          (error: Error) => {
            stream.destroy(
              Object.assign(new Error(`The embedded database does not start: ${error.message}`), {
                code: 'ECONNREFUSED',
              }),
            )
            if (database === awaited) database = begun()
          },
        )
        return stream
      }
      return stream
    },
    restart: async () => {
      database = database.then(async (running) => {
        const ended = leave(running)
        running.kill('SIGKILL')
        await ended
        return begin()
      }, begin)
      await database.catch(() => {})
    },
    lastMessageAt: () => lastSignAt,
    close: async () => {
      const running = await database.catch(() => undefined)
      if (running) {
        const ended = leave(running)
        running.send('close', () => {})
        await ended
      }
      await release()
    },
  }
}

/**
 * Starts the process, and a second time if a signal ended it, which is no error of the folder. @throws Error with the
 * reason
 */
async function startProcess(order: Order, canRetry = true): Promise<ChildProcess> {
  // The process inherits the V8 flags, and a standard input that ends with this process.
  const started = fork(PROGRAM, [JSON.stringify(order)], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  // Node's watch mode adds its own messages.
  const answer = new Promise<DatabaseMessage>((resolve) =>
    started.on(
      'message',
      (message: DatabaseMessage) => ('ready' in message || 'failed' in message) && resolve(message),
    ),
  )
  // All messages are read when the channel is closed, not yet at the exit.
  const over = Promise.all([once(started, 'exit'), once(started, 'disconnect')])
  over.catch(() => {})
  const message = await Promise.race([answer, over.then(([[code, signal]]) => ({ code, signal }))])
  if ('ready' in message) return started
  if ('failed' in message) throw new Error(message.failed)
  if (message.signal && canRetry) return startProcess(order, false)
  throw new Error(`The embedded database ended while opening (${message.signal ?? message.code})`)
}
