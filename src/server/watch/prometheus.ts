import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Attributes } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { Database } from '../db/connect.ts'
import { VERSION } from '../version.ts'
import { SIGN_IN_FAILURES, type Metrics } from './metrics.ts'
import { databaseStateOf, type DatabaseState } from './database-state.ts'

/** Buckets for requests, from the read of a row to an export. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600]
/** Milliseconds between two checks of the event loop. */
const LOOP_MS = 20

export type Counted = {
  metrics: Metrics
  /** Returns the text for Prometheus. */
  scrape: () => Promise<string>
  close: () => Promise<void>
}

/** Counts events in this process, for a Prometheus that scrapes it. */
export function counted(): Counted & { watchDatabase: (database: Database) => void } {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('marquee')
  const serializer = new PrometheusSerializer('', false, undefined, true, true)

  const counter = (name: string, description: string) => meter.createCounter(name, { description })
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries } })
  const gauge = (name: string, description: string, read: () => Reading) =>
    meter
      .createObservableGauge(name, { description })
      .addCallback((result) => [...read()].forEach(([value, labels]) => result.observe(value, labels)))

  const requests = counter('marquee_http_requests_total', 'Answered requests, by route and status')
  const durations = seconds(
    'marquee_http_request_duration_seconds',
    'Duration of requests to the last byte, without live streams',
    REQUEST_SECONDS,
  )
  const inFlight = meter.createUpDownCounter('marquee_http_requests_in_flight', {
    description: 'Requests in progress, including open live streams',
  })
  const limited = counter('marquee_http_rate_limited_total', 'Requests above a rate limit')
  const statements = seconds(
    'marquee_database_statement_duration_seconds',
    'Duration of database statements',
    STATEMENT_SECONDS,
  )
  const jobs = seconds('marquee_job_duration_seconds', 'Duration of job runs', JOB_SECONDS)
  const failures = counter('marquee_sign_in_failures_total', 'Failed sign-ins, by reason')
  const lines = counter('marquee_feed_records_total', 'Records sent to the feed, by outcome')
  const listeners = meter.createUpDownCounter('marquee_live_listeners', {
    description: 'Open streams of the live figures',
  })
  // Prometheus computes a rate from the first event on only if the metric started at zero.
  inFlight.add(0)
  listeners.add(0)
  for (const reason of SIGN_IN_FAILURES) failures.add(0, { reason })

  const loop = ofThisProcess(gauge)
  meter
    .createObservableCounter('process_cpu_seconds_total', { description: 'Processor time of this process' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })

  let look: () => Promise<DatabaseState | undefined> = async () => undefined
  return {
    metrics: {
      requestBegan: () => inFlight.add(1),
      requestEnded: ({ method, route, status }, took) => {
        inFlight.add(-1)
        requests.add(1, { method, route, status: String(status) })
        if (took !== undefined) durations.record(took, { method, route, status_class: `${Math.floor(status / 100)}xx` })
      },
      rateLimited: (route) => limited.add(1, { route }),
      statement: (took, outcome) => statements.record(took, { outcome }),
      job: (job, took, outcome) => jobs.record(took, { queue: job, outcome }),
      signInFailed: (reason) => failures.add(1, { reason }),
      feedRecords: (recordType, counts) => {
        for (const [outcome, count] of Object.entries(counts)) lines.add(count, { record_type: recordType, outcome })
      },
      listeners: (change) => listeners.add(change),
    },
    watchDatabase: (database) => {
      const stand = databaseStateOf(database.db)
      let standing: DatabaseState | undefined
      look = async () => (standing = await stand())
      ofDatabase(gauge, database, () => standing)
    },
    scrape: async () => {
      await look()
      const { resourceMetrics } = await exporter.collect()
      loop.reset()
      return serializer.serialize(resourceMetrics)
    },
    close: async () => {
      loop.disable()
      await provider.shutdown()
    },
  }
}

type Reading = Iterable<readonly [value: number, labels?: Attributes]>
type Gauge = (name: string, description: string, read: () => Reading) => void

