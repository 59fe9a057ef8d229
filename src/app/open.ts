import type { FastifyBaseLogger } from 'fastify'
import { connect, type Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { openWatch, type OpenWatch } from '#server/watch/open.ts'

export type Opened = {
  watching: OpenWatch
  /** Once it answers. */
  database: Promise<Database>
  /** Where both write what they have to say, from then on. */
  logTo: (log: FastifyBaseLogger) => void
}

/**
 * Begins to open the database, with whoever is told of its statements. It takes the embedded one, whose process runs by now,
 * as long as it takes to load the rest of the server, of which it needs nothing.
 */
export async function open(env: Env): Promise<Opened> {
  let log: FastifyBaseLogger | undefined
  const watching = await openWatch(env, () => log)
  const onCluster = (text: string) => log?.warn(`database: ${text}`)
  const database = connect({ ...env, onStatement: watching.onStatement, onCluster })
  // It is asked for once the rest is loaded.
  database.catch(() => {})
  return { watching, database, logTo: (to) => void (log = to) }
}
