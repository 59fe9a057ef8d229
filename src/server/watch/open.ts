import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { serveMetrics, serveMetricsApart } from './endpoint.ts'
import { unwatched, type Watch } from './index.ts'
import type { OnStatement } from './statements.ts'

/** What the settings ask for; what they do not is not even loaded. */
export type OpenWatch = {
  watch: Watch
  /** Undefined where nobody wants to know. */
  onStatement: OnStatement | undefined
  watchDatabase: (database: Database) => void
  /** Serves the metrics: on the server itself, before it listens, or on a port of their own. */
  serve: (server: FastifyInstance, onStep: (what: string) => void) => Promise<void>
  close: () => Promise<void>
}

export async function openWatch({ metrics: settings }: Pick<Env, 'metrics'>): Promise<OpenWatch> {
  const counted = settings && (await import('./prometheus.ts')).counted()
  const watch: Watch = { metrics: counted?.metrics ?? unwatched.metrics }
  let closePort: () => Promise<unknown> = async () => {}
  return {
    watch,
    onStatement: counted && timed(watch),
    watchDatabase: (database) => counted?.watchDatabase(database),
    serve: async (server, onStep) => {
      if (!counted) return
      if (settings.port === undefined) return serveMetrics(server, settings.token!, counted.scrape)
      const { address, close } = await serveMetricsApart({ ...settings, port: settings.port }, counted.scrape)
      closePort = close
      onStep(`Metrics are at ${address}`)
    },
    close: async () => {
      await closePort()
      await counted?.close()
    },
  }
}

const timed =
  ({ metrics }: Watch): OnStatement =>
  () => {
    const since = performance.now()
    return (error) => metrics.statement((performance.now() - since) / 1000, error === undefined ? 'ok' : 'failed')
  }
