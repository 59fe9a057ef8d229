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
  /** A new connection for `pg`'s `stream` option. */
  stream: () => Socket
  /** Ends a runaway query: its connections break, the committed rows stay. Takes well under a second. */
  restart: () => Promise<void>
  /** When it last answered anybody, in ms: while a statement runs it is silent. */
  lastMessageAt: () => number
  close: () => Promise<void>
}

/**
 * What the process of the database is started with: its folder, its address, the folder that goes when it does, and how
 * often it looks which table is due for its upkeep when nobody waits.
 */
export type Order = { dataDir: string; socket: string; temporary: string; upkeepMs: number }
/** What it says: once, when it takes connections or why it cannot. */
export type DatabaseMessage = { ready: true } | { failed: string }

/** The code of a request that it copies its folder now, in place of a version of the protocol. */
export const SNAPSHOT_REQUEST = 80877199
/** The folder of which the copy is the database. */
export const snapshotFolder = (dataDir: string) => path.join(dataDir, 'snapshot')
/** Holds the address of the database while a server has it open. */
export const addressFile = (dataDir: string) => path.join(dataDir, 'database.address')
/** As `pg` and psql name it for the folder that it is in. */
const SOCKET = '.s.PGSQL.5432'
/** Beside this one, as it is: source or built. */
const PROGRAM = path.join(import.meta.dirname, `embedded-process${path.extname(import.meta.filename)}`)
export const serverLock = (dataDir: string) => path.join(dataDir, 'database.lock')

/** Only the owner: it holds customers, password hashes and the key of the sessions. */
const OWNER_ONLY = 0o700
/** A socket's address has room for 108 bytes. */
const LONGEST_FOLDER = 80
const UPKEEP_MS = 30_000

/**
 * Opens the database in a folder, making it on the first run, in a process of its own: whatever it dies of, this process
 * lives, and the next one goes on with all that was answered.
 * The folder is locked while it is open: two processes in one folder would lose each other's rows.
 * Its process has begun when this returns its promise, so that the caller may keep this one busy until it is ready.
 * @throws Error with a sentence for the console when another process holds the folder
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
    // One that ended by itself is followed by another.
    running.once('exit', () => leaving.has(running) || (database = begun()))
    return running
  }
  /** Whoever connects hears that it could not begin, and has it tried again. */
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
      // Who connects during a restart waits for its end.
      stream.connect = () => {
        const awaited = database
        awaited.then(
          () => Socket.prototype.connect.call(stream, socket),
          (error: Error) => {
            stream.destroy(Object.assign(new Error(`It does not begin: ${error.message}`), { code: 'ECONNREFUSED' }))
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

/** @throws Error that says why it does not run. An end by a signal is no fault of the folder: it is tried once more. */
async function startProcess(order: Order, canRetry = true): Promise<ChildProcess> {
  // It inherits the V8 flags of this process, and an input that ends with it.
  const started = fork(PROGRAM, [JSON.stringify(order)], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  // A watching Node adds messages of its own.
  const answer = new Promise<DatabaseMessage>((resolve) =>
    started.on(
      'message',
      (message: DatabaseMessage) => ('ready' in message || 'failed' in message) && resolve(message),
    ),
  )
  // What it said has been read when its channel is closed, not yet when it ends.
  const over = Promise.all([once(started, 'exit'), once(started, 'disconnect')])
  over.catch(() => {})
  const message = await Promise.race([answer, over.then(([[code, signal]]) => ({ code, signal }))])
  if ('ready' in message) return started
  if ('failed' in message) throw new Error(message.failed)
  if (message.signal && canRetry) return startProcess(order, false)
  throw new Error(`The embedded database ended while it opened (${message.signal ?? message.code})`)
}
