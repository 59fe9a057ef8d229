import { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import { positionOf } from '#server/http/read-after.ts'

/** The triggers of the roll-ups notify it. */
const CHANNEL = 'figures'
const EVENT_MS = 1000
const HEARTBEAT_MS = 20_000
/** A stream is opened anew by then, with the rights that its reader has by then. */
const LONGEST_MS = 15 * 60_000

/** @param mayRead asked at each heartbeat: a stream ends with the session or the right that opened it */
export type Live = { open: (canRead: () => Promise<boolean>) => Promise<Readable> }

const lives = new WeakMap<App, Live>()

/** What a server tells open dashboards: one listening connection for all of them, made for the first. */
export function liveOf(app: App): Live {
  const known = lives.get(app)
  if (known) return known
  const made = live(app)
  lives.set(app, made)
  return made
}

/** Server-sent events: `figures` when a figure may have changed, at most one a second; comments keep the line open. */
export function live({ database, closing }: Pick<App, 'database' | 'closing'>): Live {
  const ends = new Map<Readable, () => void>()
  const notify = (readAfter?: string) => {
    for (const stream of ends.keys()) stream.push(`event: ${CHANNEL}\ndata: ${JSON.stringify({ readAfter })}\n\n`)
  }
  // Whoever is told reads what was told of, on a replica as well.
  const onNotification = atMostEvery(EVENT_MS, () =>
    database.cluster ? void positionOf({ database }).then(notify) : notify(),
  )
  closing.addEventListener('abort', () => {
    for (const end of ends.values()) end()
  })
  let listening: Promise<void> | undefined
  const listen = () =>
    (listening ??= database.listen(CHANNEL, onNotification, closing).catch((error: unknown) => {
      listening = undefined
      throw error
    }))

  return {
    open: async (canRead) => {
      await listen()
      const stream = new Readable({ read() {} })
      const heartbeat = setInterval(async () => {
        if (!(await canRead().catch(() => false))) end()
        else if (ends.has(stream)) stream.push(': here\n\n')
      }, HEARTBEAT_MS)
      const end = () => {
        forget()
        stream.push(null)
      }
      const last = setTimeout(end, LONGEST_MS)
      const forget = () => {
        clearInterval(heartbeat)
        clearTimeout(last)
        ends.delete(stream)
      }
      ends.set(stream, end)
      stream.once('close', forget)
      // The headers leave with the first bytes.
      stream.push(': listening\n\n')
      if (closing.aborted) end()
      return stream
    },
  }
}

/** The first call acts at once; those that come too soon after it are one call, as soon as it may be. */
function atMostEvery(ms: number, notify: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  const run = () => {
    isWanted = false
    notify()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) run()
    }, ms)
    timer.unref()
  }
  return () => {
    if (timer) isWanted = true
    else run()
  }
}
