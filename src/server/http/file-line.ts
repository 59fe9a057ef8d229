import { yieldToInteractive } from '../db/yield-to-interactive.ts'
import type { App } from '../app.ts'
import { unavailable } from './problem.ts'

/**
 * Files that one caller makes at the same time. A large file takes as much of the database as many people at their
 * screens.
 */
const MOST_OF_ONE = 2
const MOST = 4
/** A reader that takes no bytes for so long, while others wait, is disconnected. */
const STUCK_MS = 30_000
const LOOKS_EVERY_MS = 5000

type Asking = {
  caller: string
  /** Aborted when the reader leaves. */
  signal: AbortSignal
  /** Returns the bytes that the reader has received. */
  bytesSent: () => number
  /** Disconnects the reader. */
  end: () => void
}
type Making = Asking & { bytes: number; since: number }
type Waiting = Asking & { begin: () => void }

class FileLine {
  readonly #making = new Set<Making>()
  #waiting: Waiting[] = []
  #looks: NodeJS.Timeout | undefined

  /** Waits in line for a place. @returns a function that releases it */
  async place(asking: Asking): Promise<() => void> {
    const { promise, resolve: begin } = Promise.withResolvers<void>()
    const waiting = { ...asking, begin }
    this.#waiting.push(waiting)
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
      begin()
    }
    asking.signal.addEventListener('abort', leave, { once: true })
    this.#next()
    await promise
    asking.signal.removeEventListener('abort', leave)
    const making = [...this.#making].find((one) => one.signal === asking.signal)
    if (!making) throw unavailable('The reader of this file has left')
    return () => {
      if (this.#making.delete(making)) this.#next()
    }
  }

  #next() {
    const of = (caller: string) => [...this.#making].filter((one) => one.caller === caller).length
    while (this.#making.size < MOST) {
      const first = this.#waiting.find(({ caller }) => of(caller) < MOST_OF_ONE)
      if (!first) break
      this.#waiting = this.#waiting.filter((one) => one !== first)
      this.#making.add({ ...first, bytes: first.bytesSent(), since: performance.now() })
      first.begin()
    }
    clearInterval(this.#looks)
    if (this.#waiting.length) this.#looks = setInterval(() => this.#look(), LOOKS_EVERY_MS).unref()
  }

  #look() {
    for (const making of this.#making) {
      const bytes = making.bytesSent()
      if (bytes !== making.bytes) Object.assign(making, { bytes, since: performance.now() })
      else if (performance.now() - making.since >= STUCK_MS) making.end()
    }
  }
}

const lines = new WeakMap<object, FileLine>()

/**
 * Waits until a file may be made: after staff at their screens, and in line with other files.
 * @returns a function that releases the place
 */
export async function placeInLine({ database }: Pick<App, 'database'>, asking: Asking): Promise<() => void> {
  const line = lines.get(database) ?? new FileLine()
  lines.set(database, line)
  const leave = await line.place(asking)
  await yieldToInteractive(database)
  return leave
}
