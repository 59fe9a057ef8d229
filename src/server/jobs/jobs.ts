import { sql } from 'drizzle-orm'
import { PgBoss, type JobResult } from 'pg-boss'
import type { App } from '../app.ts'
import { liftTimeout, type Database, type Db } from '../db/connect.ts'
import type { Outcome } from '../watch/metrics.ts'
import { noteRun, settleClock } from './clock.ts'
import { inJob } from '../watch/trail.ts'
import { bool, number, query, text, type RowOf } from '../db/query.ts'

/** A job: its name, schedule and work. It must tolerate running twice. */
export type Job<P extends object = object> = {
  /** feature.verb, such as cinemas.sync-schedule */
  name: string
  /** A cron expression in the chain's zone. */
  schedule?: string
  /**
   * Reads the schedule by the clock of the business day, whose midnight is its end, for jobs about the day that is
   * over.
   */
  ofBusinessDay?: true
  /** Retries of a failed run, with growing pauses. */
  retries?: number
  /** Minutes after which a run counts as dead and the job runs again. */
  minutes?: number
  run: (app: App, payload: P) => Promise<void>
}

/** A job in a list. Only its senders and itself know the payload. */
export type AnyJob = Omit<Job, 'run'> & { run: (app: App, payload: never) => Promise<void> }

export type Jobs = {
  /** Requests a run. In a transaction, the job runs only if that commits. */
  send: <P extends object>(
    job: Job<P>,
    payload: P,
    options?: { db?: Db; startAfter?: Date; singletonKey?: string },
  ) => Promise<void>
  stop: () => Promise<void>
}

const executor = (db: Db) => ({
  // pg-boss writes $1…$n with an array of values.
  executeSql: async (text: string, values: unknown[] = []) => {
    const parts = text.split(/\$(\d+)/)
    const at = (place: string) => sql.param(values[Number(place) - 1])
    return db.execute(sql.join(parts.map((part, n) => (n % 2 ? sql`${at(part)}` : sql.raw(part)))))
  },
})

const INSERTED_AT_A_TIME = 1000
const WORK = { pollingIntervalSeconds: 2, batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const

/**
 * Runs one job of a batch, whose failure affects no other. It is logged, and stored with the job until the next
 * attempt.
 */
const settled = async (id: string, job: AnyJob, app: App, data: object | null): Promise<JobResult> => {
  const { metrics, traces } = app.watch
  const since = performance.now()
  const ended = (outcome: Outcome) => metrics.job(job.name, (performance.now() - since) / 1000, outcome)
  try {
    await inJob({ name: job.name, id, traces }, () => job.run(app, (data ?? {}) as never))
    if (job.schedule) await noteRun(app.db, job.name)
    ended('ok')
    return { id, status: 'completed' }
  } catch (error) {
    ended('failed')
    app.log.error({ err: error, job: job.name, runId: id }, 'job failed')
    app.failures.note({ error, at: `job ${job.name}` })
    return { id, status: 'failed', output: { message: (error as Error).message } }
  }
}

const statementsOf = (pool: Database['pool']) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
})

/** Makes the queue's tables, and sends jobs without running any. */
const senderTo = (pool: Database['pool']) => new PgBoss({ db: statementsOf(pool), supervise: false, schedule: false })

const MINUTE_MS = 60_000
const MINUTES = 15
const optionsOf = ({ retries = 3, minutes = MINUTES }: AnyJob) => ({
  retryLimit: retries,
  retryBackoff: true,
  retryDelay: 2,
  expireInSeconds: 60 * minutes,
})

/** Makes queues, and updates their options. @returns whether any was made */
async function openQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<boolean> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  let isAnyNew = false
  for (const job of jobs) {
    const [options, queue] = [optionsOf(job), there.get(job.name)]
    if (!queue) {
      isAnyNew = true
      await boss.createQueue(job.name, options)
    } else if (Object.entries(options).some(([option, value]) => queue[option as keyof typeof options] !== value))
      await boss.updateQueue(job.name, options)
  }
  return isAnyNew
}

export type WaitingJob = { name: string; data: object | null; startAfter: string; singletonKey: string | null }

/**
 * Sends the jobs that another database had waiting, without running any. Jobs that do not exist in this version are
 * skipped.
 */
