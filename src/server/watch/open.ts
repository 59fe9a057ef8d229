import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { serveMetrics, serveMetricsApart } from './endpoint.ts'
import { unwatched, type Watch } from './index.ts'
import { operationOf, withoutValues, type OnStatement } from './statements.ts'
import { beginStep, kindOf } from './trail.ts'

/** The configured receivers. The others are not even loaded. */
export type OpenWatch = {
  watch: Watch
  /** Undefined if no receiver needs statements. */
  onStatement: OnStatement | undefined
  watchDatabase: (database: Database) => void
  /** Serves the metrics: on the server before it listens, or on their own port. */
  serve: (server: FastifyInstance, onStep: (what: string) => void) => Promise<void>
  close: () => Promise<void>
}

/** How often errors of a collector are logged. */
const LOGGED_EVERY_MS = 60_000

export async function openWatch(
  { metrics: settings, traces: tracing }: Pick<Env, 'metrics' | 'traces'>,
  log: () => FastifyBaseLogger | undefined,
): Promise<OpenWatch> {
  const counted = settings && (await import('./prometheus.ts')).counted()
  let loggedAt = -Infinity
  const onLost = (error: unknown) => {
    if (performance.now() - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = performance.now()
    log()?.warn({ err: error }, 'traces were lost: OTEL_EXPORTER_OTLP_ENDPOINT does not accept them')
  }
  const traces = tracing && (await import('./traces.ts')).openTraces(tracing, onLost)
  const watch: Watch = { metrics: counted?.metrics ?? unwatched.metrics, traces }
  let closePort: () => Promise<unknown> = async () => {}
  return {
    watch,
    onStatement: counted || traces ? timed(watch) : undefined,
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
      await traces?.close().catch(onLost)
    },
  }
}

const timed =
  ({ metrics, traces }: Watch): OnStatement =>
  (text) => {
    const since = performance.now()
    const span =
      traces && beginStep(operationOf(text), { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) })
    return (error) => {
      metrics.statement((performance.now() - since) / 1000, error === undefined ? 'ok' : 'failed')
      span?.end(error === undefined ? undefined : kindOf(error))
    }
  }
