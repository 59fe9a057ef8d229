import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { lockFile } from './lock.ts'

/** What `pg` sees in place of a network socket. */
class PortSocket extends Duplex {
  private readonly port: MessagePort

  constructor(port: MessagePort, onHeard: () => void) {
    super()
    this.port = port
    port.on('message', (data: Uint8Array) => {
      onHeard()
      this.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    })
    port.on('close', () => {
      this.push(null)
      this.destroy()
    })
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.port.postMessage(chunk)
    done()
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.port.postMessage(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }
  override _final(done: () => void) {
    this.port.postMessage(null)
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.port.postMessage(null)
    done(error)
  }
  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  setTimeout() {
    return this
  }
  ref() {
    this.port.ref()
    return this
  }
  unref() {
    this.port.unref()
    return this
  }
}

export type Embedded = {
  /** A new connection for `pg`'s `stream` option. */
  stream: () => Duplex
  /** Ends a runaway query: its connections break, the committed rows stay. Takes well under a second. */
  restart: () => Promise<void>
  /** When it last answered anybody, in ms: while a statement runs it is silent. */
  heardAt: () => number
  close: () => Promise<void>
}

/**
 * Opens the database in a folder, making it on the first run.
 * The folder is locked while it is open: two processes in one folder would lose each other's rows.
 * @throws Error with a sentence for the console when another process holds the folder
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const unlock = lockFile(path.join(dataDir, 'database.lock'))
  const leaving = new WeakSet<Worker>()
  const begin = async () => {
    const running = await startWorker(path.join(dataDir, 'database'))
    // One that ended by itself, on a fault of the database, is followed by another.
    running.once('exit', () => leaving.has(running) || (worker = begin()))
    return running
  }
  const leave = (running: Worker) => {
    leaving.add(running)
    return running
  }
  let worker = begin()
  await worker
  let heardAt = 0
  return {
    // Who connects during a restart waits for its end.
    stream: () => {
      const { port1, port2 } = new MessageChannel()
      worker.then(
        (to) => to.postMessage({ type: 'connect', port: port2 }, [port2]),
        () => port2.close(),
      )
      return new PortSocket(port1, () => (heardAt = Date.now()))
    },
    restart: async () => {
      worker = worker.then((running) => leave(running).terminate()).then(begin)
      await worker
    },
    heardAt: () => heardAt,
    close: async () => {
      const last = leave(await worker)
      const ended = once(last, 'exit')
      last.postMessage({ type: 'close' })
      await ended
      unlock()
    },
  }
}

async function startWorker(databaseDir: string): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { dataDir: databaseDir } })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message) => message === 'ready' && resolve())
  })
  return worker
}