/** @returns the histogram of the event loop, reset at each scrape */
function ofThisProcess(gauge: Gauge) {
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS })
  loop.enable()
  // The histogram measures the time between two checks.
  const lag = (ns: number) => Math.max(0, ns / 1e9 - LOOP_MS / 1000) || 0
  gauge('marquee_event_loop_lag_seconds', 'Delay of the event loop since the last scrape', () => [
    [lag(loop.percentile(50)), { quantile: '0.5' }],
    [lag(loop.percentile(99)), { quantile: '0.99' }],
    [lag(loop.max), { quantile: '1' }],
  ])
  gauge('process_resident_memory_bytes', 'Memory of this process', () => [[process.memoryUsage.rss()]])
  gauge('marquee_heap_used_bytes', 'Memory of the JavaScript objects of this process', () => [
    [process.memoryUsage().heapUsed],
  ])
  const began = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'Start time of this process', () => [[began]])
  gauge('marquee_build_info', 'The release of this server', () => [[1, { version: VERSION, node: process.version }]])
  return loop
}

function ofDatabase(gauge: Gauge, { pool, cluster }: Database, standing: () => DatabaseState | undefined): void {
  gauge('marquee_database_connections', 'Connections of the pool', () => [
    [pool.idleCount, { state: 'idle' }],
    [pool.totalCount - pool.idleCount, { state: 'used' }],
  ])
  gauge('marquee_database_connections_max', 'Maximum connections of the pool', () => [[pool.options.max]])
  gauge('marquee_database_waiting', 'Callers that wait for a connection of the pool', () => [[pool.waitingCount]])
  gauge('marquee_database_up', 'Whether the database answers', () => [[standing()?.isUp ? 1 : 0]])
  const replicas = () => cluster?.replicas() ?? []
  gauge('marquee_replicas', 'Replicas in use, and excluded ones', () => [
    [replicas().filter(({ isUsed }) => isUsed).length, { state: 'used' }],
    [replicas().filter(({ isUsed }) => !isUsed).length, { state: 'left_out' }],
  ])
  gauge('marquee_replica_lag_seconds', 'Age of the data of a replica', () =>
    replicas().flatMap(({ name, lagSeconds }) =>
      lagSeconds === undefined ? [] : [[lagSeconds, { replica: name }] as const],
    ),
  )
  const queues = (read: (queue: DatabaseState['queues'][number]) => number) => () =>
    (standing()?.queues ?? []).map((queue) => [read(queue), { queue: queue.job }] as const)
  gauge(
    'marquee_jobs_waiting',
    'Due runs of jobs',
    queues(({ due }) => due),
  )
  gauge(
    'marquee_jobs_later',
    'Runs of jobs scheduled for later, including retries',
    queues(({ later }) => later),
  )
  gauge(
    'marquee_jobs_oldest_age_seconds',
    'Time since the oldest run became due',
    queues(({ oldestSeconds }) => oldestSeconds),
  )
  gauge('marquee_jobs_idle_seconds', 'Time since a scheduled job last ran', () => {
    const now = standing()
    // If no job ever ran: since the server started.
    return now?.isUp ? [[now.idleSeconds ?? process.uptime()]] : []
  })
  gauge('marquee_backup_timestamp_seconds', 'Time of the last backup; 0: none', () =>
    standing()?.isUp ? [[standing()!.backupAt ?? 0]] : [],
  )
  gauge('marquee_integration_failing', 'Whether an integration is failing', () =>
    (standing()?.integrations ?? []).map(({ name, isFailing }) => [isFailing ? 1 : 0, { integration: name }] as const),
  )
  gauge('marquee_integration_last_success_timestamp_seconds', 'Time of the last success of an integration', () =>
    (standing()?.integrations ?? []).flatMap(({ name, succeededAt }) =>
      succeededAt === undefined ? [] : [[succeededAt, { integration: name }] as const],
    ),
  )
}
