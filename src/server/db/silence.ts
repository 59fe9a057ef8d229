import type pg from 'pg'
import { abortConnection } from './abort-connection.ts'

/** So much longer than the database itself lets a statement run. */
const LONGER_MS = 5000
const LOOK_EVERY_MS = 1000

type Wire = pg.ClientBase & { readyForQuery: boolean; connection: { stream: { bytesRead: number } } }

/**
 * Breaks connections on which a statement is not answered for longer than the database lets it run: the machine hangs, or
 * went away without a word. Whoever waits is told so, long before the network gives it up.
 * @param isUnhurried of those whose statements take as long as they take
 */
export function breakSilent(
  pool: pg.Pool,
  statementTimeoutMs: number,
  isUnhurried: (client: pg.ClientBase) => boolean,
): void {
  const received = new Map<Wire, { bytes: number; at: number }>()
  pool.on('connect', (client) => {
    const wire = client as pg.ClientBase as Wire
    received.set(wire, { bytes: 0, at: performance.now() })
    wire.once('end', () => received.delete(wire))
  })
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    const now = performance.now()
    for (const [client, { bytes, at }] of received) {
      const { bytesRead } = client.connection.stream
      if (client.readyForQuery || bytesRead !== bytes || isUnhurried(client))
        received.set(client, { bytes: bytesRead, at: now })
      else if (now - at > statementTimeoutMs + LONGER_MS) abortConnection(client)
    }
  }, LOOK_EVERY_MS)
  timer.unref()
}