export async function queueWaiting(
  { pool }: Pick<Database, 'pool'>,
  jobs: readonly AnyJob[],
  waiting: readonly WaitingJob[],
): Promise<void> {
  const boss = senderTo(pool)
  await boss.start()
  await openQueues(boss, jobs)
  for (const job of jobs) {
    const wanted = waiting.filter(({ name }) => name === job.name)
    for (let at = 0; at < wanted.length; at += INSERTED_AT_A_TIME)
      await boss.insert(
        job.name,
        wanted.slice(at, at + INSERTED_AT_A_TIME).map(({ data, startAfter, singletonKey }) => ({
          data: data ?? {},
          startAfter,
          ...(singletonKey && { singletonKey }),
        })),
      )
  }
  await boss.stop({ graceful: false })
}

/** Any fixed number other than the one of migrations. */
const LOCK = 7_316_002

/**
 * Locks the creation of the queue's tables for servers that start together on a new database, because parallel runs
 * disturb each other.
 */
async function withAdvisoryLock({ kind, pool }: Database, run: () => Promise<unknown>): Promise<void> {
  if (kind === 'embedded') return void (await run())
  const client = await pool.connect()
  try {
    await client.query('begin')
    await liftTimeout(client)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await run()
  } finally {
    await client.query('rollback').finally(() => client.release())
  }
}

/** Jobs before anything runs them. A run may send others, so its app needs the jobs first. */
export type OpenJobs = Jobs & { work: () => Promise<void> }

/** Opens the queue in the database, which all servers share. Each job runs once, on the server that claims it. */
export async function openJobs(
  database: Database,
  jobs: readonly AnyJob[],
  zone: string,
  app: () => App,
  dayZone = zone,
): Promise<OpenJobs> {
  const sender = senderTo(database.pool)
  // Maintains the queue and its schedules, which takes longer to start than a caller may wait.
  const runner = new PgBoss({ db: statementsOf(database.pool), migrate: false })
  for (const boss of [sender, runner]) boss.on('error', (error) => app().log.warn({ err: error }, 'job queue'))
  await withAdvisoryLock(database, () => sender.start())
  // The sender knows only the queues of its start. It would look others up outside the caller's open transaction, which
  // may hold the only connection.
  if (await openQueues(sender, jobs)) {
    await sender.stop({ graceful: false })
    await sender.start()
  }
  const workOn = (job: AnyJob) =>
    runner.work<object>(job.name, WORK, async (batch) => {
      const results: JobResult[] = []
      // One after another: a batch saves queries, and does not call outside systems faster.
      for (const { id, data } of batch) results.push(await settled(id, job, app(), data))
      return results
    })
  let looks: NodeJS.Timeout | undefined
  const look = async () => {
    if (await settleClock(database.pool))
      app().log.warn('the clock of the database ran ahead: jobs start by its present time')
  }
  return {
    work: async () => {
      await look()
      looks = setInterval(
        () => void look().catch((error) => app().log.warn({ err: error }, 'job queue')),
        MINUTE_MS,
      ).unref()
      await runner.start()
      const scheduled = new Map(
        (await runner.getSchedules()).map(({ name, cron, timezone }) => [name, { cron, timezone }]),
      )
      for (const job of jobs) {
        await workOn(job)
        const { cron, timezone } = scheduled.get(job.name) ?? {}
        const tz = job.ofBusinessDay ? dayZone : zone
        if (job.schedule && (cron !== job.schedule || timezone !== tz))
          await runner.schedule(job.name, job.schedule, {}, { tz })
      }
    },
    send: async (job, payload, { db, startAfter, singletonKey } = {}) => {
      await sender.send(job.name, payload, {
        ...(startAfter && { startAfter }),
        ...(singletonKey && { singletonKey }),
        ...(db && { db: executor(db) }),
      })
    },
    stop: async () => {
      clearInterval(looks)
      await runner.stop({ graceful: true, timeout: 10_000 })
      await sender.stop()
    },
  }
}

const queueLengthRow = { job: text, due: number, later: number, oldestSeconds: number }
export type QueueLength = RowOf<typeof queueLengthRow>

/** Counts the waiting runs of each job, with the age of the oldest that is due; read from the index of waiting runs. */
export async function queueLengths(db: Db): Promise<QueueLength[]> {
  const { rows: found } = await query(db, { isThere: bool })`
    select to_regclass('pgboss.queue') is not null as "isThere"`
  if (!found[0]!.isThere) return []
  const { rows } = await query(db, queueLengthRow)`
    select q.name as job,
      count(*) filter (where j.start_after <= now())::int as due,
      count(*) filter (where j.start_after > now())::int as later,
      greatest(0, coalesce(extract(epoch from now() - min(j.start_after)), 0))::float8 as "oldestSeconds"
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active'
    where q.name not like '\\_\\_%' group by q.name order by q.name`
  return rows
}
