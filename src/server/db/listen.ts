import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Listens on a channel until `until` is aborted, over a separate connection that is replaced when lost.
 * `onNotification` is called for each notification, and once after a loss, because some may be missing. Resolves when
 * it listens.
 * @throws when the database cannot be reached now
 */
export type Listen = (channel: string, onNotification: () => void, until: AbortSignal) => Promise<void>

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5000
/** Interval in ms of queries that detect a silently broken connection. */
const ASK_MS = 20_000

/** @param newClient creates a connection outside the pool, because a listening connection cannot serve others */
export const listener =
  (newClient: () => pg.Client): Listen =>
  async (channel, onNotification, until) => {
    const first = await hear(newClient(), channel, onNotification, until)
    void keepHearing(first, () => hear(newClient(), channel, onNotification, until), onNotification, until)
  }

/** An object, because awaiting a promise would also await the loss inside. */
type Hearing = { lost: Promise<void> }

async function hear(
  client: pg.Client,
  channel: string,
  onNotification: () => void,
  until: AbortSignal,
): Promise<Hearing> {
  let giveUp = () => {}
  const lost = new Promise<void>((resolve) => (giveUp = resolve))
  // More errors may follow the first, which already ends the connection.
  client.on('error', giveUp).on('end', giveUp)
  client.on('notification', (notification) => notification.channel === channel && !until.aborted && onNotification())
  const hangUp = () => void client.end().catch(() => {})
  try {
    await client.connect()
    await client.query(`listen "${channel}"`)
  } catch (error) {
    hangUp()
    throw error
  }
  const asking = setInterval(() => client.query('select 1').catch(giveUp), ASK_MS)
  asking.unref()
  until.addEventListener('abort', giveUp)
  if (until.aborted) giveUp()
  const over = lost.finally(() => {
    clearInterval(asking)
    until.removeEventListener('abort', giveUp)
    hangUp()
  })
  return { lost: over }
}

async function keepHearing(
  hearing: Hearing,
  again: () => Promise<Hearing>,
  onNotification: () => void,
  until: AbortSignal,
) {
  for (let ms = FIRST_WAIT_MS; ;) {
    await hearing.lost
    if (until.aborted) return
    try {
      await wait(ms, undefined, { ref: false, signal: until })
      hearing = await again()
      ms = FIRST_WAIT_MS
      onNotification()
    } catch {
      ms = Math.min(2 * ms, LONGEST_WAIT_MS)
    }
  }
}
