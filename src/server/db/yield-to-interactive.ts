import { setTimeout } from 'node:timers/promises'
import type { Database } from './connect.ts'

const LOOKS_EVERY_MS = 20
const MOST_MS = 5000

/**
 * Yields to interactive requests: returns when no one waits for a connection, at the latest after five seconds. A batch
 * of a feed takes as much of the database as a hundred calls of staff, who would wait behind it.
 */
export async function yieldToInteractive({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const until = performance.now() + MOST_MS
  while (pool.waitingCount && performance.now() < until) await setTimeout(LOOKS_EVERY_MS)
}
