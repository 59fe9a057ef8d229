import type pg from 'pg'
import { abortConnection } from './abort-connection.ts'

/** Extra wait in ms after the statement timeout of the database. */
const LONGER_MS = 5000
const LOOK_EVERY_MS = 1000

type Wire = pg.ClientBase & { readyForQuery: boolean; connection: { stream: { bytesRead: number } } }

/**
 * Breaks connections without an answer for longer than the statement timeout, because the machine hangs or is gone.
 * Callers get an error long before the network reports one.
 * @param isUnhurried returns true for clients without a statement timeout
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
